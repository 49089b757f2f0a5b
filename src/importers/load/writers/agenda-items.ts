import type { RecordOf } from '../../records.ts'
import type { Rows } from '../row-lookup.ts'
import { toSlug } from '../slugs.ts'
import { documentRows } from './documents.ts'
import type { KindWriter } from './writer.ts'

export const agendaItemWriter: KindWriter<'agenda_item'> = {
  slug: agendaItemSlug,
  columns: (record) => ({
    position: record.position,
    item_number: record.item_number ?? null,
    title: record.title,
    type: record.type ?? null,
    description: record.description ?? null,
  }),
  parts: (record, owner, { ids }) => documentRows('agenda_item_id', owner, record.documents, ids),
}

function agendaItemSlug(record: RecordOf<'agenda_item'>, rows: Rows): string {
  const number = toSlug(
    (record.item_number ?? String(record.position)).replaceAll('.', '-'),
    String(record.position),
  )
  const meeting = rows.find('meeting', record.meeting_key)?.slug ?? 'undated'
  return `${meeting}-item-${number}`
}
