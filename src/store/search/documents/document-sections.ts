import { foldText } from '../../../core/fold.ts'
import { type AgendaItemRow, agendaItems, ownerOf, standingOf } from './agenda-items.ts'
import {
  documentOf,
  type Owner,
  organizationMarks,
  type ReadDocuments,
  type Reading,
} from './document.ts'
import { isProcedural } from './procedural.ts'

export const documentSectionDocuments: ReadDocuments = async (ids, db) => {
  const rows = await db
    .selectFrom('document_sections')
    .innerJoin('documents', 'documents.id', 'document_sections.document_id')
    .leftJoin('bylaws', 'bylaws.id', 'documents.bylaw_id')
    .leftJoin('matters', 'matters.id', 'documents.matter_id')
    .leftJoin('agenda_items', 'agenda_items.id', 'documents.agenda_item_id')
    .leftJoin('meetings', (join) =>
      join.on(({ eb, fn, ref }) =>
        eb(ref('meetings.id'), '=', fn.coalesce('documents.meeting_id', 'agenda_items.meeting_id')),
      ),
    )
    .select(['document_sections.id', 'document_sections.slug', 'document_sections.title'])
    .select(['document_sections.text', 'documents.title as document_title'])
    .select(['meetings.id as meeting_id', 'meetings.organization_id', 'bylaws.bylaw_number'])
    .select(['documents.bylaw_id', 'documents.agenda_item_id as owner_item_id'])
    .select(({ fn }) => [
      fn.coalesce('documents.matter_id', 'agenda_items.matter_id').as('matter_id'),
      fn.coalesce('meetings.date', 'matters.last_seen', 'bylaws.passed_date').as('date'),
    ])
    .where('document_sections.id', 'in', ids)
    .orderBy('document_sections.id')
    .execute()
  const itemOf = await minutedItems(rows, db)
  return rows.map((row) => {
    const item = itemOf(row)
    const title = row.title ?? row.document_title
    const isHeading = item === undefined ? isProcedural(title) : standingOf(item) === 'heading'
    return documentOf({
      ...{ kind: 'document_section', row, title, body: row.text, date: row.date },
      ...ownedBy(row, item),
      standing: isHeading ? 'heading' : 'recorded',
      identifiers: [row.bylaw_number],
      marks: organizationMarks([row.organization_id]),
      meetingId: row.meeting_id,
      matterId: row.matter_id ?? item?.matter_id ?? null,
    })
  })
}

/** A section is part of the record that its document belongs to; one of minutes, of the item that it is about. */
function ownedBy(
  row: Record<'matter_id' | 'owner_item_id' | 'bylaw_id', number | null>,
  item: AgendaItemRow | undefined,
): { owner?: Owner } {
  if (item !== undefined) return { owner: ownerOf(item) }
  if (row.matter_id !== null) return { owner: ['matter', row.matter_id] }
  if (row.owner_item_id !== null) return { owner: ['agenda_item', row.owner_item_id] }
  return row.bylaw_id === null ? {} : { owner: ['bylaw', row.bylaw_id] }
}

interface SectionRow {
  title: string | null
  meeting_id: number | null
}

/** The agenda item of a section of minutes, whose title is the number and the title of the item. */
async function minutedItems(sections: readonly SectionRow[], db: Reading) {
  const meetings = new Set(sections.map((section) => section.meeting_id))
  meetings.delete(null)
  const rows =
    meetings.size === 0 ? [] : await agendaItems('meeting_id', [...meetings] as number[], db)
  const items = new Map(
    rows.map((item) => [headingOf(item.meeting_id, `${item.item_number} ${item.title}`), item]),
  )
  return ({ meeting_id, title }: SectionRow) =>
    meeting_id === null || title === null ? undefined : items.get(headingOf(meeting_id, title))
}

const headingOf = (meetingId: number, title: string): string => `${meetingId} ${foldText(title)}`
