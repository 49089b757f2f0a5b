import type { Locale } from '../locale.ts'

interface Lapsed {
  lapsed: boolean
  lapsed_on: string | null
}

/** That a matter lapsed, and when, if that is known; null if it did not. */
export function lapseNote(
  { lapsed, lapsed_on: day }: Lapsed,
  { words, date }: Pick<Locale, 'words' | 'date'>,
): string | null {
  if (!lapsed) return null
  return words.matters.lapsed(day === null ? null : date(day))
}
