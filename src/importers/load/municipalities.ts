import { isTimeZone } from '../../core/calendar-date.ts'
import type { Clock } from '../../core/clock.ts'
import { isMunicipalitySlug, isReservedSlug } from '../../core/municipality-slug.ts'
import { divisionIdPattern, jurisdictionIdOf } from '../../core/ocd-id.ts'
import { recordKindNames } from '../../record/kinds.ts'
import type { WriteStore } from '../../store/open.ts'
import { recordKinds } from '../../store/record-kinds.ts'
import { removeStored, watchWords } from '../../store/search/index-documents.ts'
import { StoreError } from '../../store/store-error.ts'
import type { LoadTarget } from './scope.ts'
import { moveDataVersion } from './versions.ts'
import { instant } from './writers.ts'

export interface NewMunicipality {
  slug: string
  name: string
  divisionId: string
  timeZone: string
  url: string | null
}

/** Adds a municipality. Throws `StoreError` if a value is invalid. */
export async function addMunicipality(
  store: WriteStore,
  municipality: NewMunicipality,
  clock: Clock,
): Promise<LoadTarget> {
  return store.transaction((db) => insertMunicipality({ db }, municipality, clock), 'record')
}

/** Like `addMunicipality`, inside a transaction. */
export async function insertMunicipality(
  { db }: Pick<WriteStore, 'db'>,
  municipality: NewMunicipality,
  clock: Clock,
): Promise<LoadTarget> {
  validateMunicipality(municipality)
  const { slug, name, divisionId, timeZone, url } = municipality
  const now = new Date(clock.now()).toISOString()
  const jurisdictionId = jurisdictionIdOf(divisionId)
  const added = await db
    .insertInto('municipalities')
    .values({
      slug,
      name,
      division_id: divisionId,
      jurisdiction_id: jurisdictionId,
      time_zone: timeZone,
      url,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added === undefined) throw new StoreError(`municipality "${slug}" already exists`)
  return { id: added.id, jurisdictionId, timeZone }
}

/** Throws `StoreError` if a value is invalid. */
function validateMunicipality(municipality: NewMunicipality): void {
  const issue = municipalityError(municipality)
  if (issue !== undefined) throw new StoreError(issue)
}

function municipalityError({
  slug,
  name,
  divisionId,
  timeZone,
  url,
}: NewMunicipality): string | undefined {
  if (!isMunicipalitySlug(slug))
    return `"${slug}" is not a slug: use lower-case letters, digits and single hyphens`
  if (isReservedSlug(slug)) return `"${slug}" is a path of the site: choose another slug`
  if (name.trim() === '') return 'a municipality must have a name'
  if (!new RegExp(divisionIdPattern).test(divisionId)) {
    return `"${divisionId}" is not an OCD division id, such as ocd-division/country:ca/csd:3506008`
  }
  if (url !== null && !/^https?:\/\/\S+$/.test(url)) return `"${url}" is not an http(s) URL`
  if (!isTimeZone(timeZone))
    return `"${timeZone}" is not an IANA time zone, such as America/Toronto`
  return undefined
}

export async function findTarget(store: WriteStore, slug: string): Promise<LoadTarget | undefined> {
  return store.db
    .selectFrom('municipalities')
    .select(['id', 'jurisdiction_id as jurisdictionId', 'time_zone as timeZone'])
    .where('slug', '=', slug)
    .executeTakeFirst()
}

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
    await moveDataVersion({ db, dialect, now, target: existing }, true)
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

const batchLength = 5000

/** What `removeMunicipality` would remove. */
export async function findRemoval(db: WriteStore['db'], slug: string) {
  return db
    .selectFrom('municipalities')
    .select([
      'id',
      'name',
      'meeting_count as meetings',
      'motion_count as motions',
      'vote_count as votes',
      'matter_count as matters',
      'bylaw_count as bylaws',
      'person_count as people',
    ])
    .where('slug', '=', slug)
    .executeTakeFirst()
}

/** Removes a municipality with its record, search documents and runs of imports, in one transaction. */
export async function removeMunicipality(store: WriteStore, municipalityId: number): Promise<void> {
  const { dialect } = store
  await store.transaction(async (db) => {
    const lastId = await dialect.lastIdOf(db, 'search_documents')
    const dropOldWords = await watchWords(db, () => lastId)
    await removeSearchDocuments({ db, dialect }, municipalityId)
    // The kinds that refer to others first: only some of the references cascade.
    for (const kind of recordKindNames.toReversed())
      await db
        .deleteFrom(recordKinds[kind].table as 'motions')
        .where('municipality_id', '=', municipalityId)
        .execute()
    await db.deleteFrom('municipalities').where('id', '=', municipalityId).execute()
    await dropOldWords()
  }, 'record')
  await dialect.truncateLog(store.db)
}

async function removeSearchDocuments(
  { db, dialect }: Pick<WriteStore, 'db' | 'dialect'>,
  municipalityId: number,
): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('search_documents')
      .select(['id', 'municipality_id', 'day'])
      .where('municipality_id', '=', municipalityId)
      .limit(batchLength)
      .execute()
    if (rows.length === 0) return
    await removeStored(rows, { db, dialect })
  }
}
