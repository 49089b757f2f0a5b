import { castVotes } from '../../core/cast-votes.ts'
import type { TotalName } from '../../core/total-names.ts'
import { dialectOf } from '../../store/dialect/engines.ts'
import { ownIteration } from '../../store/iterations.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
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
  ...{ votes: null, attended: null, losing: null, recusals: null, moved: null },
  uncounted: 0,
}

/** Whether a total is on record. */
export const isKnown = (totals: Totals, name: TotalName) =>
  (name === 'attendance' ? totals.attended : totals[name]) !== null

/** Votes that one statement reads, by an index, in about 40 ms. */
const votesRead = 110_000

interface Counted {
  id: number
  /** Votes cast, or fewer: by these, statements are divided. */
  votes: number
}

/** The totals of people by their ids; one statement, or several if they have very many votes. */
export async function findTotals(
  db: ReadDatabase,
  municipalityId: number,
  people: readonly Counted[],
): Promise<Map<number, Totals>> {
  const found = new Map<number, Totals>()
  for (const [at, ids] of batchesOf(people).entries()) {
    // SQLite's statements leave no time to other requests.
    if (at > 0) await ownIteration()
    for (const { id, ...totals } of await readTotals(db, municipalityId, ids)) found.set(id, totals)
  }
  return found
}

function batchesOf(people: readonly Counted[]): number[][] {
  const batches: number[][] = []
  let free = 0
  for (const { id, votes } of people) {
    if (batches.length === 0 || votes > free) {
      batches.push([])
      free = votesRead
    }
    batches.at(-1)?.push(id)
    free -= votes
  }
  return batches
}

async function readTotals(db: ReadDatabase, municipalityId: number, ids: readonly number[]) {
  const dialect = dialectOf(db)
  const list = dialect.arrayParam(ids)
  const people = db
    .selectFrom('people')
    .select(['id', 'votes_for', 'votes_against', 'abstentions'])
    .select(['meetings_present', 'meetings_absent'])
    .where(({ ref }) => dialect.inArray(ref('id'), list))
  const votes = db
    .selectFrom('votes')
    .select(({ fn, eb }) => [
      'person_id',
      fn.countAll<number>().as('named'),
      fn.count<number>('dissent').as('settled'),
      fn.sum<number | string>('dissent').as('lost'),
      fn.count<number>(eb.case().when('value', '=', 'Recused').then(eb.lit(1)).end()).as('recused'),
      fn
        .count<number>(eb.case().when('value', 'not in', castVotes).then(eb.lit(1)).end())
        .as('uncounted'),
    ])
    .where(({ ref }) => dialect.inArray(ref('person_id') as never, list))
    .groupBy('person_id')
  const moved = db
    .selectFrom('motions')
    .select(({ fn }) => ['mover_id', fn.countAll<number>().as('moved')])
    .where(({ ref }) => dialect.inArray(ref('mover_id') as never, list))
    .groupBy('mover_id')
  const row = await db
    .selectFrom('municipalities')
    .select([
      jsonRows(db, people).as('people'),
      jsonRows(db, votes).as('votes'),
      jsonRows(db, moved).as('moved'),
      moverCount('true').as('movers'),
      aRecusal(db, municipalityId).as('recusal'),
    ])
    .where('municipalities.id', '=', municipalityId)
    .executeTakeFirstOrThrow()
  const votesOf = new Map(parseRows(row.votes).map((one) => [one.person_id, one]))
  const movedBy = new Map(parseRows(row.moved).map((one) => [one.mover_id, Number(one.moved)]))
  return parseRows(row.people).map((person) => {
    const { named, settled, lost, recused, uncounted } = votesOf.get(person.id) ?? noVotes
    const meetings = person.meetings_present + person.meetings_absent
    return {
      id: person.id,
      votes: named > 0 ? person.votes_for + person.votes_against + person.abstentions : null,
      attended: partOf(person.meetings_present, meetings),
      losing: partOf(Number(lost ?? 0), Number(settled)),
      // Without any, the source may not write down who withdrew, or who moved.
      recusals: row.recusal !== null && named > 0 ? Number(recused) : null,
      moved: Number(row.movers ?? 0) > 0 ? (movedBy.get(person.id) ?? 0) : null,
      uncounted: Number(uncounted),
    }
  })
}

const noVotes = { named: 0, settled: 0, lost: 0, recused: 0, uncounted: 0 }

const partOf = (count: number, of: number): Part | null => (of === 0 ? null : { count, of })

/** 1 if the record has a recusal of anybody, else null. Of each motion it reads one vote for each value. */
function aRecusal(db: ReadDatabase, municipalityId: number) {
  return db
    .selectFrom('votes')
    .select(({ lit }) => lit(1).as('one'))
    .where('municipality_id', '=', municipalityId)
    .where('is_first', '=', 1)
    .where('value', '=', 'Recused')
    .limit(({ lit }) => lit(1))
}

/** With fewer votes or meetings, a percentage says too little. */
export const shareMin = { attendance: 10, losing: 20 }

/** The share of a part; null if it is of too few. */
export function shareOf(name: keyof typeof shareMin, { count, of }: Part): number | null {
  return of < shareMin[name] ? null : count / of
}

/** What people are sorted by, first to last; null sorts last. */
const keysOf: Record<TotalName, (totals: Totals) => readonly number[] | null> = {
  votes: ({ votes }) => mostFirst(votes),
  attendance: ({ attended }) => shareKeys('attendance', attended, 1),
  losing: ({ losing }) => shareKeys('losing', losing, -1),
  recusals: ({ recusals }) => mostFirst(recusals),
  moved: ({ moved }) => mostFirst(moved),
}

const mostFirst = (count: number | null) => (count === null ? null : [-count])

/** Shares of too few come after the others. */
function shareKeys(name: keyof typeof shareMin, part: Part | null, sign: 1 | -1) {
  return part && [part.of < shareMin[name] ? 1 : 0, (sign * part.count) / part.of]
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
