import { foldCase } from '../../../src/core/fold.ts'
import { ocdId } from '../../../src/core/ocd-id.ts'
import type { SearchKind } from '../../../src/store/tables.ts'
import type { Random } from '../kit/random.ts'
import type { Counts, Kind } from './shape.ts'

export type Row = Record<string, unknown>

/** The matches of a row, where search covers its kind. */
export interface Entry {
  kind: SearchKind
  title: string
  body: string
  /** Row of the meeting that it belongs to. */
  meeting: number | null
}

/** A row, and how it is found. */
export interface Made {
  row: Row
  entry?: Entry
}

/** A municipality whose rows are made: what it holds, and the ids from which those of each kind count. */
export interface Plan {
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

/** The id of a row, which it has from its position among those of its kind. */
export const idOf = ({ first }: Plan, kind: Kind, index: number) => first[kind] + index

/** One of the rows of another kind, any of them as likely. */
export const anyOf = (plan: Plan, kind: Kind) =>
  idOf(plan, kind, plan.random.below(plan.counts[kind]))
/** The row under which this one stands: neighbours are under the same. */
export const under = ({ counts }: Plan, kind: Kind, index: number, of: Kind) =>
  Math.min(Math.floor((index * counts[of]) / counts[kind]), counts[of] - 1)

/** The day of a meeting: all together they are spread evenly over four years. */
export function dateOf({ counts }: Plan, meeting: number): string {
  const day = Math.floor((meeting * spanDays) / counts.meetings)
  return new Date(firstDay + day * dayMs).toISOString().slice(0, 10)
}

/** What every row has that an import wrote. */
export function imported({ municipalityId }: Plan, kind: Kind, index: number): Row {
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
    // One in a hundred is gone.
    removed_at: index % 100 === 99 ? written : null,
  }
}

type OcdType = Parameters<typeof ocdId>[0]
/** A row with its Open Civic Data id. */
export const named = (plan: Plan, type: OcdType, row: Row) => ({
  ...row,
  ocd_id: ocdId(type, {
    jurisdictionId: plan.jurisdictionId,
    source: 'scale',
    key: String(row.key),
  }),
})

/** A text and, beside it, the same as filters compare it. */
export const folded = (name: string, value: string | null) => ({
  [name]: value,
  [`${name}_folded`]: value === null ? null : foldCase(value),
})
