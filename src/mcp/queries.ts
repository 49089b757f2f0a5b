import type { NamedTable } from '../resources/_shared/queries.ts'
import { cachedQuery } from '../store/cached-query.ts'
import type { ArrayParam } from '../store/dialect/dialect.ts'
import { dialectOf } from '../store/dialect/engines.ts'
import type { ReadDatabase } from '../store/open.ts'
import { existedOn, isOpenSeat } from '../store/seats.ts'

export interface Named {
  slug: string
  name: string
  /** Of a person or body: this name and the others that it has or had, folded, a line each. */
  names_folded?: string
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
      .select(['slug', 'name', 'names_folded'])
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

const votesOn = cachedQuery(
  (
    db,
    {
      municipalityId,
      motions,
      people,
    }: { municipalityId: number; motions: ArrayParam; people: ArrayParam },
  ) => {
    const { inArray } = dialectOf(db)
    return (
      db
        .selectFrom('votes')
        .innerJoin('people', 'people.id', 'votes.person_id')
        .select(['votes.motion_id', 'votes.value', 'people.slug'])
        .where(({ ref }) => inArray(ref('votes.motion_id'), motions))
        .where('people.municipality_id', '=', municipalityId)
        .where(({ ref }) => inArray(ref('people.slug'), people))
        // Of somebody with several votes on one motion, the first counts.
        .orderBy('votes.id', 'desc')
    )
  },
)

interface VotesOn {
  municipalityId: number
  /** Ids. */
  motions: readonly number[]
  /** Slugs. */
  people: readonly string[]
}

/** How some people voted on some motions; one statement. */
export async function listVotesOn(
  db: ReadDatabase,
  { municipalityId, motions, people }: VotesOn,
): Promise<{ motion_id: number; slug: string; value: string }[]> {
  if (motions.length === 0 || people.length === 0) return []
  const { arrayParam } = dialectOf(db)
  const values = { motions: arrayParam([...motions]), people: arrayParam([...people]) }
  return votesOn(db, { municipalityId, ...values })
}

/** The motions without a date that name somebody who has no vote between two days; one statement. */
export const listMotionsOfOthers = cachedQuery(
  (db, { municipalityId, from, to }: { municipalityId: number; from: string; to: string }) =>
    db
      .selectFrom('votes')
      .select('votes.motion_id as id')
      .distinct()
      .where('votes.date', '=', '')
      .where('votes.person_id', 'in', ({ selectFrom }) =>
        selectFrom('people')
          .select('people.id')
          .where('people.municipality_id', '=', municipalityId)
          .where(({ not, exists, selectFrom: within }) =>
            not(
              exists(
                within('votes as own')
                  .select('own.id')
                  .whereRef('own.person_id', '=', 'people.id')
                  .where('own.date', '>=', from)
                  .where('own.date', '<=', to),
              ),
            ),
          ),
      ),
)

/** The slug of a matter by its slug or its number; one statement. */
export const listMattersNamed = cachedQuery(
  (
    db,
    { municipalityId, slug, number }: { municipalityId: number; slug: string; number: string },
  ) =>
    db
      .selectFrom('matters')
      .select(['slug', 'title as name'])
      .where('municipality_id', '=', municipalityId)
      .where(({ eb, fn, or }) =>
        or([eb('slug', '=', slug), eb(fn<string>('lower', ['identifier']), '=', number)]),
      )
      .orderBy('slug')
      .limit(({ lit }) => lit(3)),
)

/** Motions with the name of somebody who is no person of the record, in lower case; one statement. */
export const listMotionsNaming = cachedQuery(
  (db, { municipalityId, name }: { municipalityId: number; name: string }) => {
    const motions = db.selectFrom('motions').where('motions.municipality_id', '=', municipalityId)
    const candidates = motions
      .innerJoin('candidates', 'candidates.motion_id', 'motions.id')
      .select('motions.slug')
      .select(({ val }) => val('candidate').$castTo<string>().as('role'))
      .where('candidates.person_id', 'is', null)
      .where(({ eb, fn }) => eb(fn<string>('lower', ['candidates.person_name']), '=', name))
    const movers = motions
      .select('motions.slug')
      .select(({ val }) => val('mover').$castTo<string>().as('role'))
      .where('motions.mover_id', 'is', null)
      .where(({ eb, fn }) => eb(fn<string>('lower', ['motions.mover_name']), '=', name))
    return candidates.unionAll(movers).limit(({ lit }) => lit(1))
  },
)

/** How many motions each body decided, and of these how many have recorded votes, if only of some people; one statement. */
export async function countMotionsOfBodies(
  db: ReadDatabase,
  { municipalityId, from, to }: { municipalityId: number; from?: string; to?: string },
) {
  const rows = await db
    .selectFrom('motions')
    .innerJoin('organizations', 'organizations.id', 'motions.decided_by_id')
    .select(['organizations.slug', 'organizations.name'])
    .select(({ fn }) => [
      fn.countAll<number>().as('motions'),
      fn.sum<number>('motions.has_votes').as('recorded'),
    ])
    .where('motions.municipality_id', '=', municipalityId)
    .$if(from !== undefined, (query) => query.where('motions.date', '>=', from ?? ''))
    .$if(to !== undefined, (query) =>
      query.where('motions.date', '>', '').where('motions.date', '<=', to ?? ''),
    )
    .groupBy(['organizations.id', 'organizations.slug', 'organizations.name'])
    .orderBy('motions', 'desc')
    .orderBy('organizations.slug')
    .execute()
  return rows.map((row) => ({
    ...{ slug: row.slug, name: row.name },
    motions: Number(row.motions),
    with_any_recorded_votes: Number(row.recorded),
  }))
}
