import { dateInZone } from '../../core/calendar-date.ts'
import type { Clock } from '../../core/clock.ts'
import { boundsOf, unionOf } from '../../core/ward-map.ts'
import { svgPathsOf } from '../../core/ward-paths.ts'
import type { ReadDatabase, WriteStore } from '../../store/open.ts'
import { isOpenSeat } from '../../store/seats.ts'
import type { Ward } from '../kit/ward-boundaries.ts'
import type { OpenedSource } from '../source.ts'
import type { LoadScope } from './scope.ts'
import { moveDataVersion } from './versions.ts'

/** A municipality with the wards that members of its council sit for today; undefined if it does not exist. */
export async function findSeats(db: ReadDatabase, slug: string, clock: Clock) {
  const municipality = await db
    .selectFrom('municipalities')
    .select(['id', 'time_zone', 'division_id as divisionId'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (municipality === undefined) return undefined
  const today = dateInZone(clock.now(), municipality.time_zone)
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .select('memberships.label')
    .distinct()
    .where('memberships.municipality_id', '=', municipality.id)
    .where('memberships.label', 'is not', null)
    .where(isOpenSeat(today))
    .where('organizations.classification', '=', 'council')
    .orderBy('memberships.label')
    .execute()
  const { id, divisionId } = municipality
  return { id, divisionId, seats: rows.map(({ label }) => label ?? '') }
}

/** Replaces the wards of a municipality. */
export async function replaceWards(
  store: WriteStore,
  municipalityId: number,
  wards: readonly Ward[],
  clock: Clock,
): Promise<void> {
  await store.transaction(async (db) => {
    await storeWards(db, municipalityId, wards)
    const now = new Date(clock.now()).toISOString()
    await moveDataVersion({ db, dialect: store.dialect, now, target: { id: municipalityId } }, true)
  }, 'record')
}

/** Replaces the wards of a municipality by those of a source that has some. */
export async function storeSourceWards(
  { db, target }: Pick<LoadScope, 'db' | 'target'>,
  { wards }: Pick<OpenedSource, 'wards'>,
): Promise<void> {
  if (wards !== undefined) await storeWards(db, target.id, wards)
}

async function storeWards(
  db: WriteStore['db'],
  municipalityId: number,
  wards: readonly Ward[],
): Promise<void> {
  const bounded = wards.map((ward) => ({ ...ward, bounds: boundsOf(ward.rings) }))
  const paths = svgPathsOf(
    wards.map(({ rings }) => rings),
    unionOf(bounded.map(({ bounds }) => bounds)),
  )
  await db.deleteFrom('wards').where('municipality_id', '=', municipalityId).execute()
  for (const [position, { name, rings, postalCodes, bounds }] of bounded.entries())
    await db
      .insertInto('wards')
      .values({
        municipality_id: municipalityId,
        position,
        name,
        ...bounds,
        postal_codes: JSON.stringify(postalCodes),
        boundary: JSON.stringify(rings),
        path: paths[position] ?? '',
      })
      .execute()
}
