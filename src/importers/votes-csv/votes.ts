import { foldKey } from '../../core/fold.ts'
import type { MatterRecord } from '../../record/matters.ts'
import type { AgendaItemRecord, MeetingRecord } from '../../record/meetings.ts'
import type { MotionRecord, VotePart } from '../../record/motions.ts'
import type { OrganizationRecord } from '../../record/people.ts'
import { cleanLine, shortened } from '../kit/clean-text.ts'
import type { Diagnostics } from '../kit/diagnostics.ts'
import { EmitOnce } from '../kit/emit-once.ts'
import { naturalKey } from '../kit/natural-keys.ts'
import {
  findBodyKind,
  findVoteValue,
  toResult,
  toVote,
  type Vote as VoteWord,
} from '../kit/vocabulary.ts'
import type { SourceItem } from '../source.ts'
import type { Mapping } from './schema.ts'

/** What a row says of the vote that it belongs to. */
export interface VoteFacts {
  voteId: string | null
  meetingId: string | null
  body: string
  /** YYYY-MM-DD. */
  date: string | null
  /** Sorts the votes of a day. */
  time: string
  matterNumber: string | null
  itemNumber: string | null
  itemTitle: string | null
  motionType: string | null
  text: string | null
  result: string | null
  for: number | null
  against: number | null
  mover: string | null
  seconder: string | null
}

/** The vote of one member, as the table writes it. */
export interface Ballot {
  name: string
  given: string | null
  family: string | null
  word: string
}

interface Vote {
  facts: VoteFacts
  location: string
  /** The words of each member, by the key of the person. */
  words: Map<string, Set<string>>
}

interface Meeting {
  key: string
  date: string
}

/** A motion on the agenda of a meeting; `key` is its identity. */
interface Entry {
  key: string
  meeting: Meeting | undefined
  position: number
}

/** Collects the rows of tables, in any order, and turns them into records. */
export class Votes {
  readonly #mapping: Mapping
  readonly #diagnostics: Diagnostics
  /** By what identifies a vote, then by its result. */
  readonly #votes = new Map<string, Map<string, Vote>>()
  readonly #people = new Map<string, Ballot>()
  readonly #words = new Map<string, VoteWord | null>()
  readonly #unlike: Vote[] = []

  constructor(mapping: Mapping, diagnostics: Diagnostics) {
    this.#mapping = mapping
    this.#diagnostics = diagnostics
  }

  add(facts: VoteFacts, ballots: readonly Ballot[], location: string): void {
    const { voteId, meetingId, body, motionType, text, date, time } = facts
    const at = `${date ?? ''} ${time}`.trim()
    const key = voteId ?? naturalKey(body, meetingId, itemOf(facts), motionType, text, at)
    const byResult = this.#votes.get(key) ?? new Map<string, Vote>()
    this.#votes.set(key, byResult)
    const result = voteId === null ? (facts.result ?? '') : ''
    const vote = byResult.get(result) ?? { facts, location, words: new Map() }
    if (!isOfSitting(vote.facts, facts)) {
      const subject = `vote_id ${JSON.stringify(voteId)}`
      const reason = `is also that of a vote of another meeting, at ${vote.location}; leave vote_id out of the mapping if it is not unique in all tables`
      this.#diagnostics.addError({ location, subject, reason })
      return
    }
    byResult.set(result, vote)
    for (const ballot of ballots) this.#addBallot(vote, ballot)
  }

  #addBallot({ words }: Vote, ballot: Ballot): void {
    const name = meaningOf(ballot.name, this.#mapping.people) ?? ballot.name
    const person = foldKey(name)
    if (!this.#people.has(person)) this.#people.set(person, { ...ballot, name })
    words.set(person, (words.get(person) ?? new Set()).add(ballot.word))
  }

  /** All records, and warnings of what the tables leave open. `days` has the first day of meetings by their id. */
  *items(days: ReadonlyMap<string, string>): Generator<SourceItem> {
    const emitted = new EmitOnce()
    yield* this.#peopleItems()
    const positions = new Map<string, number>()
    for (const { key, vote } of this.#inOrder()) {
      const { facts, location } = vote
      const meeting = meetingOf(facts, days)
      const position = (positions.get(meeting?.key ?? '') ?? 0) + 1
      if (meeting !== undefined) positions.set(meeting.key, position)
      const records = [
        this.#organization(facts.body),
        meeting && toMeeting(meeting, facts.body),
        matterOf(facts),
        meeting && agendaItemOf(facts, meeting, position),
      ]
      for (const record of records) if (record) yield* emitted.record(record, location)
      yield { type: 'record', location, record: this.#motion(vote, { key, meeting, position }) }
    }
    this.#warnOfUnlike()
    yield* this.#diagnostics.drain()
  }

  *#peopleItems(): Generator<SourceItem> {
    const spellings = Object.entries(this.#mapping.people ?? {})
    for (const [key, { name, given, family }] of this.#people) {
      const other_names = spellings.flatMap(([other, used]) =>
        used === name ? [{ name: other }] : [],
      )
      const isOwn = cleanLine(`${given ?? ''} ${family ?? ''}`) === name
      const parts = isOwn ? { given_name: given, family_name: family } : {}
      const record = { kind: 'person', key, name, ...parts, other_names }
      yield { type: 'record', location: this.#mapping.source, record }
    }
  }

  #organization(name: string): OrganizationRecord {
    const classification = meaningOf(name, this.#mapping.body_kinds) ?? findBodyKind(name)
    return { kind: 'organization', key: foldKey(name), name, classification }
  }

  // Of votes that differ in their result alone, the result is part of the key. The order of rows must not be.
  #inOrder(): { key: string; vote: Vote }[] {
    const all = [...this.#votes].flatMap(([base, byResult]) =>
      [...byResult].map(([result, vote]) => ({
        key: byResult.size === 1 ? base : naturalKey(base, result),
        vote,
        order: `${vote.facts.date ?? ''} ${vote.facts.time}`,
      })),
    )
    return all.sort((left, right) =>
      left.order < right.order ? -1 : Number(left.order > right.order),
    )
  }

  #motion(vote: Vote, { key, meeting, position }: Entry): MotionRecord {
    const { facts } = vote
    const matter = matterOf(facts)
    const item = meeting === undefined ? null : agendaItemOf(facts, meeting, position)
    return {
      kind: 'motion',
      key,
      meeting_key: meeting?.key ?? null,
      agenda_item_key: item?.key ?? null,
      matter_key: matter?.key ?? null,
      organization_key: foldKey(facts.body),
      position,
      date: facts.date,
      motion_kind: meaningOf(facts.motionType, this.#mapping.motion_kinds) ?? null,
      text: textOf(facts, matter !== null || item !== null),
      ...this.#outcomeOf(facts),
      mover_name: facts.mover,
      mover_key: facts.mover && this.#personKey(facts.mover),
      seconder_name: facts.seconder,
      seconder_key: facts.seconder && this.#personKey(facts.seconder),
      votes: this.#voteParts(vote),
    }
  }

  #outcomeOf(facts: VoteFacts): Pick<MotionRecord, 'result' | 'tally'> {
    const { result, ...stated } = readResult(facts.result)
    const counts = { for: facts.for ?? stated.for, against: facts.against ?? stated.against }
    return {
      result: meaningOf(result, this.#mapping.result_words) ?? toResult(result),
      tally: counts.for === null && counts.against === null ? null : counts,
    }
  }

  /** Only people who vote have a record. */
  #personKey(name: string): string | null {
    const key = foldKey(meaningOf(name, this.#mapping.people) ?? name)
    return this.#people.has(key) ? key : null
  }

  #voteParts(vote: Vote): VotePart[] {
    let isUnlike = false
    const parts = [...vote.words].flatMap(([person_key, words]): VotePart[] => {
      const [first, ...others] = [...words].flatMap((word) => this.#voteOf(word, vote) ?? [])
      if (first === undefined) return []
      const name = this.#people.get(person_key)?.name ?? person_key
      if (others.length === 0) return [{ person_key, name, ...first }]
      isUnlike = true
      return [{ person_key, name, value: 'Other', reason: [...words].join(' / ') }]
    })
    if (isUnlike) this.#unlike.push(vote)
    return parts
  }

  #voteOf(word: string, { location }: Vote): VoteWord | null {
    const existing = this.#words.get(word)
    if (existing !== undefined) return existing
    const mapped = meaningOf(word, this.#mapping.vote_words)
    if (mapped === undefined && findVoteValue(word) === undefined) {
      const subject = JSON.stringify(shortened(word, shownMax))
      const reason = 'is not a known word for a vote; recorded as Other with this word'
      this.#diagnostics.addWarningOnce({ location, subject, reason })
    }
    const vote = readVote(word, mapped)
    this.#words.set(word, vote)
    return vote
  }

  // Two votes that the table does not tell apart.
  #warnOfUnlike(): void {
    const [first] = this.#unlike
    if (first === undefined) return
    const { text, motionType } = first.facts
    const shown = JSON.stringify(
      shortened(itemOf(first.facts) ?? text ?? motionType ?? '', shownMax),
    )
    const reason = `name a member twice with unlike votes, so that two votes may share one entry: ${this.#unlike.length}; first: ${shown}`
    this.#diagnostics.addWarning({ location: first.location, subject: 'votes', reason })
  }
}

const shownMax = 60

/** What a mapping says of a word, which may be the name of an inherited property, such as constructor. */
function meaningOf<T>(word: string | null, words: Readonly<Record<string, T>> = {}): T | undefined {
  return word !== null && Object.hasOwn(words, word) ? words[word] : undefined
}

function readVote(word: string, mapped: VoteWord['value'] | null | undefined): VoteWord | null {
  if (mapped === null) return null
  const vote = toVote(word)
  if (mapped === undefined || mapped === vote.value) return vote
  return { value: mapped, reason: shortened(word, 200) }
}

/** What was voted on, with the title of an item that has no record of its own. */
function textOf({ itemTitle, motionType, text }: VoteFacts, hasItem: boolean): string | null {
  const parts = [hasItem ? null : itemTitle, motionType, text].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(': ')
}

/** Whether two rows with one number can be of one vote. */
const isOfSitting = (one: VoteFacts, other: VoteFacts) =>
  one.date === other.date && one.meetingId === other.meetingId && one.body === other.body

const itemOf = ({ matterNumber, itemNumber, itemTitle }: VoteFacts) =>
  matterNumber ?? itemNumber ?? itemTitle

function matterOf({ matterNumber: key, itemTitle }: VoteFacts): MatterRecord | null {
  return key === null ? null : { kind: 'matter', key, identifier: key, title: itemTitle ?? key }
}

/** The item of an agenda, without the number of a matter; in the order of its first votes. */
function agendaItemOf(
  { matterNumber, itemNumber, itemTitle: title }: VoteFacts,
  { key: meeting_key }: Meeting,
  position: number,
): AgendaItemRecord | null {
  if (matterNumber !== null || title === null) return null
  const key = naturalKey(meeting_key, itemNumber ?? title)
  return { kind: 'agenda_item', key, meeting_key, position, item_number: itemNumber, title }
}

function toMeeting(meeting: Meeting, title: string): MeetingRecord {
  const organization_key = foldKey(title)
  return { kind: 'meeting', ...meeting, title, organization_key, status: 'completed' }
}

/** The meeting whose id the table has, or else the sitting of the body on that day. */
function meetingOf(
  { meetingId, date: day, body }: VoteFacts,
  days: ReadonlyMap<string, string>,
): Meeting | undefined {
  const date = day ?? days.get(meetingId ?? '')
  return date === undefined ? undefined : { key: meetingId ?? `${foldKey(body)} ${date}`, date }
}

const withCounts = /^(.*?\S)\s*[,:]?\s*\(?(\d{1,4})\s*(?:-|–|to)\s*(\d{1,4})\)?$/i

/** "Carried, 25-1": the word, and the counts behind it. */
function readResult(written: string | null) {
  const [, word, inFavour, against] = withCounts.exec(written ?? '') ?? []
  if (word === undefined) return { result: written, for: null, against: null }
  return { result: word, for: Number(inFavour), against: Number(against) }
}
