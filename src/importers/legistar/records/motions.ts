import type { MotionRecord, VotePart } from '../../records.ts'
import type { Action, Ballot } from '../model.ts'
import { bodyKey } from './bodies.ts'
import { personKey } from './people.ts'

type VoteValue = VotePart['value']

const voteValues: Record<string, VoteValue> = {
  affirmative: 'For',
  aye: 'For',
  ayes: 'For',
  yea: 'For',
  yes: 'For',
  'in favor': 'For',
  'in favour': 'For',
  for: 'For',
  negative: 'Against',
  nay: 'Against',
  nays: 'Against',
  no: 'Against',
  opposed: 'Against',
  against: 'Against',
  abstain: 'Abstain',
  abstained: 'Abstain',
  abstention: 'Abstain',
  absent: 'Absent',
  away: 'Absent',
  excused: 'Absent',
  medical: 'Absent',
  maternity: 'Absent',
  paternity: 'Absent',
  parental: 'Absent',
  bereavement: 'Absent',
  'jury duty': 'Absent',
  conflict: 'Recused',
  recused: 'Recused',
  recuse: 'Recused',
  recusal: 'Recused',
}

// Words that say no more than the value that they become.
const plainWords: ReadonlySet<string> = new Set([
  ...['affirmative', 'aye', 'ayes', 'yea', 'yes', 'in favor', 'in favour', 'for'],
  ...['negative', 'nay', 'nays', 'no', 'opposed', 'against'],
  ...['abstain', 'abstained', 'abstention', 'absent', 'recused', 'recuse', 'recusal'],
])

/** Whether a word, in small letters, says that somebody was not there. */
export function meansAbsent(word: string): boolean {
  return voteValues[word] === 'Absent'
}

/** Where and on what a motion was decided. */
export interface Decision {
  id: number
  eventId: number | null
  matterId: number | null
  bodyId: number | null
  date: string | null
  sequence: number
  action: Action
}

/** Whether anything was decided: a step with neither a vote nor a result is no motion. */
export function isDecided({ passed, votes }: Action): boolean {
  return passed !== null || votes.length > 0
}

/** A step of a history is the item of the meeting that took it, under the same id. */
export function toMotion(decision: Decision, siteUrl: string | null): MotionRecord {
  const { id, eventId, matterId, bodyId, date, sequence, action } = decision
  return {
    kind: 'motion',
    key: String(id),
    source_url: siteUrl,
    meeting_key: keyOf(eventId),
    agenda_item_key: eventId === null ? null : String(id),
    matter_key: keyOf(matterId),
    organization_key: bodyKey(bodyId),
    position: sequence,
    date,
    text: action.text,
    summary: action.name,
    result: action.passed === null ? null : action.passed ? 'Carried' : 'Defeated',
    mover_key: personKey(action.mover),
    mover_name: action.mover?.name ?? null,
    seconder_key: personKey(action.seconder),
    seconder_name: action.seconder?.name ?? null,
    votes: action.votes.map(toVote),
  }
}

function keyOf(id: number | null): string | null {
  return id === null ? null : String(id)
}

function toVote(ballot: Ballot): VotePart {
  const word = ballot.value.toLowerCase()
  return {
    person_key: personKey(ballot),
    name: ballot.name,
    value: voteValues[word] ?? 'Other',
    reason: word === '' || plainWords.has(word) ? null : ballot.value,
  }
}
