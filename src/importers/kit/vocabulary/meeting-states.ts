import type { MeetingRecord } from '../../records.ts'

type State = MeetingRecord['status']

const states: ReadonlyMap<string, State> = new Map([
  ['confirmed', 'scheduled'],
  ['scheduled', 'scheduled'],
  ['tentative', 'scheduled'],
  ['completed', 'completed'],
  ['passed', 'completed'],
])
// Often followed by the reason: "Cancelled for lack of a quorum".
const cancelled = /cancel|annul|defer|postpone/i
const cancellationNotice = /cancell?ation|annulation/i

/** The status for a publisher's word; undefined for an unknown one. */
export function findMeetingState(written: string): State | undefined {
  return cancelled.test(written) ? 'cancelled' : states.get(written.trim().toLowerCase())
}

/** Whether a document's title announces a cancellation. */
export function isCancellationNotice(title: string): boolean {
  return cancellationNotice.test(title)
}
