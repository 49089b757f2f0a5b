import { motionKindOf } from '../../kit/action-classification.ts'
import { paragraphs } from '../../kit/clean-text.ts'
import type { Diagnostics } from '../../kit/diagnostics.ts'
import { toVote } from '../../kit/vocabulary.ts'
import type { MotionRecord, VotePart } from '../../records/motions.ts'
import type { Action, Ballot } from '../model.ts'
import { bodyKey } from './bodies.ts'
import { readNotedVotes } from './noted-votes.ts'
import { personKey } from './people.ts'
import type { Roster } from './roster.ts'

export interface Decision {
  location: string
  id: number
  eventId: number | null
  matterId: number | null
  bodyId: number | null
  bodyName: string | null
  date: string | null
  sequence: number
  action: Action
}

/** Where the people of notes are looked up, and what could not be read is noted. */
export interface MotionReading {
  diagnostics: Diagnostics
  roster: Roster
}

/** Whether a step with a vote or a result, and thus a motion. */
export function isDecided({ result, votes }: Action): boolean {
  return result !== null || (votes ?? []).length > 0
}

/** A step of a history and the item of its meeting have the same id. */
export function toMotion(
  decision: Decision,
  siteUrl: string | null,
  reading: MotionReading,
): MotionRecord {
  const { id, eventId, matterId, bodyId, bodyName: body, date, sequence, action } = decision
  const { name, result } = action
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
    motion_kind: name === null ? null : motionKindOf({ description: name, body, result }),
    text: paragraphs(action.text, action.note),
    summary: name,
    result,
    mover_key: personKey(action.mover),
    mover_name: action.mover?.name ?? null,
    seconder_key: personKey(action.seconder),
    seconder_name: action.seconder?.name ?? null,
    ...votesOf(decision, reading),
  }
}

function keyOf(id: number | null): string | null {
  return id === null ? null : String(id)
}

const uncounted = { for: null, against: null, abstain: null, absent: null }

/** The roll call, or without one what a note says about who was against or abstained. */
function votesOf(
  decision: Decision,
  { diagnostics, roster }: MotionReading,
): Pick<MotionRecord, 'votes' | 'tally' | 'incomplete'> {
  const { id, location, action } = decision
  if (action.votes === null) return { incomplete: true }
  const votes = action.votes.map(toVotePart)
  const isCounted = votes.some(({ value }) => value === 'For' || value === 'Against')
  if (isCounted || action.note === null) return { votes }
  const noted = readNotedVotes(action.note, decision, roster)
  for (const reason of noted.remarks)
    diagnostics.addWarning({ location, subject: `motion ${id}`, reason })
  if (noted.votes.length === 0) return { votes }
  const isNoted = new Set(noted.votes.map(({ person_key }) => person_key))
  // A name with a blank says nothing about the vote.
  const others = votes.filter(
    ({ value, reason, person_key }) =>
      value !== 'Other' || reason !== null || !isNoted.has(person_key),
  )
  return { votes: [...others, ...noted.votes], tally: uncounted }
}

function toVotePart(ballot: Ballot): VotePart {
  return { person_key: personKey(ballot), name: ballot.name, ...toVote(ballot.value) }
}
