import type { OrganizationRecord } from '../../../importers/records.ts'
import { identityOf, type KindReader, keyOf } from './reader.ts'

export const organizationReader: KindReader = {
  kind: 'organization',
  table: 'organizations',
  async records(db, ids) {
    const rows = await db
      .selectFrom('organizations')
      .selectAll('organizations')
      .select(keyOf(db, 'organizations', 'organizations.parent_id').as('parent_key'))
      .where('organizations.id', 'in', ids)
      .orderBy('organizations.id')
      .execute()
    return rows.map((row) => ({
      ...identityOf('organization', row),
      name: row.name,
      classification: row.classification as OrganizationRecord['classification'] & string,
      parent_key: row.parent_key,
      founding_date: row.founding_date,
      dissolution_date: row.dissolution_date,
      url: row.url,
    }))
  },
}
