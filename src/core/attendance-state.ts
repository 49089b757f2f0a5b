import { foldText } from './fold.ts'

/** How somebody attended a meeting. */
export type AttendanceState = 'present' | 'part' | 'remote' | 'absent'

/** Words of roll calls for presence in a part of a meeting, folded. */
export const partWords = [
  ...['late', 'arrived late', 'left early', 'en retard', 'arrive en retard', 'depart hatif'],
  'quitte avant la fin',
]
/** The same for presence from elsewhere. */
export const remoteWords = [
  ...['remote', 'virtual', 'virtually', 'remotely', 'a distance', 'en ligne', 'virtuel'],
  ...['virtuelle', 'virtuellement'],
]

const part =
  /^(?:late|tardy|partial|arriv|left|leav|enter|join|depart|quitt|en retard)|\b(?:arrived|left|leaves|entered|joined) (?:late|early|at)\b/
const remote =
  /\b(?:remote(?:ly)?|virtual(?:ly)?|(?:tele)?phone|online|zoom|video ?conference|a distance|en ligne|virtuel\w*|visioconference)\b/

/** Whether a reason says only that somebody attended from elsewhere. */
export const isRemoteWord = (reason: string | null) =>
  remoteWords.includes(foldText(reason ?? '').trim())

/** By presence, at each session too, and what the source says of it; a part of a meeting tells more than from where. */
export function attendanceState(
  present: boolean,
  reason: string | null,
  sessions: readonly { present: boolean }[] = [],
): AttendanceState {
  if (!present) return 'absent'
  if (sessions.some((session) => !session.present)) return 'part'
  const words = foldText(reason ?? '').trim()
  if (part.test(words)) return 'part'
  return remote.test(words) ? 'remote' : 'present'
}

/** Whether somebody may have had a seat on a day; one that ended on an unknown day may have been one. */
export const mayBeSeatOn = (
  { start_date: start, end_date: end }: { start_date: string | null; end_date: string | null },
  day: string,
) => (start === null || start <= day) && (end === null || end >= day)
