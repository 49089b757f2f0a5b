import { foldCase } from '../../core/fold.ts'
import type { ReadDatabase, ReadStore } from '../../store/open.ts'
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
] as const

// Stored as 0: unknown. No by-law is of the year 0, so asking for it finds nothing.
const unknownYear = 0

export type BylawRow = Awaited<ReturnType<typeof listBylaws>>[number]

/** By-laws, newest year first, those without a year at the end; one statement. */
export async function listBylaws(
  db: ReadDatabase,
  municipalityId: number,
  { status, category, year }: BylawFilters,
  range: Range,
) {
  let query = db
    .selectFrom('bylaws')
    .select(columns)
    .where('municipality_id', '=', municipalityId)
    .where('removed_at', 'is', null)
  if (status !== undefined) query = query.where('status_folded', '=', foldCase(status))
  if (category !== undefined) query = query.where('category_folded', '=', foldCase(category))
  if (year !== undefined) query = query.where('year', '=', year).where('year', '!=', unknownYear)
  if (range.after !== undefined) {
    const [lastYear, id] = range.after as [number, number]
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('year', 'id'), '<', tuple(lastYear, id)),
    )
  }
  return query
    .orderBy('year', 'desc')
    .orderBy('id', 'desc')
    .limit(({ lit }) => lit(range.limit))
    .execute()
}

export type BylawDetailRows = NonNullable<Awaited<ReturnType<typeof findBylaw>>>

/** One by-law by slug with its matters; two statements that see one state of the database. */
export async function findBylaw(
  store: ReadStore,
  municipalityId: number,
  name: { column: 'slug'; value: string },
) {
  return store.read(async (db) => {
    const bylaw = await db
      .selectFrom('bylaws')
      .select(columns)
      .where('municipality_id', '=', municipalityId)
      .where('removed_at', 'is', null)
      .where(name.column, '=', name.value)
      .executeTakeFirst()
    return bylaw === undefined ? undefined : { bylaw, matters: await listMatters(db, bylaw.id) }
  })
}

async function listMatters(db: ReadDatabase, bylawId: number) {
  return db
    .selectFrom('matters')
    .select(['slug', 'title', 'status'])
    .where('bylaw_id', '=', bylawId)
    .where('removed_at', 'is', null)
    .orderBy('last_seen', 'desc')
    .orderBy('id', 'desc')
    .execute()
}
