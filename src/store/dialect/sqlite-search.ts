import type { Kysely, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { type SearchKind, searchKinds, type Tables } from '../tables.ts'
import type { SearchEntry, SearchQuery, SearchRow, SqlDialect } from './dialect.ts'
import { type SearchBounds, searchBounds, splitPage, unrankedScore } from './search-bounds.ts'
import { recencyKeyEnd, recencyKeysOf } from './search-recency.ts'
import { withSnippets } from './snippet.ts'
import { foldedWords } from './words.ts'

// Title words weigh twice as much as words of the body; the kind of a text is no word of it.
const weights = sql.join([0, 2, 1].map((weight) => sql.lit(weight)))
// A character of private use is part of a word to FTS5, and of none that a search can hold.
const kindPrefix = '\u{E000}'

/** The names of what a municipality is searched by: each has an index of its own, so that ranking stays inside it. */
const namesOf = (municipalityId: number) => ({
  index: sql.table(`search_index_${municipalityId}`),
  /** The column of the index that commands are written to, and that `match` and functions are asked of. */
  itself: sql.ref(`search_index_${municipalityId}`),
  texts: sql.table(`search_texts_${municipalityId}`),
})

export async function createSearchIndex(db: Kysely<Tables>, municipalityId: number) {
  const { index, texts } = namesOf(municipalityId)
  await sql`create view if not exists ${texts} as
    select p.place, ${sql.lit(kindPrefix)} || replace(e.kind, '_', '') as kind, e.title, e.body
    from search_places as p cross join search_entries as e on e.id = p.id
    where e.municipality_id = ${sql.lit(municipalityId)}`.execute(db)
  await sql`create virtual table if not exists ${index} using fts5(
    kind, title, body, content=${sql.lit(`search_texts_${municipalityId}`)}, content_rowid='place',
    tokenize="unicode61 remove_diacritics 2"
  )`.execute(db)
}

/** The index is written in the order of its rows: what comes out of order is a write of its own. */
export async function addToSearchIndex(
  dialect: SqlDialect,
  db: Kysely<Tables>,
  municipalityId: number,
  added: readonly Pick<SearchEntry, 'id'>[],
) {
  const { index, texts } = namesOf(municipalityId)
  const ids = added.map(({ id }) => id)
  const places = await recencyKeysOf(db, dialect, added)
  const rows = [...places].map(([id, place]) => ({ id, place }))
  await dialect.insertAll(db, 'search_places', rows)
  await sql`insert into ${index} (rowid, kind, title, body) select place, kind, title, body from ${texts}
    where place in (${placesIn(ids)}) order by place`.execute(db)
}

/** An external-content index must be told the old text to forget it. */
export async function removeFromSearchIndex(
  db: Kysely<Tables>,
  municipalityId: number,
  removed: readonly Pick<SearchEntry, 'id'>[],
) {
  const { index, itself, texts } = namesOf(municipalityId)
  const ids = removed.map(({ id }) => id)
  await sql`insert into ${index} (${itself}, rowid, kind, title, body)
    select 'delete', place, kind, title, body from ${texts}
    where place in (${placesIn(ids)}) order by place`.execute(db)
  await sql`delete from search_places where place in (${placesIn(ids)})`.execute(db)
}

const placesIn = (ids: readonly number[]) =>
  sql`select place from search_places where id in (select value from json_each(${JSON.stringify(ids)}))`

export async function search(
  db: Parameters<SqlDialect['search']>[0],
  { municipalityId, terms, kinds, limit, offset, bounds = searchBounds }: SearchQuery,
): Promise<SearchRow[]> {
  const phrases = terms.map((term) => foldedWords(term.join(' ')))
  if (kinds.length === 0 || phrases.some((phrase) => phrase.length === 0)) return []
  const query: MatchQuery = {
    ...{ db: db as Kysely<unknown>, ...namesOf(municipalityId), kinds, bounds },
    words: phrases.flat(),
    match: phrases.map(quoted).join(' AND '),
    hasPhrase: phrases.some((phrase) => phrase.length > 1),
  }
  const { ranked, others } = splitPage(limit, offset, bounds)
  const parts: RawBuilder<unknown>[] = []
  if (ranked.limit > 0) {
    const titleFirst = query.hasPhrase ? titlePhraseMatches : titleMatches
    parts.push(((await isSelective(query)) ? bm25Matches : titleFirst)(query, ranked))
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

interface MatchQuery extends ReturnType<typeof namesOf> {
  db: Kysely<unknown>
  kinds: readonly SearchKind[]
  bounds: SearchBounds
  /** All words, repeated ones too. */
  words: readonly string[]
  /** The terms as an FTS5 query. */
  match: string
  hasPhrase: boolean
}

interface PageRange {
  limit: number
  offset: number
}

// SQLite plans a statement anew whenever a value is bound to a parameter that stands by itself here.
const slice = ({ limit, offset }: PageRange) => sql`limit ${limit} + 0 offset ${offset} + 0`

/**
 * Whether so few texts have one of the words that they can be weighed. Each word counts by itself, and each time that it
 * is repeated: FTS5 reads its positions again for each.
 */
async function isSelective({ db, index, itself, words, bounds }: MatchQuery): Promise<boolean> {
  const matches = JSON.stringify(words.map((word) => quoted([word])))
  const { rows } = await sql`select 1 from json_each(${matches}) as word
    cross join ${index} where ${itself} match word.value
    limit 1 offset ${sql.lit(bounds.weighed - 1)}`.execute(db)
  return rows.length === 0
}

/**
 * The newest of what is found, by how rare their words are. `bm25` counts every text that has one of the words of what
 * is matched, whatever it is asked to rank: so the marks of kinds, which most texts share, stand beside it.
 */
function bm25Matches({ index, itself, kinds, match, bounds }: MatchQuery, range: PageRange) {
  const ofKinds = inKinds(kinds, match)
  const newest = sql`order by rowid desc limit ${sql.lit(bounds.ranked)}`
  const isOfKinds = sql`and +rowid in (select rowid from ${index} where ${itself} match ${ofKinds} ${newest})`
  return sql`select * from (select * from (
    select rowid as place, max(-bm25(${itself}, ${weights}), ${sql.lit(unrankedScore * 2)}) as score
    from ${index} where ${itself} match ${match} ${ofKinds === match ? sql`` : isOfKinds} ${newest}
  ) order by score desc, place desc ${slice(range)})`
}

/**
 * The newest of what is found, those first that have all words in their title. Both halves come in the order of the
 * index, so that no more is read than up to the end of the page.
 */
function titleMatches({ index, itself, kinds, match, bounds }: MatchQuery, range: PageRange) {
  const title = `title : (${match})`
  const newest = (found: string, score: string) => sql`
    select rowid as place, ${sql.raw(score)} as score from ${index}
    where ${itself} match ${found} and rowid >= (select place from cut)`
  return sql`select * from (
    with cut as materialized (select coalesce((
      select rowid from ${index} where ${itself} match ${inKinds(kinds, match)}
      order by rowid desc limit 1 offset ${sql.lit(bounds.ranked - 1)}
    ), 0) as place)
    ${newest(inKinds(kinds, title), '2.0')}
    union all ${newest(`(${inKinds(kinds, match)}) NOT ${title}`, '1.0')}
    order by score desc, place desc ${slice(range)})`
}

/** The same where words must stand side by side. */
function titlePhraseMatches(query: MatchQuery, range: PageRange) {
  const { index, itself, kinds, match, bounds } = query
  return sql`select * from (
    with found as materialized (${phraseMatches(query)}), newest as materialized (
      select place from found order by place desc limit ${sql.lit(bounds.ranked)}
    ), titled as materialized (
      select rowid as place from ${index} where ${itself} match ${inKinds(kinds, `title : (${match})`)}
      and rowid >= coalesce((select min(place) from newest), ${sql.lit(recencyKeyEnd)})
    )
    select place, 1.0 + (place in titled) as score from newest
    order by score desc, place desc ${slice(range)})`
}

function remainingMatches(query: MatchQuery, range: PageRange) {
  const { index, itself, kinds, match, hasPhrase } = query
  const found = hasPhrase
    ? sql`with found as materialized (${phraseMatches(query)}) select place from found`
    : sql`select rowid as place from ${index} where ${itself} match ${inKinds(kinds, match)}`
  return sql`select place, ${sql.lit(unrankedScore)} as score from (
    ${found} order by place desc ${slice(range)})`
}

/**
 * Phrases are looked for in the newest texts only that have their words anywhere. These are read from the oldest on:
 * backwards, FTS5 reads on below the bound until it has found something.
 */
function phraseMatches({ index, itself, kinds, match, words, bounds }: MatchQuery) {
  const anywhere = [...new Set(words)].map((word) => quoted([word])).join(' AND ')
  return sql`
    select rowid as place from ${index} where ${itself} match ${inKinds(kinds, match)}
    and rowid >= coalesce((
      select rowid from ${index} where ${itself} match ${inKinds(kinds, anywhere)}
      order by rowid desc limit 1 offset ${sql.lit(bounds.compared - 1)}
    ), 0)`
}

// Every word is quoted: FTS5 would take some, such as NOT, for an operator.
const quoted = (words: readonly string[]) => `"${words.join(' ')}"`

function inKinds(kinds: readonly SearchKind[], words: string): string {
  if (searchKinds.every((kind) => kinds.includes(kind))) return words
  const marked = kinds.map((kind) => `"${kindPrefix}${kind.replaceAll('_', '')}"`)
  return `kind : (${marked.join(' OR ')}) AND ${words}`
}
