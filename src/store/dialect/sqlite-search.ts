import type { Kysely, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { type SearchKind, searchKinds, type Tables } from '../tables.ts'
import type { SearchEntry, SearchQuery, SearchRow, SqlDialect } from './dialect.ts'
import { type SearchBounds, searchBounds, splitPage, unrankedScore } from './search-bounds.ts'
import { recencyKeyEnd, recencyKeysOf } from './search-recency.ts'
import { withSnippets } from './snippet.ts'
import { foldedWords } from './words.ts'

// Words of the title count twice; the kind is not searchable text.
const weights = sql.join([0, 2, 1].map((weight) => sql.lit(weight)))
// A private-use character: FTS5 treats it as part of a word, and no query can contain it.
const kindPrefix = '\u{E000}'

/** Each municipality has its own index, so that ranking uses its own word frequencies. */
const searchTablesOf = (municipalityId: number) => ({
  index: sql.table(`search_index_${municipalityId}`),
  /** FTS5's hidden table-named column. */
  tableColumn: sql.ref(`search_index_${municipalityId}`),
  texts: sql.table(`search_texts_${municipalityId}`),
})

export async function createSearchIndex(db: Kysely<Tables>, municipalityId: number) {
  const { index, texts } = searchTablesOf(municipalityId)
  await sql`create view if not exists ${texts} as
    select p.place, ${sql.lit(kindPrefix)} || replace(e.kind, '_', '') as kind, e.title, e.body
    from search_places as p cross join search_entries as e on e.id = p.id
    where e.municipality_id = ${sql.lit(municipalityId)}`.execute(db)
  await sql`create virtual table if not exists ${index} using fts5(
    kind, title, body, content=${sql.lit(`search_texts_${municipalityId}`)}, content_rowid='place',
    tokenize="unicode61 remove_diacritics 2"
  )`.execute(db)
}

/** Inserts in rowid order; otherwise FTS5 flushes its pending terms for every row. */
export async function addToSearchIndex(
  dialect: SqlDialect,
  db: Kysely<Tables>,
  municipalityId: number,
  added: readonly Pick<SearchEntry, 'id'>[],
) {
  const { index, texts } = searchTablesOf(municipalityId)
  const ids = added.map(({ id }) => id)
  const keys = await recencyKeysOf(db, dialect, added)
  const rows = [...keys].map(([id, place]) => ({ id, place }))
  await dialect.insertAll(db, 'search_places', rows)
  await sql`insert into ${index} (rowid, kind, title, body) select place, kind, title, body from ${texts}
    where place in (${recencyKeysIn(ids)}) order by place`.execute(db)
}

/** An external-content index needs the old text to delete an entry. */
export async function removeFromSearchIndex(
  db: Kysely<Tables>,
  municipalityId: number,
  removed: readonly Pick<SearchEntry, 'id'>[],
) {
  const { index, tableColumn, texts } = searchTablesOf(municipalityId)
  const ids = removed.map(({ id }) => id)
  await sql`insert into ${index} (${tableColumn}, rowid, kind, title, body)
    select 'delete', place, kind, title, body from ${texts}
    where place in (${recencyKeysIn(ids)}) order by place`.execute(db)
  await sql`delete from search_places where place in (${recencyKeysIn(ids)})`.execute(db)
}

const recencyKeysIn = (ids: readonly number[]) =>
  sql`select place from search_places where id in (select value from json_each(${JSON.stringify(ids)}))`

export async function search(
  db: Parameters<SqlDialect['search']>[0],
  { municipalityId, terms, kinds, limit, offset, bounds = searchBounds }: SearchQuery,
): Promise<SearchRow[]> {
  const phrases = terms.map((term) => foldedWords(term.join(' ')))
  if (kinds.length === 0 || phrases.some((phrase) => phrase.length === 0)) return []
  const query: MatchQuery = {
    ...{ db: db as Kysely<unknown>, ...searchTablesOf(municipalityId), kinds, bounds },
    words: phrases.flat(),
    match: phrases.map(quoted).join(' AND '),
    hasPhrase: phrases.some((phrase) => phrase.length > 1),
  }
  const { rankedPart, others } = splitPage(limit, offset, bounds)
  const parts: RawBuilder<unknown>[] = []
  if (rankedPart.limit > 0) {
    const titleRanking = query.hasPhrase ? titlePhraseMatches : titleMatches
    parts.push(((await isSelective(query)) ? bm25Matches : titleRanking)(query, rankedPart))
  }
  if (others.limit > 0) parts.push(remainingMatches(query, others))
  const { rows } = await sql<Omit<SearchRow, 'snippet'> & { body: string }>`
    select e.kind, e.slug, e.title, e.body, found.score, m.slug as meeting_slug, m.date as meeting_date
    from (${sql.join(parts, sql` union all `)}) as found
    join search_places as p on p.place = found.place
    join search_entries as e on e.id = p.id
    left join meetings as m on m.id = e.meeting_id and m.removed_at is null
    order by found.score desc, found.place desc`.execute(query.db)
  return withSnippets(rows, terms)
}

interface MatchQuery extends ReturnType<typeof searchTablesOf> {
  db: Kysely<unknown>
  kinds: readonly SearchKind[]
  bounds: SearchBounds
  /** All words, including repeated ones. */
  words: readonly string[]
  match: string
  hasPhrase: boolean
}

interface PageRange {
  limit: number
  offset: number
}

// `+ 0` keeps SQLite from re-preparing the statement for every bound limit.
const limitOffset = ({ limit, offset }: PageRange) => sql`limit ${limit} + 0 offset ${offset} + 0`

/**
 * Whether the words are rare enough for bm25. Repeated words count each time, because FTS5 reads their positions each
 * time.
 */
async function isSelective({
  db,
  index,
  tableColumn,
  words,
  bounds,
}: MatchQuery): Promise<boolean> {
  const matches = JSON.stringify(words.map((word) => quoted([word])))
  const { rows } = await sql`select 1 from json_each(${matches}) as word
    cross join ${index} where ${tableColumn} match word.value
    limit 1 offset ${sql.lit(bounds.scoredMax - 1)}`.execute(db)
  return rows.length === 0
}

/**
 * The newest matches, ranked by bm25. The kind is filtered by a subquery, because bm25 would count its very common
 * word.
 */
function bm25Matches({ index, tableColumn, kinds, match, bounds }: MatchQuery, range: PageRange) {
  const ofKinds = inKinds(kinds, match)
  const newest = sql`order by rowid desc limit ${sql.lit(bounds.rankedMax)}`
  const isOfKinds = sql`and +rowid in (select rowid from ${index} where ${tableColumn} match ${ofKinds} ${newest})`
  return sql`select * from (select * from (
    select rowid as place, max(-bm25(${tableColumn}, ${weights}), ${sql.lit(unrankedScore * 2)}) as score
    from ${index} where ${tableColumn} match ${match} ${ofKinds === match ? sql`` : isOfKinds} ${newest}
  ) order by score desc, place desc ${limitOffset(range)})`
}

/**
 * The newest matches, those with all words in the title first. Both halves are read in index order, no further than the
 * end of the page.
 */
function titleMatches({ index, tableColumn, kinds, match, bounds }: MatchQuery, range: PageRange) {
  const title = `title : (${match})`
  const newest = (found: string, score: string) => sql`
    select rowid as place, ${sql.raw(score)} as score from ${index}
    where ${tableColumn} match ${found} and rowid >= (select place from cut)`
  return sql`select * from (
    with cut as materialized (select coalesce((
      select rowid from ${index} where ${tableColumn} match ${inKinds(kinds, match)}
      order by rowid desc limit 1 offset ${sql.lit(bounds.rankedMax - 1)}
    ), 0) as place)
    ${newest(inKinds(kinds, title), '2.0')}
    union all ${newest(`(${inKinds(kinds, match)}) NOT ${title}`, '1.0')}
    order by score desc, place desc ${limitOffset(range)})`
}

/** The same for queries with a phrase. */
function titlePhraseMatches(query: MatchQuery, range: PageRange) {
  const { index, tableColumn, kinds, match, bounds } = query
  return sql`select * from (
    with found as materialized (${phraseMatches(query)}), newest as materialized (
      select place from found order by place desc limit ${sql.lit(bounds.rankedMax)}
    ), titled as materialized (
      select rowid as place from ${index} where ${tableColumn} match ${inKinds(kinds, `title : (${match})`)}
      and rowid >= coalesce((select min(place) from newest), ${sql.lit(recencyKeyEnd)})
    )
    select place, 1.0 + (place in titled) as score from newest
    order by score desc, place desc ${limitOffset(range)})`
}

function remainingMatches(query: MatchQuery, range: PageRange) {
  const { index, tableColumn, kinds, match, hasPhrase } = query
  const found = hasPhrase
    ? sql`with found as materialized (${phraseMatches(query)}) select place from found`
    : sql`select rowid as place from ${index} where ${tableColumn} match ${inKinds(kinds, match)}`
  return sql`select place, ${sql.lit(unrankedScore)} as score from (
    ${found} order by place desc ${limitOffset(range)})`
}

/**
 * Only the newest documents with all the words are checked for the phrases. They are read oldest first: in descending
 * order, FTS5 reads past the lower bound.
 */
function phraseMatches({ index, tableColumn, kinds, match, words, bounds }: MatchQuery) {
  const anywhere = [...new Set(words)].map((word) => quoted([word])).join(' AND ')
  return sql`
    select rowid as place from ${index} where ${tableColumn} match ${inKinds(kinds, match)}
    and rowid >= coalesce((
      select rowid from ${index} where ${tableColumn} match ${inKinds(kinds, anywhere)}
      order by rowid desc limit 1 offset ${sql.lit(bounds.compared - 1)}
    ), 0)`
}

// Every word is quoted: FTS5 would treat some, such as NOT, as operators.
const quoted = (words: readonly string[]) => `"${words.join(' ')}"`

function inKinds(kinds: readonly SearchKind[], words: string): string {
  if (searchKinds.every((kind) => kinds.includes(kind))) return words
  const marked = kinds.map((kind) => `"${kindPrefix}${kind.replaceAll('_', '')}"`)
  return `kind : (${marked.join(' OR ')}) AND ${words}`
}
