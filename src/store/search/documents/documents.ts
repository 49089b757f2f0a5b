import { searchTexts } from '../../record-kinds.ts'
import type { SearchKind } from '../../tables.ts'
import { agendaItemDocuments } from './agenda-items.ts'
import type { ReadDocuments, Reading } from './document.ts'
import { documentSectionDocuments } from './document-sections.ts'
import { keyStatementDocuments } from './key-statements.ts'
import { matterDocuments } from './matters.ts'
import { motionDocuments } from './motions.ts'

export const documentsOf: Record<SearchKind, ReadDocuments> = {
  matter: matterDocuments,
  agenda_item: agendaItemDocuments,
  motion: motionDocuments,
  key_statement: keyStatementDocuments,
  document_section: documentSectionDocuments,
}

/** The size of each row's long texts in bytes, without reading them. */
export async function sizesOf(
  kind: SearchKind,
  ids: readonly number[],
  db: Reading,
): Promise<Map<number, number>> {
  // The cast is safe because each of these tables has an id.
  const { table, columns } = searchTexts[kind] as typeof searchTexts.matter
  const rows = await db
    .selectFrom(table)
    .select(({ fn }) => [
      'id',
      ...columns.map((column) => fn<number | null>('octet_length', [column]).as(column)),
    ])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map((row) => [row.id, columns.reduce((sum, column) => sum + (row[column] ?? 0), 0)]),
  )
}
