import type { MotionRecord, VotePart } from '../../../record/motions.ts'
import { motionKindOf } from '../../kit/action-classification.ts'
import { paragraphs } from '../../kit/clean-text.ts'
import type { Diagnostics } from '../../kit/diagnostics.ts'
import { toVote } from '../../kit/vocabulary.ts'
import type { Action, Ballot } from '../model.ts'
import { bodyKey, personKey, type Roster } from './people.ts'

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

/** Votes that a note names, in a vote without a roll call, and what could not be read. */
interface NotedVotes {
  votes: VotePart[]
  remarks: string[]
}

const member =
  '(?:Council ?(?:Members?|men|man|women|woman)|Councill?ors?|Aldermen|Alderman|Commissioners?|Supervisors?|Members?)'
/** The sentence "The following 2 Council Members formally noted their opposition to this item: Council Members Ng and Roy." */
const sentence = new RegExp(
  String.raw`The following (?:(\d{1,3}) )?${member} (formally [\p{L} ]{1,100}?) this (?:item|motion|matter) ?:* ?${member} (.{1,1000}?)[.,;]*(?= ?\.? ?(?:The following|Adopted by)| ?\.? ?$)`,
  'gu',
)
const noteMax = 10_000
const against =
  /^formally (?:voted against|noted (?:his|her|their) (?:opposition to|negative vote against)|(?:noted|indicated) (?:his|her|their) (?:intent|intention) to vote (?:in the )?negative (?:on|against))$/
const abstained =
  /^formally (?:abstained from voting on|noted (?:his|her|their) abstention from voting on|(?:noted|indicated) (?:his|her|their) (?:intent|intention) to abstain (?:from voting )?on)$/
const mentionsSide = /\b(?:formally|oppos|dissent|abst|in the negative|vote negative|against)/i
const officer = new RegExp(String.raw`\bthe [\p{L} ]+ \(${member} ([^()]+)\)`, 'gu')
const familyName = /^(?:\p{Lu}\. ?)*\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*){0,2}$/u

/** The dissents and abstentions of a note whose wording and number of names are certain. */
function readNotedVotes(
  note: string,
  at: { date: string | null; bodyId: number | null },
  roster: Roster,
): NotedVotes {
  const line = note.slice(0, noteMax).replace(/\s+/g, ' ').trim()
  const read: NotedVotes = { votes: [], remarks: [] }
  let unread = line
  for (const match of line.matchAll(sentence)) {
    const side = sideOf(match)
    if (side === null) continue
    unread = unread.replace(match[0], '')
    for (const name of side.names) {
      const found = roster.find(name, at)
      if (found.key === null) read.remarks.push(`names "${name}" in a note, who ${found.reason}`)
      const { value, reason } = side
      read.votes.push({ person_key: found.key, name, value, reason })
    }
  }
  if (mentionsSide.test(unread))
    read.remarks.push('has a note about votes that was not read as votes; it is in the text')
  return read
}

/** The value and the names of a sentence; null unless all of it is certain. */
function sideOf([, count, phrase = '', list = '']: RegExpExecArray) {
  const value = valueIn(phrase)
  const names = namesIn(list)
  if (value === null || names.length === 0) return null
  if (count !== undefined && Number(count) !== names.length) return null
  return { value, names, reason: phrase.replace(/ (?:on|to|against)$/, '') }
}

function valueIn(phrase: string): 'Against' | 'Abstain' | null {
  if (against.test(phrase)) return 'Against'
  return abstained.test(phrase) ? 'Abstain' : null
}

/** The names in a list, or none if part of it may not be a name. */
function namesIn(list: string): string[] {
  const names = list.replace(officer, '$1').split(/,? and |, ?/)
  return names.every((name) => familyName.test(name)) ? names : []
}
