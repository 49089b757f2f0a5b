import { type Kysely, type RawBuilder, sql } from 'kysely'
import { batchesBySize } from '../../core/batches.ts'
import type { SearchDocumentRow, Tables } from '../tables.ts'
import { indexedRows, unrankedScore } from './bounds.ts'
import { lastDay } from './days.ts'
import { allOf, type Match, mark, markCharacters } from './match.ts'
import { documentsIn, idBits, idIn, orderOf, rankedPage, recencyBits } from './ranking.ts'
import type {
  DocumentQuery,
  FoundDocument,
  IndexedDocument,
  SearchDatabase,
  SearchEngine,
} from './search-query.ts'
import type { AnalysedDocument, DocumentTerms } from './terms.ts'

/**
 * The municipality, then the day and the id of a document, with inverted bits: the newest documents of a municipality
 * come first in ascending order, which FTS5 reads faster than the other one.
 */
const rowIdOf = ({ id, municipality_id, day }: IndexedDocument): bigint =>
  (BigInt(municipality_id) << BigInt(recencyBits)) +
  (2n ** BigInt(recencyBits) - 1n - ((BigInt(day) << BigInt(idBits)) | BigInt(id)))

/** The same in SQL, as `id`. */
const rowIds = `select ((municipality_id + 1) * ${2 ** (recencyBits - idBits)} - day) * ${2 ** idBits} - id - 1 as id from search_documents`

const recencyIn = (rowId: RawBuilder<unknown>) =>
  sql`(~ ${rowId} & ${sql.lit(2 ** recencyBits - 1)})`

// All text is words that are already folded; only spaces separate them.
const tokenize = `ascii tokenchars '${markCharacters}'`

/** Two indexes, because words as written need no positions: in one, they would take five times the space. */
async function reset(db: Kysely<Tables>): Promise<void> {
  const options = sql.raw(`content='', contentless_delete=1, tokenize="${tokenize}"`)
  await sql`drop table if exists search_index`.execute(db)
  await sql`drop table if exists search_exact`.execute(db)
  await sql`create virtual table search_index using fts5(marks, title, body, others, ${options})`.execute(
    db,
  )
  await sql`create virtual table search_exact using fts5(words, detail=none, ${options})`.execute(
    db,
  )
}

// Characters of the documents that two statements index.
const indexedLength = 1_000_000

/** Inserts in rowid order; otherwise FTS5 flushes its pending terms for every row. */
async function add(db: Kysely<Tables>, documents: readonly AnalysedDocument[]): Promise<void> {
  const rows = documents
    .map((analysed) => ({ rowId: rowIdOf(analysed.document), ...analysed }))
    .sort((a, b) => (a.rowId < b.rowId ? -1 : 1))
  const size = ({ document }: (typeof rows)[number]) => document.title.length + document.body.length
  for (const batch of batchesBySize(rows, size, { size: indexedLength, length: indexedRows })) {
    const inOrder = batch.map(
      ({ rowId, document, terms }) => sql`(${rowId}, ${sql.join(columnsOf(document, terms))})`,
    )
    await sql`insert into search_index (rowid, marks, title, body, others) values ${sql.join(inOrder)}`.execute(
      db,
    )
    const exact = batch.map(({ rowId, document, terms }) => {
      const words = [mark.municipality(document.municipality_id), ...terms.exact]
      return sql`(${rowId}, ${words.join(' ')})`
    })
    await sql`insert into search_exact (rowid, words) values ${sql.join(exact)}`.execute(db)
  }
}

function columnsOf(document: SearchDocumentRow, { title, body, others }: DocumentTerms): string[] {
  const municipality = mark.municipality(document.municipality_id)
  const marks = `${municipality} ${mark.kind(document.kind)} ${document.marks}`
  return [marks, title.join(' '), body.join(' '), [...others].join(' ')]
}

async function remove(db: Kysely<Tables>, documents: readonly IndexedDocument[]): Promise<void> {
  const rowIds = documents.map(rowIdOf).sort((a, b) => (a < b ? -1 : 1))
  const own = sql`(select cast(value as integer) from json_each(${JSON.stringify(rowIds.map(String))}))`
  await sql`delete from search_index where rowid in ${own}`.execute(db)
  await sql`delete from search_exact where rowid in ${own}`.execute(db)
}

async function findDocuments(db: SearchDatabase, query: DocumentQuery): Promise<FoundDocument[]> {
  const { limit, offset, bounds } = query
  const matches = sql`search_index where search_index match ${baseOf(query)}
    and rowid >= ${rangeOf(query).first} and rowid <= (select row_id from last) order by rowid`
  const group = query.isGrouped ? sql`d.group_key` : sql`d.id`
  const { features, sets } = featuresOf(query)
  const { rows } = await sql<FoundDocument>`
    with last as materialized (select ${lastOf(query)} as row_id),
    found as materialized (select rowid as row_id from ${matches} limit cast(${bounds.rankedMax} as bigint)),
    cut as materialized (select coalesce(max(row_id), 0) as row_id from found),
    ${sets}
    scored as materialized (
      select ${group} as group_key, ${orderOf(features, recencyIn(sql`row_id`))} as sort_key, ${recencyIn(sql`row_id`)} as recency
      from found cross join search_documents as d indexed by search_documents_rank
      where d.id = ${idIn(sql`~ row_id`)}),
    ${rankedPage(query)},
    remaining as (
      select ${idIn(sql`~ rowid`)} as id, ${sql.lit(unrankedScore)} as score, null as group_key, ${recencyIn(sql`rowid`)} as newest
      from ${matches} limit ${limit} - (select count(*) from page)
      offset ${bounds.rankedMax} + max(0, ${offset} - (select count(*) from grouped)))
    ${documentsIn(sql`(select * from page union all select * from remaining)`, json)}`.execute(
    db as Kysely<unknown>,
  )
  return rows
}

const json = { jsonArray: sql.raw('json_group_array'), jsonObject: sql.raw('json_object') }

async function findsDocuments(
  db: SearchDatabase,
  queries: readonly DocumentQuery[],
): Promise<boolean[]> {
  const found = queries.map(
    (query, at) => sql`exists (select 1 from search_index where search_index match ${baseOf(query)}
      and rowid >= ${rangeOf(query).first} and rowid <= ${lastOf(query)}) as ${sql.ref(`found_${at}`)}`,
  )
  const statement = sql<Record<string, number>>`select ${sql.join(found)}`
  const { rows } = await statement.execute(db as Kysely<unknown>)
  return queries.map((_, at) => rows[0]?.[`found_${at}`] === 1)
}

function rangeOf({ municipalityId: municipality_id, days }: DocumentQuery) {
  const oldest = days === undefined ? 0 : Math.max(days.first, 1)
  const newest = days?.last ?? lastDay
  return {
    first: rowIdOf({ municipality_id, day: newest, id: 2 ** idBits - 1 }),
    last: rowIdOf({ municipality_id, day: oldest, id: 0 }),
  }
}

// The mark of the municipality ends the search for two words, or for one in titles, at its last text; without it, FTS5
// reads on. Any other search ends with its range of row ids.
function marked({ municipalityId, filter }: DocumentQuery, match: Match): string {
  if (filter.length === 0 && isOneOf(match)) return ftsQuery(match)
  return ftsQuery({ all: [{ term: mark.municipality(municipalityId) }, ...filter, match] })
}

const isOneOf = (match: Match): boolean =>
  'term' in match || ('any' in match && match.any.every(isOneOf))

const baseOf = (query: DocumentQuery): string => marked(query, query.matching.all)

/** The last row id to search: only the newest documents with all the words are checked for the phrases. */
function lastOf(query: DocumentQuery) {
  const { matching, bounds } = query
  const { first, last } = rangeOf(query)
  if (matching.unordered === undefined) return sql`${last}`
  return sql`coalesce((
      select rowid from search_index where search_index match ${marked(query, matching.unordered)}
      and rowid >= ${first} and rowid <= ${last} order by rowid limit 1 offset ${bounds.compared - 1}
    ), ${last})`
}

/** The documents with each feature, in the range of those that are ranked; others than the matches have no effect. */
function featuresOf(query: DocumentQuery) {
  const { features, exact } = query.matching
  const { first } = rangeOf(query)
  const rowsOf = (index: RawBuilder<unknown>, match: string) =>
    sql`select rowid from ${index} where ${index} match ${match} and rowid >= ${first} and rowid <= (select row_id from cut)`
  const found = features.map(({ weight, match }) => ({
    weight,
    rows: rowsOf(sql.table('search_index'), marked(query, match)),
  }))
  if (exact.length > 0) {
    const written = marked({ ...query, filter: [] }, allOf(exact.map((term) => ({ term }))))
    found.push({ weight: 1, rows: rowsOf(sql.table('search_exact'), written) })
  }
  const named = found.map((one, index) => ({ ...one, name: sql.table(`feature_${index}`) }))
  return {
    features: named.map(({ weight, name }) => ({ weight, has: sql`row_id in ${name}` })),
    sets: sql.join(
      named.map(({ name, rows }) => sql`${name} as not materialized (${rows}), `),
      sql``,
    ),
  }
}

/** An FTS5 query. Every word is quoted: FTS5 would treat some, such as NOT, as operators. */
function ftsQuery(match: Match): string {
  if ('term' in match) return quoted(match.term)
  if ('title' in match) return `title : ${quoted(match.title)}`
  if ('phrase' in match)
    return `${match.within ?? '{title body}'} : ${quoted(match.phrase.join(' '))}`
  if ('all' in match) return `(${match.all.map(ftsQuery).join(' AND ')})`
  return `(${match.any.map(ftsQuery).join(' OR ')})`
}

const quoted = (words: string): string => `"${words}"`

export const sqliteSearch: SearchEngine = {
  checks: ['search_index', 'search_exact'].map((index) => ({
    index,
    expected: rowIds,
    indexed: `select id from ${index}_docsize`,
  })),
  reset,
  add,
  remove,
  // `SqliteSearchThread` has a queue.
  inQueue: (_, work) => work(),
  findDocuments,
  findsDocuments,
}
