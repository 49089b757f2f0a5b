import { idOfSlug, type Range } from '../../resources/_shared/queries.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { type Pair, type SharedFilters, sharedBy } from '../parts/pair/queries.ts'
import { bodyChoices } from '../queries.ts'

/** Names of people, and whether they have or had a seat, or voted; one statement. */
export function listPeopleOfSlugs(db: ReadDatabase, pair: Pair) {
  return peopleOf(db, pair).execute()
}

function peopleOf(db: ReadDatabase, { municipalityId, slugs }: Pair) {
  return db
    .selectFrom('people')
    .select(['slug', 'name'])
    .select(({ selectFrom, lit, fn }) =>
      fn
        .coalesce(
          selectFrom('memberships')
            .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
            .select(lit(1).as('seat'))
            .whereRef('memberships.person_id', '=', 'people.id')
            .limit(lit(1)),
          selectFrom('voting_spans')
            .select(lit(1).as('seat'))
            .whereRef('voting_spans.person_id', '=', 'people.id')
            .limit(lit(1)),
        )
        .as('seat'),
    )
    .where('municipality_id', '=', municipalityId)
    .where('slug', 'in', slugs)
}

/** The years, newest first, and the bodies in which somebody, or two people, voted with others; one statement. */
export async function findChoices(
  db: ReadDatabase,
  { municipalityId, slugs: [one = '', other] }: Pair,
): Promise<{ years: number[]; bodies: { slug: string; name: string }[] }> {
  const agreements = db
    .selectFrom('agreements')
    .where('agreements.person_id', '=', idOfSlug('people', municipalityId, one))
    .$if(other !== undefined, (query) =>
      query.where('agreements.other_id', '=', idOfSlug('people', municipalityId, other ?? '')),
    )
  const years = agreements
    .select('agreements.year')
    .distinct()
    .where('agreements.organization_id', '=', 0)
    .where('agreements.year', '>', 0)
    .orderBy('agreements.year', 'desc')
  const bodies = bodyChoices(db, municipalityId).where(
    'organizations.id',
    'in',
    agreements.select('agreements.organization_id'),
  )
  const row = await db
    .selectNoFrom([jsonRows(db, years).as('years'), jsonRows(db, bodies).as('bodies')])
    .executeTakeFirstOrThrow()
  return { years: parseRows(row.years).map(({ year }) => year), bodies: parseRows(row.bodies) }
}

/** Two people, and the motions on which one voted For and the other Against, newest meeting first; one statement. */
export async function findDifferences(
  db: ReadDatabase,
  pair: Pair,
  filters: SharedFilters,
  range: Range,
) {
  const row = await db
    .selectNoFrom([
      jsonRows(db, peopleOf(db, pair)).as('people'),
      jsonRows(db, differencesOf(db, pair, filters, range)).as('motions'),
    ])
    .executeTakeFirstOrThrow()
  return { people: parseRows(row.people), motions: parseRows(row.motions) }
}

function differencesOf(
  db: ReadDatabase,
  pair: Pair,
  filters: SharedFilters,
  { after = [], limit }: Range,
) {
  const [afterDate, afterMotion] = after as [string?, number?]
  let query = sharedBy(db, pair, filters).having(({ eb, fn }) =>
    eb(fn.min('one.value'), '!=', fn.min('other.value')),
  )
  if (afterDate !== undefined && afterMotion !== undefined)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('one.date', 'one.motion_id'), '<', tuple(afterDate, afterMotion)),
    )
  return query
    .select(['one.date', 'one.motion_id as id'])
    .select(({ fn }) => [fn.min('one.value').as('value'), fn.min('other.value').as('otherValue')])
    .orderBy('one.date', 'desc')
    .orderBy('one.motion_id', 'desc')
    .limit(({ lit }) => lit(limit))
}
