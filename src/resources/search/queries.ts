import { regionCode } from '../../core/provinces.ts'
import { dialectOf } from '../../store/dialect/engines.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { countWords, parseQuery, searchWordsMax } from '../../store/search/query-terms.ts'
import { searchBounds } from '../../store/search/search.ts'

/** How many results a table of a search may have: those that are ranked. */
export const resultsMax = searchBounds.rankedMax

/** How many words a query has, and how many it may have. */
export const wordCount = (q: string) => ({ count: countWords(parseQuery(q)), max: searchWordsMax })

/** The municipalities of results and counts, by their ids. */
export async function findCouncils(db: ReadDatabase, ids: Iterable<number>) {
  const { arrayParam, inArray } = dialectOf(db)
  const rows = await db
    .selectFrom('municipalities')
    .select(['id', 'slug', 'name', 'division_id', 'time_zone', 'updated_at'])
    .where(({ ref }) => inArray(ref('id'), arrayParam([...new Set(ids)])))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The ids of municipalities by slug; undefined for one that does not exist. */
export async function councilIds(db: ReadDatabase, slugs: readonly string[]) {
  const { arrayParam, inArray } = dialectOf(db)
  const rows = await db
    .selectFrom('municipalities')
    .select(['id', 'slug'])
    .where(({ ref }) => inArray(ref('slug'), arrayParam(slugs)))
    .execute()
  return new Map(rows.map(({ id, slug }) => [slug, id]))
}

/** The regions that have a municipality, in order. */
export async function listRegions(db: ReadDatabase): Promise<string[]> {
  const rows = await db.selectFrom('municipalities').select('division_id').execute()
  const regions = new Set(rows.map((row) => regionCode(row.division_id)))
  return [...regions].filter((region) => region !== null).sort()
}
