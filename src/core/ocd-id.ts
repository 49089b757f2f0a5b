import { createHash } from 'node:crypto'

// One namespace for every deployment: the same record of the same council gets the same id everywhere.
const namespace = Buffer.from('6f1f5d0c9c4e5f6ea2b08d1c3f7b7a54', 'hex')

/** The Open Civic Data entity types that carry a UUID (contract 2.10). */
export type OcdType = 'person' | 'organization' | 'event' | 'bill' | 'vote'

/** UUID version 5 (RFC 9562 5.5): SHA-1 over a 16-byte namespace and a name. */
export function uuidV5(name: string, space: Buffer = namespace): string {
  const hash = createHash('sha1').update(space).update(name, 'utf8').digest()
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  const hex = hash.toString('hex', 0, 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The OCD id of a record: derived from its jurisdiction, source and key, so it survives a rebuilt database. */
export function ocdId(
  type: OcdType,
  record: { jurisdictionId: string; source: string; key: string },
): string {
  return `ocd-${type}/${uuidV5(`${record.jurisdictionId}:${type}:${record.source}:${record.key}`)}`
}

/** `ocd-division/…` → `ocd-jurisdiction/…/government` (contract 2.10). */
export function jurisdictionIdOf(divisionId: string): string {
  return `${divisionId.replace(/^ocd-division\//, 'ocd-jurisdiction/')}/government`
}

/** A division id as Open Civic Data writes it (python-opencivicdata `common.py`). */
export const divisionIdPattern = '^ocd-division/country:[a-z]{2}(/[a-z_]+:[A-Za-z0-9_.~-]+)*$'
