import { identityOf, type KindReader, keyOf } from './reader.ts'

export const membershipReader: KindReader = {
  kind: 'membership',
  table: 'memberships',
  async records(db, ids) {
    const rows = await db
      .selectFrom('memberships')
      .selectAll('memberships')
      .select([
        keyOf(db, 'people', 'memberships.person_id').as('person_key'),
        keyOf(db, 'organizations', 'memberships.organization_id').as('organization_key'),
      ])
      .where('memberships.id', 'in', ids)
      .orderBy('memberships.id')
      .execute()
    return rows.flatMap(({ person_key, organization_key, ...row }) => {
      if (person_key === null || organization_key === null) return []
      return {
        ...identityOf('membership', row),
        person_key,
        organization_key,
        role: row.role,
        label: row.label,
        start_date: row.start_date,
        end_date: row.end_date,
        ...(row.ended === 1 ? { ended: true } : {}),
      }
    })
  },
}
