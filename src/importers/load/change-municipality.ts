import type { Clock } from '../../core/clock.ts'
import type { WriteStore } from '../../store/open.ts'
import { StoreError } from '../../store/store-error.ts'
import { type NewMunicipality, validateMunicipality } from './municipalities.ts'
import { moveDataVersion } from './publish.ts'
import { instant } from './writers.ts'

type MunicipalityChanges = Partial<Pick<NewMunicipality, 'name' | 'url' | 'timeZone'>>

/**
 * Changes a municipality, whose meetings keep their local times; hold its import lock, because a running import would use
 * the earlier time zone. Throws `StoreError` if it does not exist or a value is invalid.
 */
export async function changeMunicipality(
  store: WriteStore,
  slug: string,
  changes: MunicipalityChanges,
  clock: Clock,
): Promise<void> {
  await store.transaction(async (db) => {
    const existing = await db
      .selectFrom('municipalities')
      .select(['id', 'slug', 'name', 'division_id as divisionId', 'time_zone as timeZone', 'url'])
      .where('slug', '=', slug)
      .executeTakeFirst()
    if (existing === undefined)
      throw new StoreError(`municipality "${slug}" does not exist; see: reeve municipalities list`)
    const { name, url, timeZone } = { ...existing, ...changes }
    validateMunicipality({ ...existing, name, url, timeZone })
    const now = new Date(clock.now()).toISOString()
    await db
      .updateTable('municipalities')
      .set({ name, url, time_zone: timeZone })
      .where('id', '=', existing.id)
      .execute()
    const { dialect } = store
    if (timeZone !== existing.timeZone)
      await moveMeetings({ db, dialect }, { municipalityId: existing.id, timeZone, now })
    await moveDataVersion({ db, target: existing, now })
  }, 'record')
}

interface Move {
  municipalityId: number
  timeZone: string
  now: string
}

/** Gives the same local times the offset of another time zone. */
async function moveMeetings(
  { db, dialect }: Pick<WriteStore, 'db' | 'dialect'>,
  { municipalityId, timeZone, now }: Move,
): Promise<void> {
  const meetings = await db
    .selectFrom('meetings')
    .select(['id', 'starts_at', 'ends_at'])
    .where('municipality_id', '=', municipalityId)
    .where(({ eb, or }) => or([eb('starts_at', 'is not', null), eb('ends_at', 'is not', null)]))
    .execute()
  const move = (time: string | null) =>
    time === null ? null : instant(time.slice(0, 10), time.slice(11, 19), timeZone)
  const rows = meetings.map(({ id, starts_at, ends_at }) => ({
    id,
    starts_at: move(starts_at),
    ends_at: move(ends_at),
    updated_at: now,
  }))
  await dialect.updateAll(db, 'meetings', rows)
}
