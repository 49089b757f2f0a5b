import { isTimeZone } from '../../core/calendar-date.ts'
import type { Clock } from '../../core/clock.ts'
import { isMunicipalitySlug, isReservedSlug } from '../../core/municipality-slug.ts'
import { divisionIdPattern, jurisdictionIdOf } from '../../core/ocd-id.ts'
import type { WriteStore } from '../../store/open.ts'
import { StoreError } from '../../store/store-error.ts'
import type { LoadTarget } from './scope.ts'

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
export function validateMunicipality(municipality: NewMunicipality): void {
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
