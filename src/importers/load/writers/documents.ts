import type { DocumentPart } from '../../records.ts'
import type { LoadContext } from '../context.ts'
import { dropSearchEntries } from '../search-entries.ts'

type Owner = 'meeting_id' | 'agenda_item_id' | 'matter_id'

/** Adds the documents, with their sections, of one meeting, agenda item or matter, in their order. */
export function addDocuments(
  owner: { column: Owner; id: number; slug: string },
  documents: readonly DocumentPart[] | undefined,
  context: LoadContext,
): void {
  const { ids, rows } = context
  for (const [index, document] of (documents ?? []).entries()) {
    const id = ids.next('documents')
    rows.add('documents', { id, ...toRow(owner, document) })
    for (const [place, section] of (document.sections ?? []).entries()) {
      rows.add('document_sections', {
        id: ids.next('document_sections'),
        document_id: id,
        slug: `${owner.slug}-${index + 1}-${place + 1}`,
        title: section.title ?? null,
        text: section.text,
      })
    }
  }
}

function toRow(owner: { column: Owner; id: number }, document: DocumentPart) {
  const { title, url = null, type = null, language = null, date = null } = document
  const owners = { meeting_id: null, agenda_item_id: null, matter_id: null }
  return { ...owners, [owner.column]: owner.id, title, url, type, language, date }
}

/** Deletes them, and takes their sections out of search. */
export async function dropDocuments(
  column: Owner,
  ids: readonly number[],
  context: LoadContext,
): Promise<void> {
  const sections = await context.db
    .selectFrom('document_sections')
    .innerJoin('documents', 'documents.id', 'document_sections.document_id')
    .select('document_sections.id')
    .where(`documents.${column}`, 'in', ids)
    .execute()
  await dropSearchEntries(
    'document_section',
    sections.map((row) => row.id),
    context,
  )
  await context.db.deleteFrom('documents').where(column, 'in', ids).execute()
}
