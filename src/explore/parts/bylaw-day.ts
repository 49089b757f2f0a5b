import { isInForceOn } from '../../core/bylaw-status.ts'
import type { BylawRow } from '../../resources/bylaws/queries.ts'
import type { Locale } from '../locale.ts'

/** The day by which a by-law is listed, and what happened then; null if only its year is known. */
export function bylawDay(
  row: Pick<BylawRow, 'status' | 'passed_date' | 'enacted_date' | 'sort_date'>,
  { words: { bylaws, matters }, date }: Pick<Locale, 'words' | 'date'>,
): string | null {
  if (row.passed_date !== null) return bylaws.passedOn(date(row.passed_date))
  const { enacted_date: day, status } = row
  if (day !== null)
    return (isInForceOn(day, status) ? bylaws.inForceOn : bylaws.enactedOn)(date(day))
  return row.sort_date.includes('-') ? matters.lastSeen(date(row.sort_date)) : null
}
