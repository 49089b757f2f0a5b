import type { ReadDatabase } from '../../store/open.ts'
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
  'person_count',
  'vote_count',
] as const

export type MunicipalityRow = Awaited<ReturnType<typeof listMunicipalities>>[number]

/** By slug; one statement. */
export async function listMunicipalities(db: ReadDatabase, range: Range) {
  return pageOfMunicipalities(db, {}, range)
}

const pageOfMunicipalities = cachedList(
  (db, { given, after, limit }: ListQuery<object, [string]>) =>
    db
      .selectFrom('municipalities')
      .select(columns)
      .select(({ selectFrom, lit }) =>
        selectFrom('imports')
          .select('imports.finished_at')
          .whereRef('imports.municipality_id', '=', 'municipalities.id')
          .where('imports.result', '=', 'done')
          .orderBy('imports.id', 'desc')
          .limit(lit(1))
          .as('last_import_at'),
      )
      .$if(given('after'), (query) => query.where('slug', '>', after[0]))
      .orderBy('slug')
      .limit(({ lit }) => lit(limit)),
)
