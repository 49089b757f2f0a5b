import type { Locale } from '../locale.ts'
import { shorten } from '../../core/shorten.ts'
import { wordOf } from '../word-of.ts'

const titleLength = 110

/** What a record says of a motion that could be its title. */
export interface NamedMotion {
  kind: string | null
  text: string | null
  summary?: string | null
  identifier?: string | null
  agenda_item_title?: string | null
  matter_title?: string | null
}

/** The title of the agenda item or matter; else the beginning of the text, else what it is called. */
export function titleOf(motion: NamedMotion, locale: Locale): string {
  return (
    motion.agenda_item_title ??
    motion.matter_title ??
    beginningOf(motion.summary ?? motion.text) ??
    labelOf(motion, locale)
  )
}

/** What tells it from the other motions on its agenda item: its number, or how it begins. */
export function ownNameOf(motion: NamedMotion, locale: Locale): string {
  if (motion.identifier != null) return labelOf(motion, locale)
  return beginningOf(motion.summary ?? motion.text) ?? labelOf(motion, locale)
}

/** Amendment, or Motion 2026-78-05. */
export function labelOf(
  { kind, identifier }: Pick<NamedMotion, 'kind' | 'identifier'>,
  { words }: Locale,
): string {
  const name = wordOf(words.motion.kinds, kind ?? 'motion') ?? ''
  return identifier == null ? name : words.motion.named(name, identifier)
}

/** Amendment; undefined for a plain motion and an unknown kind. */
export function kindOf(kind: string | null, { words }: Locale): string | undefined {
  return kind === null || kind === 'motion' ? undefined : wordOf(words.motion.kinds, kind)
}

/** The number of a motion; with the kind, unless that stands before the title. */
export function numberOf(
  motion: Pick<NamedMotion, 'kind' | 'identifier'>,
  locale: Locale,
): string | null {
  if (motion.identifier == null) return null
  return kindOf(motion.kind, locale) === undefined ? labelOf(motion, locale) : motion.identifier
}

/** The first words of a text, on one line. */
function beginningOf(text: string | null): string | null {
  const line = text?.replace(/\s+/g, ' ').trim()
  return line === undefined || line === '' ? null : shorten(line, titleLength)
}
