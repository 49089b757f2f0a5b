import { contradicts } from '../../core/carried-results.ts'
import { areAllNamed } from '../../core/extra-votes.ts'
import { areOddWeights, decidingCounts } from '../../core/weighted-votes.ts'
import type { ImportRecord } from '../../record/kinds.ts'
import type { MeetingRecord } from '../../record/meetings.ts'
import type { MotionRecord, VotePart } from '../../record/motions.ts'
import { tallyOf } from './canonical-record.ts'
import type { LoadScope } from './scope.ts'
import { extraVotesIn, toCounted } from './writers.ts'

/** A record, and what a warning says about it. */
export interface SettledRecord {
  record: ImportRecord
  remarks: string[]
}

const namesShown = 3

/**
 * The record with each person once in a roll call of votes or presence. A bundle is checked when it is read: without
 * keys, its rows of one name are two people.
 */
export function settleRollCalls(record: ImportRecord, isThirdParty: boolean): SettledRecord {
  if (record.kind === 'motion') return settleVotes(record, isThirdParty)
  return record.kind === 'meeting'
    ? settleAttendance(record, isThirdParty)
    : { record, remarks: [] }
}

function settleVotes(record: MotionRecord, isThirdParty: boolean): SettledRecord {
  const { votes = [] } = record
  // In a ballot for several seats, a person votes once for each of several candidates.
  const ballots = byPerson(votes, isThirdParty, {
    alike: ({ value, reason }) => `${value} ${reason ?? ''}`,
    apart: ({ candidate }) => candidate,
  })
  if (ballots.length === votes.length) return { record, remarks: [...countRemarks(record)] }
  const people = ballots.map(onceOrNoSide)
  // One of the counts is a vote short, but no one knows which.
  const isCountless = record.tally == null && people.some(({ isUnclear }) => isUnclear)
  const counts = isCountless ? { tally: {} } : {}
  const settled = { ...record, ...counts, votes: people.map(({ vote }) => vote) }
  const remarks = remarksOn(people, 'with different votes: recorded as Other, on neither side')
  return { record: settled, remarks: [...remarks, ...countRemarks(settled)] }
}

/** What the printed counts, the names and the result contradict in each other. */
function* countRemarks(record: MotionRecord): Generator<string> {
  const { result, other_result: other, tally: stated, votes = [] } = record
  const tally = tallyOf(record)
  // Counts that are sums of weights are not of names.
  const printed = stated && tally
  const named = (value: VotePart['value']) => votes.filter((vote) => vote.value === value).length
  const names = { for: named('For'), against: named('Against') }
  if (printed != null && differs(printed, names, extraVotesIn(record)))
    yield `prints ${printed.for ?? '?'} to ${printed.against ?? '?'}, but names ${names.for} for and ${names.against} against: the printed counts stand`
  if (other != null)
    yield `is stated as ${JSON.stringify(result)} and as ${JSON.stringify(other)}: both are shown, and no vote is on the losing side`
  if (areOddWeights(votes, tally?.weighted))
    yield `has weights of zero or less, or whose sums are not ${tally?.weighted?.for ?? '?'} to ${tally?.weighted?.against ?? '?'}: the printed result stands`
  const decided = decidingCounts(toCounted({ ...record, tally }))
  if (contradicts(result, decided))
    yield `is ${JSON.stringify(result)} with ${decided.for} for and ${decided.against} against: recorded as written, and no vote is on the losing side`
}

type Counts = { for?: number | null; against?: number | null }

// Without a vote for by name, the names may be those of the dissents alone.
function differs(
  printed: Counts,
  names: { for: number; against: number },
  extra: number | null,
): boolean {
  const { for: inFavour = null, against = null } = printed
  const isOther = (count: number | null, named: number) =>
    count !== null && !areAllNamed(named, count, extra)
  if (names.for === 0) return names.against > 0 && isOther(against, names.against)
  return isOther(inFavour, names.for) || isOther(against, names.against)
}

function onceOrNoSide(ballots: readonly VotePart[]) {
  const [first] = ballots as [VotePart]
  const values = [...new Set(ballots.map(({ value }) => value))]
  const reason = ballots.find((vote) => vote.reason != null)?.reason ?? null
  const vote: VotePart =
    values.length === 1
      ? { ...first, reason }
      : { ...first, value: 'Other', reason: values.join(', ') }
  return { vote, name: first.name, times: ballots.length, isUnclear: values.length > 1 }
}

function settleAttendance(record: MeetingRecord, isThirdParty: boolean): SettledRecord {
  const { attendance = [] } = record
  const people = byPerson(attendance, isThirdParty, { alike: ({ present }) => `${present}` })
  if (people.length === attendance.length) return { record, remarks: [] }
  const settled = people.map((rows) => ({
    row: {
      ...rows[0],
      role: rows.find(({ role }) => role != null)?.role ?? null,
      reason: rows.find(({ reason }) => reason != null)?.reason ?? null,
    },
    name: rows[0].name,
    times: rows.length,
    isUnclear: rows.some(({ present }) => present !== rows[0].present),
  }))
  return {
    record: {
      ...record,
      attendance: settled.filter(({ isUnclear }) => !isUnclear).map(({ row }) => row),
    },
    remarks: remarksOn(settled, 'both as present and as absent: omitted from the attendance'),
  }
}

type RollCallEntry = { person_key?: string | null; name: string }

/** The rows of each person, in order. Without keys, rows of one name are one person only if alike, and never in a bundle. */
function byPerson<R extends RollCallEntry>(
  rows: readonly R[],
  isThirdParty: boolean,
  { alike, apart }: { alike: (row: R) => string; apart?: (row: R) => string | null | undefined },
): [R, ...R[]][] {
  const people = new Map<string, [R, ...R[]]>()
  for (const [index, row] of rows.entries()) {
    const { person_key, name } = row
    const named = isThirdParty ? `name ${name} ${alike(row)}` : `row ${index}`
    const person = person_key == null ? named : `key ${person_key}`
    const key = `${person} ${apart?.(row) ?? ''}`
    const earlier = people.get(key)
    if (earlier === undefined) people.set(key, [row])
    else earlier.push(row)
  }
  return [...people.values()]
}

function remarksOn(
  people: readonly { name: string; times: number; isUnclear: boolean }[],
  unclear: string,
): string[] {
  const repeated = people.filter(({ times, isUnclear }) => times > 1 && !isUnclear)
  const contradicted = people.filter(({ isUnclear }) => isUnclear)
  return [
    ...(repeated.length > 0 ? [`lists ${namesOf(repeated)} more than once: each counts once`] : []),
    ...(contradicted.length > 0 ? [`lists ${namesOf(contradicted)} ${unclear}`] : []),
  ]
}

function namesOf(people: readonly { name: string }[]): string {
  // In a ballot, one person can repeat the votes for several candidates.
  const all = [...new Set(people.map(({ name }) => JSON.stringify(name)))]
  const names = all.slice(0, namesShown)
  const more = all.length - names.length
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

/** The votes for and against one motion, of people on record. */
export interface Ballot {
  /** Slug. */
  motion: string
  /** 0 if unknown. */
  year: number
  /** The organization that decided; 0 if unknown. */
  organization: number
  isContested: boolean
  /** Ids of people, negative for a vote against. */
  sides: Int32Array
}

const motionsRead = 1000

/** 0 if the date is unknown. */
export const yearOf = (date: string) => Number(date.slice(0, 4))

/** Two unlike votes of one person on one motion are none. */
export async function readBallots(
  { db, target }: Pick<LoadScope, 'db' | 'target'>,
  people: { has(id: number): boolean },
  isRead: (year: number) => boolean = () => true,
): Promise<Ballot[]> {
  const ballots: Ballot[] = []
  let last = 0
  for (;;) {
    const motions = await db
      .selectFrom('motions')
      .select(['id', 'slug', 'date', 'decided_by_id', 'contested'])
      .where('municipality_id', '=', target.id)
      .where('has_votes', '=', 1)
      .where('id', '>', last)
      .orderBy('id')
      .limit(motionsRead)
      .execute()
    const some = motions.filter(({ date }) => isRead(yearOf(date)))
    const ids = some.map(({ id }) => id)
    const sides = await sidesOf({ db }, ids, people)
    for (const { id, slug, date, decided_by_id, contested } of some)
      ballots.push({
        motion: slug,
        year: yearOf(date),
        organization: decided_by_id ?? 0,
        isContested: contested === 1,
        sides: Int32Array.from(sides.get(id) ?? []),
      })
    if (motions.length < motionsRead) break
    last = motions.at(-1)?.id ?? last
  }
  return ballots
}

type Sides = Map<number, Set<number>>

async function sidesOf(
  { db }: Pick<LoadScope, 'db'>,
  motions: readonly number[],
  people: { has(id: number): boolean },
): Promise<Sides> {
  const sides: Sides = new Map(motions.map((id) => [id, new Set()]))
  if (motions.length === 0) return sides
  const votes = await db
    .selectFrom('votes')
    .select(['motion_id', 'person_id', 'value'])
    .where('motion_id', 'in', motions)
    .where('value', 'in', ['For', 'Against'])
    .execute()
  for (const { motion_id, person_id, value } of votes)
    if (person_id !== null && people.has(person_id))
      sides.get(motion_id)?.add(value === 'For' ? person_id : -person_id)
  for (const ofMotion of sides.values()) dropUnlike(ofMotion)
  return sides
}

function dropUnlike(sides: Set<number>): void {
  for (const side of sides) if (sides.delete(-side)) sides.delete(side)
}
