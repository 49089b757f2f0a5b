import type { Kysely, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { searchKinds } from '../tables.ts'
import type { SearchEntry, SearchQuery, SearchRow, SqlDialect } from './dialect.ts'
import { searchBounds, splitPage, unrankedScore } from './search-bounds.ts'
import { searchQueue } from './search-queue.ts'
import { dayOfKey } from './search-recency.ts'
import { withSnippets } from './snippet.ts'
import { wordQuery, wordVector } from './word-vector.ts'

// As on SQLite, a word of the title weighs twice as much as one of the body: weights of D, C, B and A.
const weights = sql.lit('{0.5, 0, 0, 1}')
// Divides the rank by 1 + the logarithm of the length, so that long texts do not win by their length.
const byLength = sql.lit(1)
// A rank of nothing would say that nothing was found.
const scoreMin = sql.lit(0.000001)

// A bucket is the texts of 32 days, or 4,096 texts without a day; a group is eight of them.
const daysShift = 5
const idsShift = 12
const datedFrom = 2 ** 20
const bucketsInGroup = 8
const groupLength = sql.lit(bucketsInGroup)
// So many of the newest buckets are looked at one by one.
const single = sql.lit(8)

// Slow searches leave connections to all other requests, and those of one client leave turns to other searches.
const inQueue = searchQueue(4, 200, 2)

/** The stretch of a municipality's record in which a text stands: higher where its place is. */
function bucketOf(id: number, place: number): number {
  const day = dayOfKey(place)
  return day === 0 ? id >> idsShift : datedFrom + (day >> daysShift)
}

/**
 * A row of the index. What kind a text is and where it stands are words of its vector, which no text can hold: so the
 * index finds the texts of a bucket that have a word without looking at those of another.
 */
export function wordRow(municipalityId: number, text: SearchEntry, place: number) {
  const bucket = bucketOf(text.id, place)
  const group = Math.floor(bucket / bucketsInGroup)
  const marks = `'@${municipalityId}/${bucket}' '@${municipalityId}/g${group}' '@${text.kind}'`
  const words = `${marks} ${wordVector(text)}`
  return { id: text.id, municipality_id: municipalityId, place, bucket, words }
}

interface FoundRow extends SearchRow {
  body: string
}

export async function search(
  db: Parameters<SqlDialect['search']>[0],
  { municipalityId, terms, kinds, limit, offset, client = '', bounds = searchBounds }: SearchQuery,
): Promise<SearchRow[]> {
  const query = wordQuery(terms)
  if (query === '' || kinds.length === 0) return []
  const anywhere = wordQuery(terms, true)
  const inside = `(${anywhere})${kindQuery(kinds)} & '@${municipalityId}/`
  const wanted = { inside, query, compared: query === anywhere ? undefined : bounds.compared }
  const { ranked, others } = splitPage(limit, offset, bounds)
  const parts: RawBuilder<unknown>[] = []
  if (ranked.limit > 0) parts.push(rankedMatches(wanted, ranked, bounds.ranked))
  if (others.limit > 0) parts.push(remainingMatches(wanted, others))
  const found = sql<FoundRow>`
    with recursive ${walk(municipalityId)}
    select e.kind, e.slug, e.title, e.body, found.score, m.slug as meeting_slug, m.date as meeting_date
    from (${sql.join(parts, sql` union all `)}) as found
    join search_entries as e on e.id = found.id
    left join meetings as m on m.id = e.meeting_id and m.removed_at is null
    order by found.score desc, found.place desc`
  const { rows } = await inQueue(client, () => found.execute(db as Kysely<unknown>))
  return withSnippets(rows, terms)
}

interface Wanted {
  /** The condition that the index answers, but for the bucket and the end of its quotation. */
  inside: string
  query: string
  /** So many texts are compared with the query at most; undefined where the condition says all of it. */
  compared: number | undefined
}

interface PageRange {
  limit: number
  offset: number
}

/** The newest of what is found, best first. */
function rankedMatches(
  wanted: Wanted,
  { limit, offset }: PageRange,
  count: number,
): RawBuilder<unknown> {
  return sql`(select id, place,
      greatest(ts_rank_cd(${weights}, words, ${wanted.query}::tsquery, ${byLength}), ${scoreMin}) as score
    from (select id, place, words from ${newest(wanted, count)} limit ${count}) as newest
    order by score desc, place desc limit ${limit} offset ${offset})`
}

function remainingMatches(wanted: Wanted, { limit, offset }: PageRange): RawBuilder<unknown> {
  return sql`(select id, place, ${sql.lit(unrankedScore)} as score
    from ${newest(wanted, offset + limit)} limit ${limit} offset ${offset})`
}

/**
 * The buckets that have texts, from the newest on: the first one by one, then by groups, so that a word that hardly any
 * text has is not looked up in each of them.
 */
function walk(municipalityId: number): RawBuilder<unknown> {
  const own = sql`search_words as w where w.municipality_id = ${municipalityId}`
  return sql`walk (bucket, step, is_group) as (
    (select w.bucket, 1, false from ${own} order by w.bucket desc limit 1)
    union all
    select next.bucket, step + 1,
      next.bucket / ${groupLength} < walk.bucket / ${groupLength} and step >= ${single}
    from walk cross join lateral (
      select w.bucket from ${own} and w.bucket < case when walk.is_group
        then walk.bucket / ${groupLength} * ${groupLength} else walk.bucket end
      order by w.bucket desc limit 1
    ) as next
  )`
}

/**
 * What is found, newest first, bucket by bucket: whoever takes only the first of them has read no more than their
 * buckets. What is joined laterally can only be joined in the order of what stands before it.
 */
function newest({ inside, query, compared }: Wanted, count: number): RawBuilder<unknown> {
  const all = matchesInBuckets(inside, compared ?? count)
  if (compared === undefined) return all
  return sql`(select id, place, words from ${all} limit ${compared}) as near
    where words @@ ${query}::tsquery`
}

function matchesInBuckets(inside: string, count: number): RawBuilder<unknown> {
  const bucket = sql`case when walk.is_group then 'g' || walk.bucket / ${groupLength}
    else walk.bucket::text end`
  return sql`walk cross join lateral (
    select w.id, w.place, w.words from search_words as w
    where w.words @@ (${inside}::text || ${bucket} || '''')::tsquery
    order by w.place desc limit ${count}
  ) as found`
}

function kindQuery(kinds: SearchQuery['kinds']): string {
  if (searchKinds.every((kind) => kinds.includes(kind))) return ''
  return ` & (${kinds.map((kind) => `'@${kind}'`).join(' | ')})`
}
