import type { NamedTable } from '../resources/_shared/queries.ts'
import { cachedQuery } from '../store/cached-query.ts'
import type { ArrayParam } from '../store/dialect/dialect.ts'
import { dialectOf } from '../store/dialect/engines.ts'
import type { ReadDatabase } from '../store/open.ts'
import { existedOn, isOpenSeat } from '../store/seats.ts'

export interface Named {
  slug: string
  name: string
}

/** More than any record has. */
const namesMax = 20_000

/** The people or the bodies of a council, by name; one statement. */
export const listNames = cachedQuery(
  (
    db,
    { municipalityId }: { municipalityId: number },
    { table }: { table: 'people' | 'organizations' },
  ) =>
    db
      .selectFrom(table as 'people')
      .select(['slug', 'name'])
      .where('municipality_id', '=', municipalityId)
      .orderBy('name_folded')
      .orderBy('id')
      .limit(({ lit }) => lit(namesMax)),
)

/** Who has which seat on a council today; one statement. */
export async function listCouncilSeats(
  db: ReadDatabase,
  { municipalityId, today }: { municipalityId: number; today: string },
) {
  return db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.person_id')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .select(['people.slug', 'people.name', 'memberships.role'])
    .distinct()
    .where('organizations.municipality_id', '=', municipalityId)
    .where('organizations.classification', '=', 'council')
    .where(isOpenSeat(today))
    .where(existedOn(today))
    .orderBy('people.slug')
    .limit(({ lit }) => lit(seatsMax))
    .execute()
}

/** More than any council has. */
const seatsMax = 1000

/** Slugs and names of all councils; one statement. */
export async function listCouncilNames(db: ReadDatabase): Promise<Named[]> {
  return db.selectFrom('municipalities').select(['slug', 'name']).orderBy('slug').execute()
}

const spans = cachedQuery((db, { municipalityId }: { municipalityId: number }) =>
  db
    .selectFrom('municipalities')
    .select(['first_meeting as first', 'last_meeting as last'])
    .where('id', '=', municipalityId),
)

/** The days of the first and the last meeting on record; one statement. */
export async function findSpan(db: ReadDatabase, municipalityId: number) {
  const [span] = await spans(db, { municipalityId })
  return span ?? { first: null, last: null }
}

const sources = cachedQuery(
  (
    db,
    { municipalityId, slugs }: { municipalityId: number; slugs: ArrayParam },
    { table }: { table: NamedTable },
  ) =>
    db
      .selectFrom(`${table} as named` as 'meetings as named')
      .select(['named.slug', 'named.source_url'])
      .where('named.municipality_id', '=', municipalityId)
      .where(({ ref }) => dialectOf(db).inArray(ref('named.slug'), slugs)),
)

/** Where the source has each of some records, by slug; one statement. */
export async function findSourceUrls(
  db: ReadDatabase,
  table: NamedTable,
  { municipalityId, slugs }: { municipalityId: number; slugs: readonly string[] },
): Promise<Map<string, string | null>> {
  if (slugs.length === 0) return new Map()
  const values = { municipalityId, slugs: dialectOf(db).arrayParam([...new Set(slugs)]) }
  const rows = await sources(db, values, { table })
  return new Map(rows.map(({ slug, source_url: url }) => [slug, url]))
}
