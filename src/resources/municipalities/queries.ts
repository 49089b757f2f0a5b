import { expressionBuilder } from 'kysely'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import type { Tables } from '../../store/tables.ts'
import { cachedList, type ListQuery, type Range } from '../_shared/queries.ts'

const columns = [
  'slug',
  'name',
  'division_id',
  'time_zone',
  'url',
  'languages',
  'first_meeting',
  'last_meeting',
  'as_of',
  'meeting_count',
  'motion_count',
  'matter_count',
  'bylaw_count',
  'document_count',
  'person_count',
  'vote_count',
] as const

const lastImport = expressionBuilder<Tables, 'municipalities'>()
  .selectFrom('imports')
  .select(['imports.finished_at', 'imports.source as name', 'imports.source_url as url'])
  .select('imports.licence')
  .whereRef('imports.municipality_id', '=', 'municipalities.id')
  .where('imports.result', '=', 'done')
  .orderBy('imports.id', 'desc')

export type MunicipalityRow = Awaited<ReturnType<typeof listMunicipalities>>[number]

/** By slug; one statement. */
export async function listMunicipalities(db: ReadDatabase, range: Range) {
  const rows = await pageOfMunicipalities(db, {}, range)
  return rows.map(({ last, notes, ...row }) => ({
    ...row,
    last: parseRows(last)[0],
    notes: Number(notes),
  }))
}

/** One statement. */
export async function countMunicipalities(db: ReadDatabase) {
  return pageOfMunicipalities.count(db, {})
}

const pageOfMunicipalities = cachedList(
  (db, { given, after, limit }: ListQuery<object, [string]>) =>
    db
      .selectFrom('municipalities')
      .select(columns)
      .select(({ selectFrom }) => [
        jsonRows(db, lastImport, 1).as('last'),
        selectFrom('facets')
          .select(({ fn }) => fn.sum<number>('facets.count').as('count'))
          .whereRef('facets.municipality_id', '=', 'municipalities.id')
          .where('facets.list', '=', 'notes')
          .as('notes'),
      ])
      .$if(given('after'), (query) => query.where('slug', '>', after[0]))
      .orderBy('slug')
      .limit(({ lit }) => lit(limit)),
)
