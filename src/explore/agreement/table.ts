import { percentOf, type SharedVotes, shareOf } from '../parts/agreement-share.ts'
import { orderByAgreement } from './order.ts'
import type { PairRow, Person } from './queries.ts'

/** Two people who share enough votes for a percentage, the first by name first. */
export interface Pair extends SharedVotes {
  one: Person
  other: Person
  share: number
  percent: number
}

export interface Table {
  /** In the order of the table. */
  members: readonly Person[]
  /** Undefined for too few votes, and for a member and themselves. */
  pairOf(one: Person, other: Person): Pair | undefined
  /** Those who voted alike most often first; of the same share, those with more votes in common. */
  pairs: readonly Pair[]
  /** People without enough votes with any other. */
  alone: readonly Person[]
  /** Whether two of the members share too few votes. */
  hasGaps: boolean
  /** Whether no two people share any vote. */
  isEmpty: boolean
}

/** People by name and how often they voted alike, as a table in which those who vote alike stand together. */
export function toTable(
  people: readonly Person[],
  rows: readonly PairRow[],
  isOfAll: boolean,
): Table {
  const rankOf = new Map(people.map((person, at) => [person.id, at]))
  const rank = ({ id }: Person) => rankOf.get(id) ?? 0
  const pairs = rows.flatMap((row) => {
    const ranks = [rankOf.get(row.person_id), rankOf.get(row.other_id)]
    const [one, other] = ranks
      .filter((at) => at !== undefined)
      .toSorted((a, b) => a - b)
      .map((at) => people[at])
    const shared = isOfAll
      ? { motions: row.motions, same: row.same }
      : { motions: row.contested_motions, same: row.contested_same }
    const share = shareOf(shared)
    if (one === undefined || other === undefined || share === null) return []
    return [{ ...shared, one, other, share, percent: percentOf(share) }]
  })
  const pairOfIds = new Map(
    pairs.flatMap((pair) => {
      const { one, other } = pair
      return [
        [`${one.id} ${other.id}`, pair],
        [`${other.id} ${one.id}`, pair],
      ]
    }),
  )
  const pairOf = (one: Person, other: Person) => pairOfIds.get(`${one.id} ${other.id}`)
  const paired = new Set(pairs.flatMap(({ one, other }) => [one, other]))
  const named = people.filter((person) => paired.has(person))
  const order = orderByAgreement(named.length, (one, other) => {
    const ends = [named[one], named[other]] as const
    return (ends[0] && ends[1] && pairOf(ends[0], ends[1])?.share) ?? null
  })
  return {
    members: order.flatMap((at) => named[at] ?? []),
    pairOf,
    pairs: pairs.toSorted(
      (a, b) =>
        b.share - a.share ||
        b.motions - a.motions ||
        rank(a.one) - rank(b.one) ||
        rank(a.other) - rank(b.other),
    ),
    alone: people.filter((person) => !paired.has(person)),
    hasGaps: pairs.length < (named.length * (named.length - 1)) / 2,
    isEmpty: rows.length === 0,
  }
}
