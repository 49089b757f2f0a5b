import { type Kysely, type RawBuilder, sql } from 'kysely'
import { sqliteDialect } from '../dialect/sqlite.ts'
import type { SearchDocumentRow, Tables } from '../tables.ts'
import { idBits, lastDay, recencyBits, recencyOf } from './days.ts'
import {
  hasPhrases,
  type IndexedDocument,
  type Match,
  mark,
  markCharacters,
  type NewestQuery,
  type SearchDatabase,
  type SearchEngine,
  type SearchFilter,
  type Standing,
  withoutOrder,
} from './engine.ts'
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

async function reset(db: Kysely<Tables>): Promise<void> {
  const options = sql.raw(`content='', contentless_delete=1, tokenize="${tokenize}"`)
  await sql`drop table if exists search_index`.execute(db)
  await sql`create virtual table search_index using fts5(marks, title, body, others, ${options})`.execute(
    db,
  )
}

/** Inserts in rowid order; otherwise FTS5 flushes its pending terms for every row. */
async function add(db: Kysely<Tables>, documents: readonly AnalysedDocument[]): Promise<void> {
  const rows = documents
    .map((analysed) => ({ rowid: rowIdOf(analysed.document), ...analysed }))
    .sort((a, b) => (a.rowid < b.rowid ? -1 : 1))
  const texts = rows.map(({ rowid, document, terms }) => ({ rowid, ...columnsOf(document, terms) }))
  await sqliteDialect.insertAll(db, 'search_index', texts)
}

function columnsOf(document: SearchDocumentRow, { title, body, others }: DocumentTerms) {
  const municipality = mark.municipality(document.municipality_id)
  return {
    marks: [municipality, mark.kind(document.kind), mark.period(document.day), document.marks].join(
      ' ',
    ),
    title: title.join(' '),
    body: body.join(' '),
    others: [...others].join(' '),
  }
}

async function remove(db: Kysely<Tables>, documents: readonly IndexedDocument[]): Promise<void> {
  const rowIds = documents.map(rowIdOf).sort((a, b) => (a < b ? -1 : 1))
  const own = sql`(select cast(value as integer) from json_each(${JSON.stringify(rowIds.map(String))}))`
  await sql`delete from search_index where rowid in ${own}`.execute(db)
}

async function newest(
  db: SearchDatabase,
  filter: SearchFilter,
  queries: readonly NewestQuery[],
): Promise<number[][]> {
  if (filter.municipalityId !== null) return readLists(db, filter, queries)
  const recent = await recentFilter(db, filter)
  if (recent === undefined) return readLists(db, filter, queries)
  const first = await readLists(db, recent, queries)
  const short = queries.filter(({ limit }, at) => (first[at]?.length ?? 0) < limit)
  const whole = short.length === 0 ? [] : await readLists(db, filter, short)
  return queries.map((query, at) => whole[short.indexOf(query)] ?? first[at] ?? [])
}

/** One statement. */
async function readLists(
  db: SearchDatabase,
  filter: SearchFilter,
  queries: readonly NewestQuery[],
): Promise<number[][]> {
  const lists = queries.map(
    (query, at) =>
      sql`(select json_group_array(recency) from ${matching(filter, query)}) as ${sql.ref(`list_${at}`)}`,
  )
  const statement = sql<Record<string, string>>`select ${sql.join(lists)}`
  const { rows } = await statement.execute(db as Kysely<unknown>)
  return queries.map((_, at) => JSON.parse(rows[0]?.[`list_${at}`] ?? '[]'))
}

const periodsMax = 64

/** The newest documents of all municipalities; undefined if there are not many more, or their days are too far apart. */
async function recentFilter(
  db: SearchDatabase,
  filter: SearchFilter,
): Promise<SearchFilter | undefined> {
  const { first, last } = filter.days ?? { first: 0, last: lastDay }
  const { rows } = await sql<{ day: number; documents: number }>`
    select min(day) as day, count(*) as documents from (
      select day from search_documents where day >= ${first} and day <= ${last}
      order by day desc limit ${filter.recent}) group by day / 64 order by day`.execute(
    db as Kysely<unknown>,
  )
  const [oldest] = rows
  const documents = rows.reduce((sum, row) => sum + row.documents, 0)
  if (oldest === undefined || oldest.day === 0) return undefined
  if (documents < filter.recent || rows.length > periodsMax) return undefined
  const periods = { any: rows.map(({ day }) => ({ term: mark.period(day) })) }
  const days = { first: oldest.day, last }
  return { ...filter, marks: [...filter.marks, periods], days }
}

function matching({ municipalityId, ...filter }: SearchFilter, query: NewestQuery) {
  return municipalityId === null
    ? matchingAll(filter, query)
    : matchingOne({ ...filter, municipalityId }, query)
}

/**
 * Of all municipalities: every match is read, which takes 0.1 µs each, because an index by day would need half as much
 * space again.
 */
function matchingAll(
  { marks, days }: Omit<SearchFilter, 'municipalityId'>,
  { match, limit, offset = 0 }: NewestQuery,
) {
  const recency = recencyIn(sql`rowid`)
  const inDays =
    days === undefined
      ? sql``
      : sql`and ${recency} >= ${recencyOf(Math.max(days.first, 1), 0)} and ${recency} <= ${recencyOf(days.last, 2 ** idBits - 1)}`
  return sql`(select ${recency} as recency from search_index
      where search_index match ${ftsQuery({ all: [...marks, match] })} ${inDays}
      order by recency desc limit cast(${limit} as bigint) offset cast(${offset} as bigint))`
}

type CouncilFilter = SearchFilter & { municipalityId: number }

function matchingOne(filter: CouncilFilter, { match, limit, offset = 0 }: NewestQuery) {
  // A cast keeps SQLite from preparing the statement again for every bound limit.
  return sql`(select ${recencyIn(sql`rowid`)} as recency from search_index
      where search_index match ${marked(filter, match)}
      and rowid >= ${rangeOf(filter).first} and rowid <= ${lastOf(filter, match)}
      order by rowid limit cast(${limit} as bigint) offset cast(${offset} as bigint))`
}

async function standingsOf(db: SearchDatabase, ids: readonly number[]): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select d.id, group_key, rank from json_each(${JSON.stringify(ids)}) as own
    cross join search_documents as d indexed by search_documents_rank on d.id = own.value`.execute(
    db as Kysely<unknown>,
  )
  return rows
}

function rangeOf({ municipalityId: municipality_id, days }: CouncilFilter) {
  const oldest = days === undefined ? 0 : Math.max(days.first, 1)
  const newest = days?.last ?? lastDay
  return {
    first: rowIdOf({ municipality_id, day: newest, id: 2 ** idBits - 1 }),
    last: rowIdOf({ municipality_id, day: oldest, id: 0 }),
  }
}

// The mark of the municipality ends the search for two words, or for one in titles, at its last text; without it, FTS5
// reads on. Any other search ends with its range of row ids.
function marked({ municipalityId, marks }: CouncilFilter, match: Match): string {
  if (marks.length === 0 && isOneOf(match)) return ftsQuery(match)
  return ftsQuery({ all: [{ term: mark.municipality(municipalityId) }, ...marks, match] })
}

const isOneOf = (match: Match): boolean =>
  'term' in match || ('any' in match && match.any.every(isOneOf))

/** The last row id to search: only the newest documents with all the words are checked for the phrases. */
function lastOf(filter: CouncilFilter, match: Match) {
  const { first, last } = rangeOf(filter)
  if (!hasPhrases(match)) return sql`${last}`
  return sql`coalesce((
      select rowid from search_index where search_index match ${marked(filter, withoutOrder(match))}
      and rowid >= ${first} and rowid <= ${last} order by rowid limit 1 offset ${filter.compared - 1}
    ), ${last})`
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
  check: {
    index: 'search_index',
    expected: rowIds,
    indexed: 'select id from search_index_docsize',
  },
  reset,
  add,
  remove,
  newest,
  standingsOf,
  matching,
  monthOf: (day) => sql`strftime('%Y-%m', '1800-01-01', ${day} || ' days')`,
}
