import { type NamedMotion, nameOfMotion } from '../../core/motion-title.ts'
import type { Locale } from '../locale.ts'
import { wordOf } from '../words/word-of.ts'

type Numbered = Pick<NamedMotion, 'kind' | 'identifier'>

/** Amendment, or Motion 2026-78-05. */
export const labelOf = (motion: Numbered, { words }: Locale): string =>
  nameOfMotion(motion, words.motion)

/** Amendment; undefined for a plain motion and an unknown kind. */
export function kindOf(kind: string | null, { words }: Locale): string | undefined {
  return kind === null || kind === 'motion' ? undefined : wordOf(words.motion.kinds, kind)
}

/** The number of a motion; with the kind, unless that stands before the title. */
export function numberOf(motion: Numbered, locale: Locale): string | null {
  if (motion.identifier == null) return null
  return kindOf(motion.kind, locale) === undefined ? labelOf(motion, locale) : motion.identifier
}
