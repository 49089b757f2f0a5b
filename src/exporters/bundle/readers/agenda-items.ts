import { bylawKeysOf } from './bylaw-keys.ts'
import { documentsOf } from './documents.ts'
import { identityOf, type KindReader, recordRows } from './reader.ts'

export const agendaItemReader: KindReader = {
  kind: 'agenda_item',
  async records(db, ids) {
    const bylawKeys = await bylawKeysOf(db, 'agenda_item_id', ids)
    const documents = await documentsOf(db, 'agenda_item_id', ids)
    const rows = await recordRows(db, 'agenda_item', ids)
    return rows.flatMap(({ meeting_key, ...row }) => {
      if (meeting_key === null) return []
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
        bylaw_keys: bylawKeys(row.id),
        documents: documents(row.id),
      }
    })
  },
}
