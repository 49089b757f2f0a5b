import type { Locale } from '../locale.ts'

interface Lapsed {
  /** Null of what is no matter. */
  lapsed: boolean | null
  lapsed_on: string | null
}

/** That a matter lapsed, and when, if that is known; null if it did not. */
export function lapseNote(
  { lapsed, lapsed_on: day }: Lapsed,
  { words, date }: Pick<Locale, 'words' | 'date'>,
): string | null {
  if (lapsed !== true) return null
  return words.matters.lapsed(day === null ? null : date(day))
}
