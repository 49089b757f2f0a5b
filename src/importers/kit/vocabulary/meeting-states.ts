import type { MeetingRecord } from '../../records.ts'

type State = MeetingRecord['status']

const states: ReadonlyMap<string, State> = new Map([
  ['confirmed', 'scheduled'],
  ['scheduled', 'scheduled'],
  ['tentative', 'scheduled'],
  ['completed', 'completed'],
  ['passed', 'completed'],
])
// Often with the reason behind it: "Cancelled for lack of a quorum".
const cancelled = /cancel|annul|defer|postpone/i
const cancellationNotice = /cancell?ation|annulation/i

/** What a word says of a meeting; undefined for an unknown word. */
export function findMeetingState(written: string): State | undefined {
  return cancelled.test(written) ? 'cancelled' : states.get(written.trim().toLowerCase())
}

/** Whether a document of a meeting says that it does not take place, by its title. */
export function isCancellationNotice(title: string): boolean {
  return cancellationNotice.test(title)
}
