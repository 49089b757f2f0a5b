import type { OrganizationRecord } from '../../../importers/records/people.ts'
import { identityOf, type KindReader, recordRows } from './reader.ts'

export const organizationReader: KindReader = {
  kind: 'organization',
  async records(db, ids) {
    const rows = await recordRows(db, 'organization', ids)
    return rows.map((row) => ({
      ...identityOf('organization', row),
      name: row.name,
      name_fr: row.name_fr,
      classification: row.classification as OrganizationRecord['classification'] & string,
      parent_key: row.parent_key,
      founding_date: row.founding_date,
      dissolution_date: row.dissolution_date,
      url: row.url,
    }))
  },
}
