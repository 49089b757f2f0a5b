import type { LoadContext } from '../context.ts'
import { toSlug } from '../slugs.ts'
import type { KindWriter, Staged } from '../upsert.ts'
import { addDocuments, dropDocuments } from './documents.ts'

export const agendaItemWriter: KindWriter<'agenda_item'> = {
  kind: 'agenda_item',
  partOf: [
    { column: 'meeting_id', kind: 'meeting' },
    { column: 'matter_id', kind: 'matter' },
  ],
  slug: agendaItemSlug,
  columns: async ({ record }, { references }) => ({
    meeting_id: await references.need('meeting', record.meeting_key),
    matter_id: await references.find('matter', record.matter_key),
    // The parent may stand later in the source; `linkParents` sets it once every item has a row.
    parent_id: null,
    position: record.position,
    item_number: record.item_number ?? null,
    title: record.title,
    type: record.type ?? null,
    description: record.description ?? null,
  }),
  addParts: async (owner, { record }, context) =>
    addDocuments({ column: 'agenda_item_id', ...owner }, record.documents, context),
  dropParts: (ids, context) => dropDocuments('agenda_item_id', ids, context),
}

async function agendaItemSlug(
  { record }: Staged<'agenda_item'>,
  context: LoadContext,
): Promise<string> {
  const meetingId = await context.references.need('meeting', record.meeting_key)
  const meeting = await context.slugs.of('meetings', meetingId)
  const number = toSlug(
    (record.item_number ?? String(record.position)).replaceAll('.', '-'),
    String(record.position),
  )
  return `${meeting}-item-${number}`
}
