import { dateInZone, dayMs, utcDate } from '../core/calendar-date.ts'
import { isCalledOff } from '../core/called-off.ts'
import { sampleSource } from '../core/sample.ts'
import type { Visit } from './visit.ts'

interface Sitting {
  date: string
  status: string
  has_minutes: number
}

/** Whether the minutes of a meeting may still be published: "not yet" instead of "not recorded". */
export function isMinutesPending(
  { date, status, has_minutes: hasMinutes }: Sitting,
  { now, municipality, lastImport }: Pick<Visit, 'now' | 'municipality' | 'lastImport'>,
): boolean {
  if (hasMinutes === 1 || isCalledOff(status) || isSample(lastImport)) return false
  return date > lastSettledDate(now, municipality.timeZone)
}

/** Whether a record is the sample, which has neither minutes nor recordings. */
export function isSample(lastImport: Visit['lastImport']): boolean {
  return lastImport?.source === sampleSource
}

/** Councils confirm their minutes one meeting later, which may be after a summer's recess. */
export const graceDays = 60

/** A meeting on or before this date should have everything by now. */
export function lastSettledDate(now: number, timeZone: string): string {
  const today = Date.parse(`${dateInZone(now, timeZone)}T00:00:00Z`)
  return utcDate(today - graceDays * dayMs)
}

/** Whether an importer reads a portal that publishes decisions and votes in documents alone. */
export function hasDocumentsOnly(importer: string | null | undefined): boolean {
  return importer === 'civicweb'
}
