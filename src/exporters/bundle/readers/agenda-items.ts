import { documentsOf } from './documents.ts'
import { identityOf, type KindReader, partsOf, recordRows } from './reader.ts'

export const agendaItemReader: KindReader = {
  kind: 'agenda_item',
  async records(db, ids) {
    const bylaws = await partsOf(db, 'bylaw_references', 'agenda_item_id', ids)
    const documents = await documentsOf(db, 'agenda_item_id', ids)
    const rows = await recordRows(db, 'agenda_item', ids)
    return rows.flatMap(({ meeting_key, ...row }) => {
      if (row.meeting_id === null || meeting_key === null) return []
      return {
        ...identityOf('agenda_item', row),
        meeting_key,
        parent_key: row.parent_key,
        position: row.position,
        item_number: row.item_number,
        title: row.title,
        type: row.type,
        description: row.description,
        action: row.action,
        result: row.result,
        matter_key: row.matter_key,
        bylaw_keys: bylaws(row.id).flatMap(({ bylaw_key }) => bylaw_key ?? []),
        documents: documents(row.id),
      }
    })
  },
}
