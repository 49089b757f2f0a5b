import { createHash } from 'node:crypto'

// The same in every deployment, so that a record has the same id everywhere.
const namespace = Buffer.from('6f1f5d0c9c4e5f6ea2b08d1c3f7b7a54', 'hex')

/** Open Civic Data types whose ids contain a UUID. */
export type OcdType = 'person' | 'organization' | 'event' | 'bill' | 'vote' | 'membership'

/** UUID version 5 (RFC 9562 5.5). */
export function uuidV5(name: string, space: Buffer = namespace): string {
  const hash = createHash('sha1').update(space).update(name, 'utf8').digest()
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  const hex = hash.toString('hex', 0, 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Derived from jurisdiction, source and key, so that ids survive a rebuilt database. */
export function ocdId(
  type: OcdType,
  record: { jurisdictionId: string; source: string; key: string },
): string {
  return `ocd-${type}/${uuidV5(`${record.jurisdictionId}:${type}:${record.source}:${record.key}`)}`
}

/** A post is a body's seat with a label, such as a ward, independent of its holder. */
export function postId(organizationId: string, post: { role: string; label: string }): string {
  return `ocd-post/${uuidV5(JSON.stringify([organizationId, post.role, post.label]))}`
}

/** `ocd-division/…` → `ocd-jurisdiction/…/government`. */
export function jurisdictionIdOf(divisionId: string): string {
  return `${divisionId.replace(/^ocd-division\//, 'ocd-jurisdiction/')}/government`
}

/** The reverse. */
export function divisionIdOf(jurisdictionId: string): string {
  return jurisdictionId.replace(/^ocd-jurisdiction\//, 'ocd-division/').replace(/\/government$/, '')
}

/** `ocd-division/…/ward:4`, of a ward or district by its number; null if nothing says which of them it is. */
export function wardDivisionId(
  divisionId: string,
  noun: 'ward' | 'district' | 'seat',
  number: string,
): string | null {
  if (noun === 'seat') return null
  const type = noun === 'ward' ? 'ward' : 'council_district'
  return `${divisionId}/${type}:${number.toLowerCase()}`
}

/** From `common.py` of python-opencivicdata. */
export const divisionIdPattern = '^ocd-division/country:[a-z]{2}(/[a-z_]+:[A-Za-z0-9_.~-]+)*$'
