import type { MotionDetail } from '../../resources/motions/schema.ts'
import type { Locale } from '../locale.ts'
import { wordOf } from '../word-of.ts'

const titleLength = 110

/** The title of the agenda item; else the beginning of the text, else what it is called. */
export function titleOf(
  motion: Pick<MotionDetail, 'agenda_item_title' | 'text' | 'kind'>,
  identifier: string | null,
  locale: Locale,
): string {
  return (
    motion.agenda_item_title ?? beginningOf(motion.text) ?? labelOf(motion.kind, identifier, locale)
  )
}

/** Amendment, or Motion 2026-78-05. */
export function labelOf(kind: string | null, identifier: string | null, { words }: Locale): string {
  const name = wordOf(words.motion.kinds, kind ?? 'motion') ?? ''
  return identifier === null ? name : words.motion.named(name, identifier)
}

/** The first words of a text, on one line. */
function beginningOf(text: string | null): string | null {
  const line = text?.replace(/\s+/g, ' ').trim()
  if (line === undefined || line === '') return null
  if (line.length <= titleLength) return line
  return `${line.slice(0, line.lastIndexOf(' ', titleLength))}…`
}
