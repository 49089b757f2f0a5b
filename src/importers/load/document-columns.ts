import { documentPages } from '../../core/document-pages.ts'
import type { RecordKind } from '../../record/kinds.ts'
import type { DocumentPart } from '../../record/parts.ts'
import { type Ids, keyedSlug } from './ids.ts'
import type { Row } from './references.ts'
import type { PartColumns } from './rows.ts'
import type { LoadTarget } from './scope.ts'

interface DocumentTools {
  ids: Pick<Ids, 'next'>
  target: Pick<LoadTarget, 'id'>
}

type Section = NonNullable<DocumentPart['sections']>[number]

/** Ids and slugs of the documents of a record and of their sections. */
export function documentColumns(
  kind: RecordKind,
  owner: Row,
  { ids, target }: DocumentTools,
): PartColumns {
  const namesakes = new Map<string, number>()
  let pageOf = documentPages()
  return (table, part, index, above) => {
    if (table === 'documents') {
      pageOf = documentPages()
      const slug = slugOf(kind, owner, part as DocumentPart, namesakes)
      return { id: ids.next('documents'), slug, municipality_id: slug === null ? null : target.id }
    }
    if (table !== 'document_sections') return {}
    return {
      id: ids.next('document_sections'),
      slug: `${owner.slug}-${above + 1}-${index + 1}`,
      position: index + 1,
      page: pageOf((part as Section).text),
    }
  }
}

/** The slug of a document with a text, by its title, so that it keeps it when others are added before it. */
function slugOf(
  kind: RecordKind,
  owner: Row,
  { title, language, sections = [] }: DocumentPart,
  namesakes: Map<string, number>,
): string | null {
  if (sections.length === 0) return null
  const name = JSON.stringify([kind, title, language ?? null])
  const number = (namesakes.get(name) ?? 0) + 1
  namesakes.set(name, number)
  return keyedSlug(owner.slug, `${name} ${number}`)
}
