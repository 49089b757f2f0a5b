import type { ReadStore, WriteStore } from '../../../src/store/open.ts'
import { searchEngines } from '../../../src/store/search/engines.ts'
import { type Indexing, indexStored } from '../../../src/store/search/index-documents.ts'
import { type SearchQuery, type SearchRow, searchOn } from '../../../src/store/search/search.ts'
import { type SearchDocumentRow, type SearchKind, searchKinds } from '../../../src/store/tables.ts'

export interface SearchText {
  title: string
  body: string
  kind?: SearchKind
  slug?: string
  meetingId?: number | null
  /** Days since 1800. */
  day?: number
  identifiers?: string
  otherWords?: string
  marks?: string
  /** Documents with the same key are one result. */
  groupKey?: number
  rank?: number
}

let lastId = 0

/** Stores and indexes texts as an import does, without their records. */
export async function indexTexts(
  { db, dialect }: Pick<WriteStore, 'db' | 'dialect'>,
  municipalityId: number,
  texts: readonly SearchText[],
): Promise<SearchDocumentRow[]> {
  lastId = Math.max(lastId, await dialect.lastIdOf(db, 'search_documents'))
  const rows = texts.map((text) => rowOf(municipalityId, text))
  await dialect.insertAll(db, 'search_documents', rows as never)
  await dialect.setLastId(db, 'search_documents', lastId)
  await indexStored(rows, { db, dialect } satisfies Pick<Indexing, 'db' | 'dialect'>)
  return rows
}

function rowOf(municipalityId: number, text: SearchText): SearchDocumentRow {
  lastId += 1
  const { title, body, kind = 'motion', slug = `s-${lastId}`, meetingId = null } = text
  return {
    ...{ id: lastId, municipality_id: municipalityId, kind, entry_id: lastId, slug, title, body },
    identifiers: text.identifiers ?? '',
    ...{ other_words: text.otherWords ?? '', marks: text.marks ?? '', meeting_id: meetingId },
    ...{ matter_id: null, day: text.day ?? 0, group_key: text.groupKey ?? lastId },
    rank: text.rank ?? 2,
  }
}

/** The results of a search for `q`, all kinds of records by default. */
export async function foundBy(
  { db, dialect }: Pick<ReadStore, 'db' | 'dialect'>,
  query: Pick<SearchQuery, 'municipalityId' | 'q'> & Partial<SearchQuery>,
): Promise<SearchRow[]> {
  const all = { match: 'all' as const, kinds: searchKinds, limit: 1000, offset: 0 }
  const search = searchOn(db, searchEngines[dialect.name])
  return (await search({ ...all, ...query })).rows
}
