import { foldCase } from '../../../core/fold.ts'
import { idOfSlug, isIn } from '../../../resources/_shared/queries.ts'
import type { AgreementFilters } from '../../../resources/agreement/queries.ts'
import type { ReadDatabase } from '../../../store/open.ts'

const sides = ['For', 'Against']

/** `among`: only motions with these ids, separated by commas. */
export interface SharedFilters extends AgreementFilters {
  date_from?: string
  date_to?: string
  matter?: string
  among?: string
}

export interface Pair {
  municipalityId: number
  slugs: readonly string[]
}

/** How often two people voted alike; one statement. */
export async function countShared(db: ReadDatabase, pair: Pair, filters: SharedFilters) {
  const shared = sharedBy(db, pair, filters)
    .innerJoin('motions', 'motions.id', 'one.motion_id')
    .select(({ fn, lit, eb }) => [
      fn.max('motions.contested').as('contested'),
      eb
        .case()
        .when(fn.min('one.value'), '=', fn.min('other.value'))
        .then(lit(1))
        .else(lit(0))
        .end()
        .as('same'),
    ])
  const row = await db
    .selectFrom(shared.as('shared'))
    .select(({ fn }) => [
      fn.countAll<number>().as('motions'),
      fn.sum<number | null>('same').as('same'),
      fn.sum<number | null>('contested').as('contested_motions'),
    ])
    .select(({ fn, eb }) =>
      fn
        .sum<number | null>(
          eb.case().when('contested', '=', 1).then(eb.ref('same')).else(eb.lit(0)).end(),
        )
        .as('contested_same'),
    )
    .executeTakeFirstOrThrow()
  return {
    motions: Number(row.motions),
    same: Number(row.same ?? 0),
    contested_motions: Number(row.contested_motions ?? 0),
    contested_same: Number(row.contested_same ?? 0),
  }
}

/** The motions on which both voted For or Against. Two unlike votes of one person on one motion are none. */
export function sharedBy(
  db: ReadDatabase,
  { municipalityId, slugs: [one = '', other = ''] }: Pair,
  filters: SharedFilters,
) {
  const { organization, matter, among } = filters
  let query = db
    .selectFrom('votes as one')
    .innerJoin('votes as other', (join) =>
      join
        .onRef('other.motion_id', '=', 'one.motion_id')
        // All votes of a motion have one date, which the index of people has first.
        .onRef('other.date', '=', 'one.date'),
    )
    .where('one.person_id', '=', idOfSlug('people', municipalityId, one))
    .where('other.person_id', '=', idOfSlug('people', municipalityId, other))
    .where('one.value', 'in', sides)
    .where('other.value', 'in', sides)
  if (organization !== undefined) {
    const id = idOfSlug('organizations', municipalityId, foldCase(organization))
    query = query.where('one.decided_by_id', '=', id)
  }
  if (matter !== undefined) {
    const id = idOfSlug('matters', municipalityId, foldCase(matter))
    query = query.where('one.matter_id', '=', id)
  }
  if (among !== undefined) query = query.where(({ ref }) => isIn(db, ref('one.motion_id'), among))
  const { from, to } = daysOf(filters)
  if (from !== undefined) query = query.where('one.date', '>=', from)
  // Unknown dates are stored as ''.
  if (to !== undefined) query = query.where('one.date', '>', '').where('one.date', '<=', to)
  return query
    .groupBy(['one.date', 'one.motion_id'])
    .having(({ eb, fn, and }) =>
      and([
        eb(fn.min('one.value'), '=', fn.max('one.value')),
        eb(fn.min('other.value'), '=', fn.max('other.value')),
      ]),
    )
}

/** The days of dates and years, whichever are fewer. */
function daysOf({ year_from, year_to, date_from, date_to }: SharedFilters) {
  const [first, last] = [year_from && `${year_from}-01-01`, year_to && `${year_to}-12-31`]
  return {
    from: [first, date_from]
      .filter((day) => typeof day === 'string')
      .toSorted()
      .at(-1),
    to: [last, date_to].filter((day) => typeof day === 'string').toSorted()[0],
  }
}
