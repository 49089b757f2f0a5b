import { identityOf, type KindReader, recordRows } from './reader.ts'

export const membershipReader: KindReader = {
  kind: 'membership',
  async records(db, ids) {
    const rows = await recordRows(db, 'membership', ids)
    return rows.flatMap(({ person_key, organization_key, ...row }) => {
      if (
        row.person_id === null ||
        person_key === null ||
        row.organization_id === null ||
        organization_key === null
      )
        return []
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
