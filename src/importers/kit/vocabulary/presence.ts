import { findVoteValue } from './votes.ts'

const present: ReadonlySet<string> = new Set([
  ...['present', 'here', 'late', 'remote', 'attended', 'attendee', 'arrived late', 'left early'],
  // A person who presides is present.
  ...['chair', 'chairperson'],
])
// In addition to the words for an absence in a vote.
const absent: ReadonlySet<string> = new Set(['not present', 'unexcused'])

/** Whether a word of a roll call or participant list means present; null for an unknown word. */
export function toPresence(written: string): boolean | null {
  const word = written.trim().toLowerCase()
  if (present.has(word)) return true
  const value = findVoteValue(word)
  // A member with a conflict of interest leaves the room for the item.
  return absent.has(word) || value === 'Absent' || value === 'Recused' ? false : null
}
