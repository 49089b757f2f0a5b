import type { DocumentPart } from '../../records.ts'
import type { LoadContext } from '../context.ts'
import { dropSearchEntries } from '../search-entries.ts'

type Owner = 'meeting_id' | 'agenda_item_id' | 'matter_id'

/** Writes the documents, with their sections, of one meeting, agenda item or matter, in their order. */
export async function addDocuments(
  owner: { column: Owner; id: number; slug: string },
  documents: readonly DocumentPart[] | undefined,
  context: LoadContext,
): Promise<void> {
  const { db, dialect } = context
  let plain: Record<string, unknown>[] = []
  for (const [index, document] of (documents ?? []).entries()) {
    const row = toRow(owner, document)
    if (document.sections === undefined || document.sections.length === 0) {
      plain.push(row)
      continue
    }
    await dialect.insertAll(db, 'documents', plain)
    plain = []
    const { id } = await db
      .insertInto('documents')
      .values(row as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    const sections = document.sections.map((section, place) => ({
      document_id: id,
      slug: `${owner.slug}-${index + 1}-${place + 1}`,
      title: section.title ?? null,
      text: section.text,
    }))
    await dialect.insertAll(db, 'document_sections', sections)
  }
  await dialect.insertAll(db, 'documents', plain)
}

function toRow(owner: { column: Owner; id: number }, document: DocumentPart) {
  const { title, url = null, type = null, language = null, date = null } = document
  const owners = { meeting_id: null, agenda_item_id: null, matter_id: null }
  return { ...owners, [owner.column]: owner.id, title, url, type, language, date }
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
