import { dateInZone, dayMs, utcDate } from '../core/calendar-date.ts'
import { isCalledOff } from '../core/called-off.ts'
import type { Visit } from './visit.ts'

interface Sitting {
  date: string
  status: string
  has_minutes: number
}

/** Whether the minutes of a meeting may still be published: "not yet" instead of "not recorded". */
export function isMinutesPending(
  { date, status, has_minutes: hasMinutes }: Sitting,
  { now, municipality }: Pick<Visit, 'now' | 'municipality'>,
): boolean {
  if (hasMinutes === 1 || isCalledOff(status)) return false
  return status === 'scheduled' || date > lastSettledDate(now, municipality.timeZone)
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
