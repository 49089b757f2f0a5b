import type { VotePart } from '../../records.ts'

type Value = VotePart['value']

/** A vote, with the source's own word if it says more than the value. */
export interface Vote {
  value: Value
  reason: string | null
}

// Synonyms of the value, not recorded as a reason.
const synonyms: Readonly<Record<Value, readonly string[]>> = {
  For: ['affirmative', 'aye', 'ayes', 'yea', 'yeas', 'yes', 'in favor', 'in favour', 'for'],
  Against: ['negative', 'nay', 'nays', 'no', 'opposed', 'in opposition', 'against'],
  Abstain: ['abstain', 'abstained', 'abstention'],
  Absent: ['absent'],
  Recused: ['recused', 'recuse', 'recusal'],
  Other: ['other', ''],
}

// Words that also give a reason. Excused is absent with leave: only a declared conflict is a recusal.
const reasons: Readonly<Partial<Record<Value, readonly string[]>>> = {
  Absent: [
    ...['away', 'excused', 'medical', 'maternity', 'paternity', 'parental', 'bereavement'],
    'jury duty',
  ],
  Recused: ['conflict', 'declared conflict', 'conflict of interest', 'pecuniary interest'],
}

const values = new Map([...entriesOf(synonyms), ...entriesOf(reasons)])
const plainWords = new Set(Object.values(synonyms).flat())

function entriesOf(words: Readonly<Partial<Record<Value, readonly string[]>>>): [string, Value][] {
  return Object.entries(words).flatMap(([value, list]) =>
    list.map((word): [string, Value] => [word, value as Value]),
  )
}

/** The value of a word for a vote; undefined for an unknown one. */
export function findVoteValue(written: string): Value | undefined {
  return values.get(fold(written))
}

/** Parses a word for a vote, ignoring case; an unknown word becomes the reason of an Other. */
export function toVote(written: string): Vote {
  const word = fold(written)
  const reason = plainWords.has(word) ? null : written.trim()
  return { value: values.get(word) ?? 'Other', reason }
}

function fold(written: string): string {
  return written.trim().toLowerCase()
}
