import { dateInZone } from '../../core/calendar-date.ts'
import type { Clock } from '../../core/clock.ts'
import { boundsOf, svgPathOf, unionOf } from '../../core/ward-map.ts'
import type { ReadDatabase, WriteStore } from '../../store/open.ts'
import { isOpenSeat } from '../../store/seats.ts'
import type { Ward } from '../kit/ward-boundaries.ts'
import { moveDataVersion } from './municipalities.ts'

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
  const bounded = wards.map((ward) => ({ ...ward, bounds: boundsOf(ward.rings) }))
  const all = unionOf(bounded.map(({ bounds }) => bounds))
  const rows = bounded.map(({ name, rings, postalCodes, bounds }, position) => ({
    municipality_id: municipalityId,
    position,
    name,
    ...bounds,
    postal_codes: JSON.stringify(postalCodes),
    boundary: JSON.stringify(rings),
    path: svgPathOf(rings, all),
  }))
  await store.transaction(async (db) => {
    await db.deleteFrom('wards').where('municipality_id', '=', municipalityId).execute()
    for (const row of rows) await db.insertInto('wards').values(row).execute()
    const now = new Date(clock.now()).toISOString()
    await moveDataVersion({ db, target: { id: municipalityId }, now })
  }, 'record')
}
