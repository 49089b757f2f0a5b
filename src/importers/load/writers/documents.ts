import type { DocumentPart } from '../../records.ts'
import type { LoadContext } from '../context.ts'
import { dropSearchEntries } from '../search-entries.ts'

type Owner = 'meeting_id' | 'agenda_item_id' | 'matter_id'

/** Writes the documents, with their sections, of one meeting, agenda item or matter. */
export async function addDocuments(
  owner: { column: Owner; id: number; slug: string },
  documents: readonly DocumentPart[] | undefined,
  context: LoadContext,
): Promise<void> {
  for (const [index, document] of (documents ?? []).entries()) {
    const { id } = await context.db
      .insertInto('documents')
      .values({
        meeting_id: null,
        agenda_item_id: null,
        matter_id: null,
        [owner.column]: owner.id,
        title: document.title,
        url: document.url ?? null,
        type: document.type ?? null,
        language: document.language ?? null,
        date: document.date ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertSections(`${owner.slug}-${index + 1}`, { id, sections: document.sections }, context)
  }
}

async function insertSections(
  slug: string,
  document: { id: number; sections: DocumentPart['sections'] },
  context: LoadContext,
): Promise<void> {
  for (const [index, section] of (document.sections ?? []).entries()) {
    await context.db
      .insertInto('document_sections')
      .values({
        document_id: document.id,
        slug: `${slug}-${index + 1}`,
        title: section.title ?? null,
        text: section.text,
      })
      .execute()
  }
}

/** Deletes them, and takes their sections out of search. */
export async function dropDocuments(
  owner: { column: Owner; id: number },
  context: LoadContext,
): Promise<void> {
  const sections = await context.db
    .selectFrom('document_sections')
    .innerJoin('documents', 'documents.id', 'document_sections.document_id')
    .select('document_sections.id')
    .where(`documents.${owner.column}`, '=', owner.id)
    .execute()
  await dropSearchEntries(
    'document_section',
    sections.map((row) => row.id),
    context,
  )
  await context.db.deleteFrom('documents').where(owner.column, '=', owner.id).execute()
}
