import { findVoteValue } from './votes.ts'

const present: ReadonlySet<string> = new Set([
  ...['present', 'here', 'late', 'remote', 'attended', 'attendee', 'arrived late', 'left early'],
  // Whoever presides is there.
  ...['chair', 'chairperson'],
])
// The words of a vote for an absence count too.
const absent: ReadonlySet<string> = new Set(['not present', 'unexcused'])

/** Whether a word of a roll call or a list of participants means present; null for an unknown word. */
export function toPresence(written: string): boolean | null {
  const word = written.trim().toLowerCase()
  if (present.has(word)) return true
  const value = findVoteValue(word)
  // A member with a conflict of interest leaves the room for the item.
  return absent.has(word) || value === 'Absent' || value === 'Recused' ? false : null
}
