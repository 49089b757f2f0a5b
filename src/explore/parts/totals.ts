import type { TotalName } from '../../core/total-names.ts'
import { cachedRow } from '../../store/cached-query.ts'
import type { ArrayParam } from '../../store/dialect/dialect.ts'
import { dialectOf } from '../../store/dialect/engines.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { type PersonCount, pageCounts, personCounts } from '../../store/record-tables.ts'
import { moverCount } from '../queries.ts'

/**
 * How somebody took part, in council and committees; null for what is not on record. `words.totals.means` explains each
 * to readers.
 */
export interface Totals {
  /** Votes cast: for, against and abstentions. */
  votes: number | null
  /** Of the meetings whose roll call names the person, those attended. */
  attended: Part | null
  /** Of the recorded votes that name the person, those that say absent: not absences from a meeting. */
  absences: Part | null
  /** Of the votes for or against where the outcome is clear, those against it. */
  losing: Part | null
  /** Votes that the person did not take part in because of an interest. */
  recusals: number | null
  /** Motions that name the person as mover. */
  moved: number | null
  /** Lines of recorded votes that are not votes cast: absences, recusals and the like. */
  uncounted: number
}

interface Part {
  count: number
  of: number
}

export const noTotals: Totals = {
  ...{ votes: null, attended: null, absences: null, losing: null, recusals: null, moved: null },
  uncounted: 0,
}

/** Whether a total is on record. */
export const isKnown = (totals: Totals, name: TotalName) => totalOf(totals, name) !== null

export const totalOf = (totals: Totals, name: TotalName) =>
  name === 'attendance' ? totals.attended : totals[name]

/** The totals of people by their ids; one statement. */
export async function findTotals(
  db: ReadDatabase,
  municipalityId: number,
  ids: readonly number[],
): Promise<Map<number, Totals>> {
  const row = await countsOf(db, { municipalityId, ids: dialectOf(db).arrayParam(ids) })
  // Without any, the source may not write down who withdrew, who was absent or who moved.
  const recorded = {
    recusals: Number(row.recusals ?? 0) > 0,
    absences: Number(row.absences ?? 0) > 0,
    moved: Number(row.movers ?? 0) > 0,
  }
  return new Map(parseRows(row.people).map((person) => [person.id, totalsOf(person, recorded)]))
}

const countsOf = cachedRow(
  (db, { municipalityId, ids }: { municipalityId: number; ids: ArrayParam }) => {
    const people = db
      .selectFrom('people')
      .select(['id', ...personCounts, ...pageCounts])
      .where(({ ref }) => dialectOf(db).inArray(ref('id'), ids))
    return db
      .selectFrom('municipalities')
      .select([
        jsonRows(db, people).as('people'),
        moverCount('true').as('movers'),
        sumOf(db, municipalityId, 'recusals').as('recusals'),
        sumOf(db, municipalityId, 'absences').as('absences'),
      ])
      .where('municipalities.id', '=', municipalityId)
  },
)

function totalsOf(
  person: Record<PersonCount, number>,
  recorded: Record<'recusals' | 'absences' | 'moved', boolean>,
): Totals {
  const votes = person.votes_for + person.votes_against + person.abstentions
  const named = votes + person.other_votes
  const isNamed = named > 0
  return {
    votes: isNamed ? votes : null,
    attended: partOf(person.meetings_present, person.meetings_present + person.meetings_absent),
    absences: recorded.absences ? partOf(person.absences, named) : null,
    losing: partOf(person.votes_lost, person.votes_settled),
    recusals: recorded.recusals && isNamed ? person.recusals : null,
    moved: recorded.moved ? person.motions_moved : null,
    uncounted: person.other_votes,
  }
}

const partOf = (count: number, of: number): Part | null => (of === 0 ? null : { count, of })

/** How often anybody withdrew from a vote, or was absent. */
function sumOf(db: ReadDatabase, municipalityId: number, name: 'recusals' | 'absences') {
  return db
    .selectFrom('people')
    .select(({ fn }) => fn.sum<number>(name).as('count'))
    .where('municipality_id', '=', municipalityId)
}

/** With fewer votes or meetings, a percentage says too little. */
export const shareMin = { meetings: 10, votes: 20 }

/** The share of a part; null if it is of too few. */
export function shareOf(name: TotalName, { count, of }: Part): number | null {
  return of < minOf(name) ? null : count / of
}

const minOf = (name: TotalName) => (name === 'attendance' ? shareMin.meetings : shareMin.votes)

/** What people are sorted by, first to last; null sorts last. */
const keysOf: Record<TotalName, (totals: Totals) => readonly number[] | null> = {
  votes: ({ votes }) => mostFirst(votes),
  attendance: ({ attended }) => shareKeys('attendance', attended, 1),
  absences: ({ absences }) => shareKeys('absences', absences, -1),
  losing: ({ losing }) => shareKeys('losing', losing, -1),
  recusals: ({ recusals }) => mostFirst(recusals),
  moved: ({ moved }) => mostFirst(moved),
}

const mostFirst = (count: number | null) => (count === null ? null : [-count])

/** Shares of too few come after the others. */
function shareKeys(name: TotalName, part: Part | null, sign: 1 | -1) {
  return part && [part.of < minOf(name) ? 1 : 0, (sign * part.count) / part.of]
}

/** By a total: the lowest attendance first, else the highest total; people without it last, equal ones as they come. */
export function sortByTotal<P extends { totals: Totals }>(
  people: readonly P[],
  name: TotalName,
): P[] {
  const keys = (person: P) => keysOf[name](person.totals)
  return people.toSorted((one, other) => {
    const [first, second] = [keys(one), keys(other)]
    if (first === null || second === null) return Number(first === null) - Number(second === null)
    return first.reduce((order, key, at) => order || key - (second[at] ?? 0), 0)
  })
}

/** The direction in which a column is sorted. */
export const directionOf = (name: TotalName) =>
  name === 'attendance' ? ('ascending' as const) : ('descending' as const)
