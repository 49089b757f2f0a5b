import type { DocumentPart } from '../../records.ts'
import type { Ids } from '../ids.ts'
import type { Row } from '../row-lookup.ts'
import type { PartRow } from './writer.ts'

export function* documentRows(
  column: 'meeting_id' | 'agenda_item_id' | 'matter_id',
  owner: Row,
  documents: readonly DocumentPart[] | undefined,
  ids: Pick<Ids, 'next'>,
): Generator<PartRow> {
  for (const [index, document] of (documents ?? []).entries()) {
    const { title, url = null, type = null, language = null, date = null } = document
    const id = ids.next('documents')
    const owners = { meeting_id: null, agenda_item_id: null, matter_id: null, [column]: owner.id }
    yield ['documents', { id, ...owners, title, url, type, language, date }]
    for (const [position, section] of (document.sections ?? []).entries()) {
      const row = {
        id: ids.next('document_sections'),
        document_id: id,
        slug: `${owner.slug}-${index + 1}-${position + 1}`,
        title: section.title ?? null,
        text: section.text,
      }
      yield ['document_sections', row]
    }
  }
}
