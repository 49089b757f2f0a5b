import { cachedQuery } from '../../store/cached-query.ts'
import type { ReadDatabase } from '../../store/open.ts'
import type { Range } from '../_shared/queries.ts'

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
export async function listMunicipalities(db: ReadDatabase, { after = [], limit }: Range) {
  const [afterSlug] = after as [string?]
  return pageOfMunicipalities(db, { afterSlug }, { limit })
}

const pageOfMunicipalities = cachedQuery(
  (db, { afterSlug }: { afterSlug: string | undefined }, { limit }: { limit: number }) =>
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
      .$if(afterSlug !== undefined, (query) => query.where('slug', '>', afterSlug ?? ''))
      .orderBy('slug')
      .limit(({ lit }) => lit(limit)),
)
