import { expressionBuilder } from 'kysely'
import { foldCase } from '../../core/fold.ts'
import { cachedQuery } from '../../store/cached-query.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import type { Tables } from '../../store/tables.ts'
import type { Range } from '../_shared/queries.ts'

export interface BylawFilters {
  status?: string
  category?: string
  year?: number
}

const columns = [
  'id',
  'slug',
  'title',
  'bylaw_number',
  'status',
  'category',
  'year',
  'description',
  'plain_english_summary',
  'source_url',
  'updated_at',
] as const

// Stored value of an unknown year. No by-law is of the year 0, so a filter for it finds nothing.
const unknownYear = 0

export type BylawRow = Awaited<ReturnType<typeof listBylaws>>[number]

/** Newest year first, unknown years last; one statement. */
export async function listBylaws(
  db: ReadDatabase,
  municipalityId: number,
  { status, category, year }: BylawFilters,
  { after = [], limit }: Range,
) {
  const [afterYear, afterId] = after as number[]
  return pageOfBylaws(
    db,
    {
      municipalityId,
      status: status && foldCase(status),
      category: category && foldCase(category),
      year,
      afterYear,
      afterId,
    },
    { limit },
  )
}

type BylawValues = {
  municipalityId: number
  status: string | undefined
  category: string | undefined
  year: number | undefined
  afterYear: number | undefined
  afterId: number | undefined
}

const pageOfBylaws = cachedQuery((db, values: BylawValues, { limit }: { limit: number }) => {
  const { status, category, year, afterYear, afterId } = values
  let query = db
    .selectFrom('bylaws')
    .select(columns)
    .where('municipality_id', '=', values.municipalityId)
    .where('removed_at', 'is', null)
  if (status !== undefined) query = query.where('status_folded', '=', status)
  if (category !== undefined) query = query.where('category_folded', '=', category)
  if (year !== undefined) query = query.where('year', '=', year).where('year', '!=', unknownYear)
  if (afterYear !== undefined && afterId !== undefined) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('year', 'id'), '<', tuple(afterYear, afterId)),
    )
  }
  return query
    .orderBy('year', 'desc')
    .orderBy('id', 'desc')
    .limit(({ lit }) => lit(limit))
})

export type BylawDetailRows = NonNullable<Awaited<ReturnType<typeof findBylaw>>>

/** One statement. */
export async function findBylaw(db: ReadDatabase, municipalityId: number, slug: string) {
  const [bylaw] = await bylawOfSlug(db, { municipalityId, slug })
  return bylaw && { bylaw, matters: parseRows(bylaw.matters) }
}

const bylawOfSlug = cachedQuery(
  (db, { municipalityId, slug }: { municipalityId: number; slug: string }) =>
    db
      .selectFrom('bylaws')
      .select(columns)
      .select(jsonRows(db, matters).as('matters'))
      .where('municipality_id', '=', municipalityId)
      .where('removed_at', 'is', null)
      .where('slug', '=', slug),
)

const matters = expressionBuilder<Tables, 'bylaws'>()
  .selectFrom('matters')
  .select(['matters.slug', 'matters.title', 'matters.status'])
  .whereRef('matters.bylaw_id', '=', 'bylaws.id')
  .where('matters.removed_at', 'is', null)
  .orderBy('matters.last_seen', 'desc')
  .orderBy('matters.id', 'desc')
