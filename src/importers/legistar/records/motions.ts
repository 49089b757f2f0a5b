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
    other_result: action.otherResult ?? null,
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
  '(?:[Cc]ouncil ?(?:[Mm]embers?|m[ae]n|wom[ae]n)|[Cc]ouncill?ors?|[Aa]lderm[ae]n|[Cc]ommissioners?|[Ss]upervisors?|[Mm]embers?|CMs?)'
const numbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
/** From "The following 2 Council Members" to the next sentence that begins so, or that says what became of the motion. */
const passage = new RegExp(
  String.raw`\b[Tt]he following (?:(\d{1,3}|${numbers.join('|')}) (?:\(\d{1,3}\) )?)?${member}\b(.{1,1100}?)(?=[. ]*(?:\b[Tt]he following\b|\bAdopted\b|\bApproved\b|$))`,
  'gu',
)
const noteMax = 10_000
const mentionsSide =
  /\b(?:formally|oppos|dissent|abst|in the (?:negative|affirmative)|vote negative|against|object(?:ed|ing)|(?:his|her|their) objection|vot(?:ed|ing|e of) no\b|recorded as)/i
// Whatever their order, these words say no more than how somebody voted.
const votingWords = new Set([
  ...['formally', 'voted', 'vote', 'voting', 'votes', 'noted', 'indicated', 'stated', 'recorded'],
  ...['expressed', 'registered', 'his', 'her', 'their', 'intent', 'intention', 'intentions', 'to'],
  ...['negative', 'negatively', 'against', 'opposition', 'opposed', 'dissent', 'dissented', 'nay'],
  ...['no', 'abstain', 'abstained', 'abstention', 'abstentions', 'from', 'in', 'the', 'on', 'of'],
  ...['as', 'this', 'item', 'motion', 'matter', 'resolution', 'asked', 'requested', 'wished', 'be'],
  ...['been', 'was', 'were', 'that', 'a', 'objection', 'objections', 'objected', 'opposing'],
])
const sides = {
  Against: /^(?:negative|negatively|against|oppos\w+|object\w+|dissent|dissented|nay|no)$/,
  Abstain: /^abst/,
}
const voting = /^(?:vot|oppos|object|dissent|abst|record)/
const office = new RegExp(String.raw`\bthe [\p{L} ]{1,60}? (?=\(?${member} )`, 'gu')
const familyName =
  /^(?:\p{Lu}\. ?)*(?:(?:d[aeiu]|del|la|van|von|der|den) )*\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*){0,2}$/u

/** The dissents and abstentions of a note whose words, names and number of names are certain. */
function readNotedVotes(
  note: string,
  at: { date: string | null; bodyId: number | null },
  roster: Roster,
): NotedVotes {
  const line = note.slice(0, noteMax).replace(/\s+/g, ' ').trim()
  const read: NotedVotes = { votes: [], remarks: [] }
  let unread = line
  for (const match of line.matchAll(passage)) {
    const side = sideOf(match)
    if (side === null) continue
    const { value, names, reason } = side
    const people = names.map((name) => ({ name, ...roster.find(name, at) }))
    for (const one of people)
      if (one.key === null) read.remarks.push(`names "${one.name}" in a note, who ${one.reason}`)
    // A surname of two members is somebody; a name that no one has may not be a name.
    if (people.some((one) => one.key === null && !one.isKnown)) continue
    unread = unread.replace(match[0], '')
    read.votes.push(...people.map(({ key, name }) => ({ person_key: key, name, value, reason })))
  }
  if (mentionsSide.test(unread))
    read.remarks.push('has a note about votes that was not read as votes; it is in the text')
  return read
}

/** The value and the names of a passage, whatever its punctuation; null unless all of it is certain. */
function sideOf([, count, rest = '']: RegExpExecArray) {
  const tokens = rest.split(' ').filter((token) => token !== '')
  const first = tokens.findIndex((token) => /^[^\p{L}]*\p{Lu}/u.test(token) && !isVoting(token))
  const phrase = tokens
    .slice(0, Math.max(0, first))
    .map(plainWord)
    .filter((word) => word !== '' && !memberWord.test(word))
  const value = valueIn(phrase)
  const names = namesIn(tokens.slice(first).join(' '))
  if (first < 0 || value === null || names.length === 0) return null
  if (count !== undefined && numberIn(count) !== names.length) return null
  const reason = phrase.join(' ').replace(/(?: (?:on|to|against))? this [a-z]+$/, '')
  return { value, names, reason }
}

const memberWord = new RegExp(`^(?:council|${member})$`, 'u')
const plainWord = (token: string) => token.toLowerCase().replace(/[^\p{L}]/gu, '')
const isVoting = (token: string) => votingWords.has(plainWord(token))
const numberIn = (count: string) => numbers.indexOf(count) + 1 || Number(count)

function valueIn(phrase: readonly string[]): 'Against' | 'Abstain' | null {
  if (!phrase.every((word) => votingWords.has(word)) || !phrase.some((word) => voting.test(word)))
    return null
  const isAgainst = phrase.some((word) => sides.Against.test(word))
  const isAbstained = phrase.some((word) => sides.Abstain.test(word))
  if (isAgainst === isAbstained) return null
  return isAgainst ? 'Against' : 'Abstain'
}

/** The names in a list, or none if part of it may not be a name. */
function namesIn(list: string): string[] {
  const names = list
    .replace(office, ', ')
    .replace(new RegExp(String.raw`\b${member}\b`, 'gu'), ', ')
    .replace(/(?<!\b\p{Lu})\.|[():;&]|\band\b|(?<=^|\s)[-–—]+(?=[\s.,]|$)/gu, ', ')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return names.every((name) => familyName.test(name)) ? names : []
}
