import { isCalledOff } from '../core/called-off.ts'
import { lastSettledDate } from './coverage/meeting-counts.ts'
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
