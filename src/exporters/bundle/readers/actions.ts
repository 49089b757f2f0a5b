import type { ActionClassification } from '../../../importers/records/matters.ts'
import { identityOf, type KindReader, recordRows } from './reader.ts'

export const actionReader: KindReader = {
  kind: 'action',
  async records(db, ids) {
    const rows = await recordRows(db, 'action', ids)
    return rows.flatMap(({ matter_key, ...row }) => {
      if (row.matter_id === null || matter_key === null) return []
      return {
        ...identityOf('action', row),
        matter_key,
        position: row.position,
        date: row.date === '' ? null : row.date,
        description: row.description,
        text: row.text,
        classification: JSON.parse(row.classification) as ActionClassification[],
        result: row.result,
        organization_key: row.organization_key,
        meeting_key: row.meeting_key,
        motion_key: row.motion_key,
      }
    })
  },
}
