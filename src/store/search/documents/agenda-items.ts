import {
  documentOf,
  documentTitles,
  type Owner,
  organizationMarks,
  paragraphs,
  type ReadDocuments,
  type Reading,
  type Standing,
} from './document.ts'
import { isProcedural } from './procedural.ts'

export const agendaItemDocuments: ReadDocuments = async (ids, db) => {
  const rows = await agendaItems('id', ids, db)
  const titles = await documentTitles('agenda_item_id', ids, db)
  return rows.map((row) =>
    documentOf({
      ...{ kind: 'agenda_item', row, title: row.title, date: row.date },
      body: paragraphs(row.description),
      owner: ownerOf(row),
      otherWords: titles(row.id),
      standing: standingOf(row),
      marks: organizationMarks([row.organization_id]),
      meetingId: row.meeting_id,
      matterId: row.matter_id,
    }),
  )
}

export type AgendaItemRow = Awaited<ReturnType<typeof agendaItems>>[number]

/** Agenda items by their ids or those of their meetings. */
export function agendaItems(by: 'id' | 'meeting_id', ids: readonly number[], db: Reading) {
  return db
    .selectFrom('agenda_items as item')
    .innerJoin('meetings', 'meetings.id', 'item.meeting_id')
    .select(['item.id', 'item.slug', 'item.item_number', 'item.title', 'item.description'])
    .select([
      'item.matter_id',
      'meetings.id as meeting_id',
      'meetings.date',
      'meetings.organization_id',
    ])
    .select(({ exists, selectFrom }) => [
      exists(
        selectFrom('motions')
          .select('motions.id')
          .whereRef('motions.agenda_item_id', '=', 'item.id'),
      ).as('has_motions'),
      exists(
        selectFrom('documents')
          .select('documents.id')
          .whereRef('documents.agenda_item_id', '=', 'item.id'),
      ).as('has_documents'),
      exists(
        selectFrom('agenda_items as child')
          .select('child.id')
          .whereRef('child.parent_id', '=', 'item.id'),
      ).as('has_children'),
    ])
    .where(`item.${by}`, 'in', ids)
    .execute()
}

/** What an item, its matter and its motions share. */
export const ownerOf = (item: Pick<AgendaItemRow, 'id' | 'matter_id'>): Owner =>
  item.matter_id === null ? ['agenda_item', item.id] : ['matter', item.matter_id]

/** A heading contains other items or has the title of one; nothing may be recorded on an item itself. */
export function standingOf(item: AgendaItemRow): Standing {
  if (item.matter_id !== null || item.has_motions) return 'recorded'
  if (item.has_children || isProcedural(item.title)) return 'heading'
  return item.has_documents ? 'recorded' : 'unrecorded'
}
