import { isDeepStrictEqual } from 'node:util'
import { batches } from '../../../src/core/batches.ts'
import { openReadStore } from '../../../src/store/open.ts'
import { documentsOf } from '../../../src/store/search/documents.ts'
import { mark } from '../../../src/store/search/engine.ts'
import { vectorRow } from '../../../src/store/search/postgres.ts'
import { documentTerms } from '../../../src/store/search/terms.ts'
import { type SearchDocumentRow, searchKinds } from '../../../src/store/tables.ts'
import { describeRows, type Inspector } from './inspector.ts'

/** Words in the index that differ from those of the documents, and documents that the rows do not require. */
export async function checkSearchIndex(db: Inspector): Promise<string[]> {
  const check = db.engine === 'sqlite' ? checkIndexes : checkVectors
  return [...(await check(db)), ...(await checkDocuments(db))]
}

async function checkIndexes(db: Inspector): Promise<string[]> {
  const errors: string[] = []
  await db
    .run(`insert into search_index (search_index) values ('integrity-check')`)
    .catch((error: Error) => errors.push(`search_index: ${error.message}`))
  const documents = await db.rows<SearchDocumentRow>('select * from search_documents')
  return [
    ...errors,
    ...differences('search_index', new Map(documents.flatMap(indexed)), await termsIn(db)),
  ]
}

/** What SQLite's index must contain: the terms of each column of a document in order. */
function indexed(document: SearchDocumentRow): [rowId: string, terms: string][] {
  const { title, body, others } = documentTerms(document)
  const own = [
    mark.municipality(document.municipality_id),
    mark.kind(document.kind),
    mark.period(document.day),
  ]
  const columns = {
    marks: [...own, ...document.marks.split(' ').filter(Boolean)],
    ...{ title, body, others: [...others] },
  }
  return Object.entries(columns).flatMap(([column, terms]) =>
    terms.length === 0 ? [] : [[`${rowIdOf(document)} ${column}`, terms.join(' ')]],
  )
}

const daysEnd = 2n ** 17n
const idsEnd = 2n ** 31n
const rowIdOf = ({ id, municipality_id, day }: SearchDocumentRow): string =>
  String(((BigInt(municipality_id) + 1n) * daysEnd - BigInt(day)) * idsEnd - BigInt(id) - 1n)

// Row ids of SQLite's index can be too great for a number, so they are read as text.
async function termsIn(db: Inspector): Promise<Map<string, string>> {
  await db.run(
    'create virtual table temp.index_terms using fts5vocab(main, search_index, instance)',
  )
  const rows = await db.rows<{ rowId: string; terms: string }>(
    `select cast(doc as text) || ' ' || col as "rowId", group_concat(term, ' ' order by offset) as terms
     from index_terms group by doc, col`,
  )
  return new Map(rows.map(({ rowId, terms }) => [rowId, terms]))
}

function differences(
  what: string,
  expected: ReadonlyMap<string, string>,
  found: ReadonlyMap<string, string>,
): string[] {
  const rowIds = new Set([...expected.keys(), ...found.keys()])
  return [...rowIds]
    .filter((rowId) => expected.get(rowId) !== found.get(rowId))
    .map((rowId) => `${what}: ${rowId} has ${found.get(rowId)}, not ${expected.get(rowId)}`)
}

async function checkVectors(db: Inspector): Promise<string[]> {
  const documents = await db.rows<SearchDocumentRow>('select * from search_documents')
  const expected = documents.map((row) => {
    const document = { ...row, group_key: Number(row.group_key) }
    return vectorRow({ document, terms: documentTerms(document) })
  })
  const other = await db.rows(
    `select id from json_to_recordset(?::json) as expected
         (id int, municipality_id int, bucket int, recency bigint, words text)
       full join search_vectors as found using (id)
     where found.words is distinct from expected.words::tsvector
       or (found.municipality_id, found.bucket, found.recency) is distinct from
         (expected.municipality_id, expected.bucket, expected.recency)`,
    JSON.stringify(expected),
  )
  return describeRows('other words', other)
}

// The search documents that the rows require: those of records that are not removed, and whose parents are not.
const searchable = `
  select 'matter' as kind, id as entry_id, slug, municipality_id, null as meeting_id from matters
  union all
  select 'agenda_item', i.id, i.slug, i.municipality_id, m.id from agenda_items i
    join meetings m on m.id = i.meeting_id
  union all
  select 'motion', v.id, v.slug, v.municipality_id, m.id from motions v
    left join meetings m on m.id = v.meeting_id
  union all
  select 'key_statement', s.id, s.slug, m.municipality_id, m.id from key_statements s
    join meetings m on m.id = s.meeting_id
  union all
  select 'document_section', s.id, s.slug, m.municipality_id, m.id from document_sections s
    join documents d on d.id = s.document_id join meetings m on m.id = d.meeting_id
  union all
  select 'document_section', s.id, s.slug, x.municipality_id, null from document_sections s
    join documents d on d.id = s.document_id join matters x on x.id = d.matter_id
  union all
  select 'document_section', s.id, s.slug, b.municipality_id, null from document_sections s
    join documents d on d.id = s.document_id join bylaws b on b.id = d.bylaw_id
  union all
  select 'document_section', s.id, s.slug, m.municipality_id, m.id from document_sections s
    join documents d on d.id = s.document_id join agenda_items i on i.id = d.agenda_item_id
    join meetings m on m.id = i.meeting_id`

async function checkDocuments(db: Inspector): Promise<string[]> {
  const columns = 'kind, entry_id, slug, municipality_id, meeting_id'
  const stored = `select ${columns} from search_documents`
  const expected = `select ${columns} from (${searchable}) as expected`
  return [
    ...describeRows('not in search', await db.rows(`${expected} except ${stored}`)),
    ...describeRows('still in search', await db.rows(`${stored} except ${expected}`)),
  ]
}

const batchLength = 500

/** The search documents that differ from what an import would now make of their rows. */
export async function checkSearchTexts(databaseUrl: string): Promise<string[]> {
  const store = openReadStore(databaseUrl)
  const wrong: string[] = []
  try {
    for (const kind of searchKinds) {
      const rows = await store.db
        .selectFrom('search_documents')
        .selectAll()
        .where('kind', '=', kind)
        .execute()
      for (const some of batches(rows, batchLength)) {
        const ids = some.map((row) => row.entry_id)
        const current = await documentsOf(kind, ids, store.db)
        const expected = new Map(current.map((document) => [document.entry_id, document]))
        for (const { id: _, ...row } of some)
          if (!isDeepStrictEqual(inSets(row), inSets(expected.get(row.entry_id))))
            wrong.push(`outdated in search: ${kind} ${row.slug}`)
      }
    }
  } finally {
    await store.close()
  }
  return wrong
}

// Rows that refer to a document have no order.
const inSets = (row?: Pick<SearchDocumentRow, 'marks' | 'other_words'>) =>
  row && {
    ...row,
    marks: row.marks.split(' ').sort(),
    other_words: row.other_words.split('\n').sort(),
  }
