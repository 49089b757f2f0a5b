import { motionKindOf } from '../../kit/action-classification.ts'
import { toVote } from '../../kit/vocabulary.ts'
import type { MotionRecord, VotePart } from '../../records/motions.ts'
import type { Action, Ballot } from '../model.ts'
import { bodyKey } from './bodies.ts'
import { personKey } from './people.ts'

export interface Decision {
  id: number
  eventId: number | null
  matterId: number | null
  bodyId: number | null
  bodyName: string | null
  date: string | null
  sequence: number
  action: Action
}

/** Whether a step with a vote or a result, and thus a motion. */
export function isDecided({ result, votes }: Action): boolean {
  return result !== null || (votes ?? []).length > 0
}

/** A step of a history and the item of its meeting have the same id. */
export function toMotion(decision: Decision, siteUrl: string | null): MotionRecord {
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
    text: action.text,
    summary: name,
    result,
    mover_key: personKey(action.mover),
    mover_name: action.mover?.name ?? null,
    seconder_key: personKey(action.seconder),
    seconder_name: action.seconder?.name ?? null,
    ...(action.votes === null ? { incomplete: true } : { votes: action.votes.map(toVotePart) }),
  }
}

function keyOf(id: number | null): string | null {
  return id === null ? null : String(id)
}

function toVotePart(ballot: Ballot): VotePart {
  return { person_key: personKey(ballot), name: ballot.name, ...toVote(ballot.value) }
}
