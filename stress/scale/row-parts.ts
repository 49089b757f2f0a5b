import type { Insertable } from 'kysely'
import { foldCase } from '../../src/core/fold.ts'
import { ocdId } from '../../src/core/ocd-id.ts'
import type { Tables } from '../../src/store/tables.ts'
import type { Random } from '../kit/random.ts'
import type { Counts, Kind } from './shape.ts'

/** A row of a table with all columns that have no default. */
export type Row<K extends Kind> = Insertable<Tables[K]>

/** A municipality to generate: its counts, and the first id of each kind. */
export interface TownPlan {
  random: Random
  municipalityId: number
  jurisdictionId: string
  counts: Counts
  first: Counts
}

const spanDays = 4 * 365
const firstDay = Date.UTC(2022, 0, 1)
const dayMs = 86_400_000
const written = '2026-01-05T00:00:00.000Z'

/** The id of the nth row of a kind. */
export const idOf = ({ first }: TownPlan, kind: Kind, index: number) => first[kind] + index

/** The id of a random row of another kind. */
export const randomId = (plan: TownPlan, kind: Kind) =>
  idOf(plan, kind, plan.random.below(plan.counts[kind]))

/** The index of a row's parent; adjacent rows share it. */
export const parentIndex = ({ counts }: TownPlan, kind: Kind, index: number, of: Kind) =>
  Math.min(Math.floor((index * counts[of]) / counts[kind]), counts[of] - 1)

/** The date of a meeting; meetings are spread evenly over four years. */
export function dateOf({ counts }: TownPlan, meeting: number): string {
  const day = Math.floor((meeting * spanDays) / counts.meetings)
  return new Date(firstDay + day * dayMs).toISOString().slice(0, 10)
}

/** The columns that every imported row has. */
export function importedColumns({ municipalityId }: TownPlan, kind: Kind, index: number) {
  const key = `${kind}-${index}`
  return {
    municipality_id: municipalityId,
    source: 'scale',
    key,
    slug: key.replaceAll('_', '-'),
    source_url: `https://town.example/${key}`,
    content_hash: '0'.repeat(64),
    created_at: written,
    updated_at: written,
  }
}

type OcdType = Parameters<typeof ocdId>[0]

/** Adds the Open Civic Data id. */
export const named = <R extends { key: string }>(plan: TownPlan, type: OcdType, row: R) => ({
  ...row,
  ocd_id: ocdId(type, {
    jurisdictionId: plan.jurisdictionId,
    source: 'scale',
    key: row.key,
  }),
})

/** A column and its folded counterpart. */
export const folded = <N extends string>(name: N, value: string) =>
  ({ [name]: value, [`${name}_folded`]: foldCase(value) }) as Record<N | `${N}_folded`, string>
