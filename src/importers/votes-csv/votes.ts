import { foldKey } from '../../core/fold.ts'
import { adoptsItemIn } from '../../core/headings/source-sentence.ts'
import type { ImportRecord } from '../../record/kinds.ts'
import type { MatterRecord } from '../../record/matters.ts'
import type { AgendaItemRecord, MeetingRecord } from '../../record/meetings.ts'
import type { MotionRecord, VotePart } from '../../record/motions.ts'
import type { OrganizationRecord, PersonRecord } from '../../record/people.ts'
import { cleanLine, shortened } from '../kit/clean-text.ts'
import type { Diagnostics } from '../kit/diagnostics.ts'
import { EmitOnce } from '../kit/emit-once.ts'
import { naturalKey } from '../kit/natural-keys.ts'
import { meaningOf } from '../kit/table-mapping.ts'
import {
  findBodyKind,
  findVoteValue,
  officePrefix,
  toResult,
  toVote,
  type Vote as VoteWord,
} from '../kit/vocabulary.ts'
import type { SourceItem } from '../source.ts'
import { type AttendanceFacts, dayKey, Sittings } from './attendance.ts'
import { Gaps } from './gaps.ts'
import type { Counts, Standing } from './lists.ts'
import { moverIn } from './mover-in-text.ts'
import type { Mapping } from './schema.ts'
import { type Ballot, itemOf, type Vote, type VoteFacts } from './vote-facts.ts'
import { isOfList, Voters } from './voters.ts'

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
  readonly #voters: Voters
  /** The first of each spelling. */
  readonly #ballots = new Map<string, Ballot & { location: string }>()
  readonly #people = new Map<string, PersonRecord>()
  readonly #words = new Map<string, VoteWord | null>()
  readonly #gaps = new Gaps()
  readonly #sittings = new Sittings()

  /** Whether the words of a vote name who moved it. */
  readonly #namesMovers: boolean

  constructor(mapping: Mapping, diagnostics: Diagnostics, namesMovers = false) {
    this.#namesMovers = namesMovers
    this.#mapping = mapping
    this.#diagnostics = diagnostics
    this.#voters = new Voters(mapping.people)
  }

  add(facts: VoteFacts, ballots: readonly Ballot[], location: string): void {
    const { voteId, meetingId, body, motionType, text, date, time } = facts
    const at = `${date ?? ''} ${time}`.trim()
    const key = voteId ?? naturalKey(body, meetingId, itemOf(facts), motionType, text, at)
    const byResult = this.#votes.get(key) ?? new Map<string, Vote>()
    this.#votes.set(key, byResult)
    const result = voteId === null ? (facts.result ?? '') : ''
    const vote = byResult.get(result) ?? {
      ...{ facts, location, isListed: false },
      ...{ words: new Map(), weights: new Map() },
    }
    if (!isOfSitting(vote.facts, facts)) {
      const subject = `vote_id ${JSON.stringify(voteId)}`
      const reason = `is also that of a vote of another meeting, at ${vote.location}; leave vote_id out of the mapping if it is not unique in all tables`
      this.#diagnostics.addError({ location, subject, reason })
      return
    }
    byResult.set(result, vote)
    this.#noteAgain(vote, facts, ballots, location)
    for (const ballot of ballots) this.#addBallot(vote, ballot, location)
    for (const name of [facts.mover, facts.seconder])
      if (name !== null) this.#voters.note(name, 'single')
  }

  addAttendance(facts: AttendanceFacts, location: string): void {
    const { name, given, family } = facts
    const evidence = given === null ? 'named' : 'parts'
    this.#voters.note(name, evidence)
    if (!this.#ballots.has(name))
      this.#ballots.set(name, { name, given, family, word: '', evidence, location })
    this.#sittings.add(facts, location)
  }

  // What a table does not tell apart is one vote, and said.
  #noteAgain(vote: Vote, facts: VoteFacts, ballots: readonly Ballot[], location: string): void {
    if (vote.facts === facts) return
    for (const field of comparedFacts)
      if (vote.facts[field] !== facts[field])
        this.#gaps.add(
          `have rows with unlike "${field}"; those of the first row stand`,
          vote,
          location,
        )
    const isRepeated = ballots.some(({ name, word }) => vote.words.get(name)?.has(word))
    if (isRepeated) this.#gaps.add('have rows that say the same again, read as one', vote, location)
  }

  #addBallot(vote: Vote, ballot: Ballot, location: string): void {
    const { name, word, evidence, weight = null } = ballot
    this.#voters.note(name, evidence)
    if (!this.#ballots.has(name)) this.#ballots.set(name, { ...ballot, location })
    vote.isListed ||= isOfList(evidence)
    vote.words.set(name, (vote.words.get(name) ?? new Set()).add(word))
    if (weight !== null && !vote.weights.has(name)) vote.weights.set(name, weight)
  }

  /** What a row says of the word of a list. */
  standingOf(word: string, counts: Counts): Standing {
    const value = meaningOf(word, this.#mapping.vote_words) ?? toVote(word).value
    const tally = talliesOf(counts)
    const count = value === 'For' ? tally.for : value === 'Against' ? tally.against : null
    const winner = { Carried: 'For', Defeated: 'Against' }[this.#resultOf(counts.result) ?? '']
    return { count, isFor: value === 'For', hasWon: value === winner }
  }

  #resultOf(written: string | null): string | null {
    const { result } = readResult(written)
    return meaningOf(result, this.#mapping.result_words) ?? toResult(result)
  }

  /** All records, and warnings of what the tables leave open. `days` has the first day of meetings by their id. */
  *items(days: ReadonlyMap<string, string>): Generator<SourceItem> {
    const emitted = new EmitOnce()
    this.#decide()
    yield* this.#peopleItems()
    const votes = this.#inOrder()
    this.#sittings.joinMeetings(votes.flatMap(({ vote: { facts } }) => meetingsOf(facts, days)))
    const positions = new Map<string, number>()
    for (const { key, vote } of votes) {
      const { facts, location } = vote
      const meeting = meetingOf(facts, days)
      const position = (positions.get(meeting?.key ?? '') ?? 0) + 1
      if (meeting !== undefined) positions.set(meeting.key, position)
      const around = recordsAround(facts, meeting, position)
      const records = [this.#organization(facts.body), ...around.map(this.#withAttendance)]
      for (const record of records) yield* emitted.record(record, location)
      yield { type: 'record', location, record: this.#motion(vote, { key, meeting, position }) }
    }
    for (const [key, { body, date, location }] of this.#sittings.all) {
      const meeting = this.#withAttendance(toMeeting({ key, date }, body))
      for (const record of [this.#organization(body), meeting])
        yield* emitted.record(record, location)
    }
    for (const warning of this.#gaps.warnings()) this.#diagnostics.addWarning(warning)
    yield* this.#diagnostics.drain()
  }

  readonly #withAttendance = (record: ImportRecord): ImportRecord => {
    if (record.kind !== 'meeting') return record
    const attendance = this.#sittings.attendanceAt(record.key, (written) => {
      const key = this.#personKey(written)
      const name = key === null ? undefined : this.#people.get(key)?.name
      return key === null || name === undefined ? null : { key, name }
    })
    return attendance.length === 0 ? record : { ...record, attendance }
  }

  #decide(): void {
    this.#voters.decide()
    for (const [written, { given, family }] of this.#ballots)
      for (const name of this.#voters.find(written).names ?? []) {
        const isOwn = cleanLine(`${given ?? ''} ${family ?? ''}`) === name
        const key = foldKey(name)
        const parts = isOwn ? { given_name: given, family_name: family } : {}
        if (!this.#people.has(key)) this.#people.set(key, { kind: 'person', key, name, ...parts })
      }
  }

  *#peopleItems(): Generator<SourceItem> {
    const spellings = Object.entries(this.#mapping.people ?? {})
    for (const person of this.#people.values()) {
      const other_names = spellings.flatMap(([other, used]) =>
        used === person.name ? [{ name: other }] : [],
      )
      yield { type: 'record', location: this.#mapping.source, record: { ...person, other_names } }
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
      motion_kind: this.#kindOf(facts),
      text: textOf(facts, matter !== null || item !== null),
      ...this.#moversOf(vote),
      ...this.#outcomeOf(vote),
    }
  }

  /** Some tables list the adoption of an item that was amended below its amendments, as one of them. */
  #kindOf({ motionType, text }: VoteFacts) {
    const kind = meaningOf(motionType, this.#mapping.motion_kinds) ?? null
    return kind === 'amendment' && adoptsItemIn(text) ? 'motion' : kind
  }

  #moversOf({ facts, words }: Vote) {
    const { seconder } = facts
    const roll = [...words.keys()].flatMap((name) => this.#ballots.get(name) ?? [])
    const mover = facts.mover ?? (this.#namesMovers ? moverIn(facts.text, roll) : null)
    return {
      mover_name: mover && this.#shownName(mover),
      mover_key: mover && this.#personKey(mover),
      seconder_name: seconder && this.#shownName(seconder),
      seconder_key: seconder && this.#personKey(seconder),
    }
  }

  #outcomeOf(vote: Vote): Pick<MotionRecord, 'result' | 'tally' | 'votes'> {
    const { facts } = vote
    const counts = talliesOf(facts)
    const { votes, isWhole } = this.#voteParts(vote)
    const isCounted = counts.for !== null || counts.against !== null
    if (vote.isListed && isCounted) this.#compare(vote, votes, counts)
    return {
      result: this.#resultOf(facts.result),
      // Where an entry is not a person, the names are not a count.
      tally: isCounted || !isWhole ? counts : null,
      votes,
    }
  }

  #compare(vote: Vote, votes: readonly VotePart[], counts: ReturnType<typeof talliesOf>): void {
    const named = (value: VotePart['value']) => votes.filter((one) => one.value === value).length
    const [inFavour, against] = [counts.for ?? named('For'), counts.against ?? named('Against')]
    if (inFavour === named('For') && against === named('Against')) return
    const unlike = `count ${inFavour}-${against} and name ${named('For')}-${named('Against')}`
    this.#gaps.add('have counts that differ from their names, and stand', vote, unlike)
  }

  #shownName(written: string): string {
    const isKnown = Object.hasOwn(this.#mapping.people ?? {}, written)
    return isKnown ? written : written.replace(officePrefix, '')
  }

  /** Only people who vote have a record. */
  #personKey(written: string): string | null {
    const [name, ...others] = this.#voters.find(written).names ?? []
    if (name === undefined || others.length > 0) return null
    const key = foldKey(name)
    return this.#people.has(key) ? key : null
  }

  /** The votes of a motion, and whether every entry is a person. */
  #voteParts(vote: Vote): { votes: VotePart[]; isWhole: boolean } {
    const wordsOf = new Map<string, Set<string>>()
    const weights = new Map<string, number>()
    let isWhole = true
    const names = [...vote.words.keys()]
    for (const [written, words] of vote.words) {
      const voter = this.#voters.find(written, names)
      if (voter.names === null) {
        isWhole = false
        const { location } = this.#ballots.get(written) ?? vote
        this.#gaps.addUnread(written, voter.reason, { vote, location })
      }
      for (const name of voter.names ?? []) {
        const key = foldKey(name)
        wordsOf.set(key, new Set([...(wordsOf.get(key) ?? []), ...words]))
        const weight = vote.weights.get(written)
        if (weight !== undefined) weights.set(key, weight)
      }
    }
    const votes = this.#toParts(vote, wordsOf).map((part) => {
      const weight = weights.get(part.person_key ?? '')
      return weight === undefined ? part : { ...part, weight }
    })
    return { votes, isWhole }
  }

  #toParts(vote: Vote, wordsOf: ReadonlyMap<string, ReadonlySet<string>>): VotePart[] {
    let isUnlike = false
    const parts = [...wordsOf].flatMap(([person_key, words]): VotePart[] => {
      const [first, ...others] = [...words].flatMap((word) => this.#voteOf(word, vote) ?? [])
      if (first === undefined) return []
      const name = this.#people.get(person_key)?.name ?? person_key
      if (others.length === 0) return [{ person_key, name, ...first }]
      isUnlike = true
      return [{ person_key, name, value: 'Other', reason: [...words].join(' / ') }]
    })
    if (isUnlike)
      this.#gaps.add(
        'name a member twice with unlike votes, so that two votes may share one entry',
        vote,
      )
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
}

const shownMax = 60
// What rows of one vote should share beside its key.
const comparedFacts = [
  'for',
  'against',
  'mover',
  'seconder',
  'result',
  'itemTitle',
  'motionType',
  'text',
] as const

function talliesOf({ for: inFavour, against, result }: Counts) {
  const stated = readResult(result)
  return { for: inFavour ?? stated.for, against: against ?? stated.against }
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

/** The records of the meeting, the matter and the item of a vote. */
function recordsAround(facts: VoteFacts, meeting: Meeting | undefined, position: number) {
  const item = meeting === undefined ? null : agendaItemOf(facts, meeting, position)
  const sitting = meeting === undefined ? null : toMeeting(meeting, facts.body)
  return [sitting, matterOf(facts), item].filter((record) => record !== null)
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
  return date === undefined ? undefined : { key: meetingId ?? dayKey(body, date), date }
}

const meetingsOf = (facts: VoteFacts, days: ReadonlyMap<string, string>) => {
  const meeting = meetingOf(facts, days)
  return meeting === undefined ? [] : [{ ...meeting, body: facts.body }]
}

const withCounts = /^(.*?\S)\s*[,:]?\s*\(?(\d{1,4})\s*(?:-|–|to)\s*(\d{1,4})\)?$/i

/** "Carried, 25-1": the word, and the counts behind it. */
function readResult(written: string | null) {
  const [, word, inFavour, against] = withCounts.exec(written ?? '') ?? []
  if (word === undefined) return { result: written, for: null, against: null }
  return { result: word, for: Number(inFavour), against: Number(against) }
}
