import { groupBy } from '../../../core/group-by.ts'
import type { DocumentPart } from '../../../importers/records/record-schema.ts'
import type { ReadDatabase } from '../../../store/open.ts'

/** Documents with their sections, by the id of their owner. */
export async function documentsOf(
  db: ReadDatabase,
  column: 'meeting_id' | 'agenda_item_id' | 'matter_id' | 'bylaw_id',
  owners: readonly number[],
): Promise<(owner: number) => DocumentPart[]> {
  const documents = await db
    .selectFrom('documents')
    .select([`${column} as owner`, 'id', 'title', 'url', 'type', 'language', 'date'])
    .where(column, 'in', owners)
    .orderBy('id')
    .execute()
  const sections = groupBy(
    await db
      .selectFrom('document_sections')
      .innerJoin('documents', 'documents.id', 'document_sections.document_id')
      .select([
        'document_sections.document_id as owner',
        'document_sections.title',
        'document_sections.text',
      ])
      .where(`documents.${column}`, 'in', owners)
      .orderBy('document_sections.id')
      .execute(),
    ({ owner }) => owner,
  )
  const found = groupBy(documents, (document) => document.owner)
  return (owner) =>
    found(owner).map(({ id, owner: _, ...document }) => ({
      ...document,
      sections: sections(id).map(({ title, text }) => ({ title, text })),
    }))
}
