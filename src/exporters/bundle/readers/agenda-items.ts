import { documentsOf } from './documents.ts'
import { identityOf, itemKeyOf, type KindReader, keyOf } from './reader.ts'

export const agendaItemReader: KindReader = {
  kind: 'agenda_item',
  table: 'agenda_items',
  async records(db, ids) {
    const documents = await documentsOf(db, 'agenda_item_id', ids)
    const rows = await db
      .selectFrom('agenda_items')
      .selectAll('agenda_items')
      .select([
        keyOf(db, 'meetings', 'agenda_items.meeting_id').as('meeting_key'),
        itemKeyOf(db, 'agenda_items.parent_id').as('parent_key'),
        keyOf(db, 'matters', 'agenda_items.matter_id').as('matter_key'),
      ])
      .where('agenda_items.id', 'in', ids)
      .orderBy('agenda_items.id')
      .execute()
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
        matter_key: row.matter_key,
        documents: documents(row.id),
      }
    })
  },
}
