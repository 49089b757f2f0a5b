import type { Kysely, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { searchKinds } from '../tables.ts'
import type { SearchEntry, SearchQuery, SearchRow, SqlDialect } from './dialect.ts'
import { searchBounds, splitPage, unrankedScore } from './search-bounds.ts'
import { searchQueue } from './search-queue.ts'
import { dayOfKey } from './search-recency.ts'
import { withSnippets } from './snippet.ts'
import { wordQuery, wordVector } from './word-vector.ts'

// Weights of D, C, B and A: words of the title count twice, as on SQLite.
const weights = sql.lit('{0.5, 0, 0, 1}')
// Normalization 1: divides the rank by 1 + the logarithm of the document length.
const byLength = sql.lit(1)
// A score of 0 would mean that nothing was found.
const scoreMin = sql.lit(0.000001)

// A bucket holds the documents of 32 days, or 4,096 undated ones; a group is eight buckets.
const daysShift = 5
const idsShift = 12
const datedFrom = 2 ** 20
const bucketsInGroup = 8
const groupLength = sql.lit(bucketsInGroup)
// The newest buckets, which are scanned one by one.
const individualBuckets = sql.lit(8)

// Leaves connections to other requests, and search slots to other clients.
const inQueue = searchQueue(4, 200, 2)

/** The bucket of a document; higher is newer. */
function bucketOf(id: number, recencyKey: number): number {
  const day = dayOfKey(recencyKey)
  return day === 0 ? id >> idsShift : datedFrom + (day >> daysShift)
}

/**
 * A row of the index. The bucket and the kind of a document are lexemes of its vector, which text cannot contain, so
 * that one GIN scan finds the matches of a bucket.
 */
export function wordRow(municipalityId: number, text: SearchEntry, recencyKey: number) {
  const bucket = bucketOf(text.id, recencyKey)
  const group = Math.floor(bucket / bucketsInGroup)
  const markers = `'@${municipalityId}/${bucket}' '@${municipalityId}/g${group}' '@${text.kind}'`
  const words = `${markers} ${wordVector(text)}`
  return { id: text.id, municipality_id: municipalityId, place: recencyKey, bucket, words }
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
  const matching = { inside, query, compared: query === anywhere ? undefined : bounds.compared }
  const { rankedPart, others } = splitPage(limit, offset, bounds)
  const parts: RawBuilder<unknown>[] = []
  if (rankedPart.limit > 0) parts.push(rankedMatches(matching, rankedPart, bounds.rankedMax))
  if (others.limit > 0) parts.push(remainingMatches(matching, others))
  const found = sql<FoundRow>`
    with recursive ${bucketScan(municipalityId)}
    select e.kind, e.slug, e.title, e.body, found.score, m.slug as meeting_slug, m.date as meeting_date
    from (${sql.join(parts, sql` union all `)}) as found
    join search_entries as e on e.id = found.id
    left join meetings as m on m.id = e.meeting_id and m.removed_at is null
    order by found.score desc, found.place desc`
  const { rows } = await inQueue(client, () => found.execute(db as Kysely<unknown>))
  return withSnippets(rows, terms)
}

interface Matching {
  /** The tsquery, up to the number of the bucket. */
  inside: string
  query: string
  /** How many documents to compare with the phrases; undefined if the tsquery is exact. */
  compared: number | undefined
}

interface PageRange {
  limit: number
  offset: number
}

/** The newest matches, best first. */
function rankedMatches(
  matching: Matching,
  { limit, offset }: PageRange,
  count: number,
): RawBuilder<unknown> {
  return sql`(select id, place,
      greatest(ts_rank_cd(${weights}, words, ${matching.query}::tsquery, ${byLength}), ${scoreMin}) as score
    from (select id, place, words from ${newest(matching, count)} limit ${count}) as newest
    order by score desc, place desc limit ${limit} offset ${offset})`
}

function remainingMatches(matching: Matching, { limit, offset }: PageRange): RawBuilder<unknown> {
  return sql`(select id, place, ${sql.lit(unrankedScore)} as score
    from ${newest(matching, offset + limit)} limit ${limit} offset ${offset})`
}

/**
 * Non-empty buckets, newest first: the first ones one by one, then in groups, so that a rare word does not need a scan
 * per bucket.
 */
function bucketScan(municipalityId: number): RawBuilder<unknown> {
  const own = sql`search_words as w where w.municipality_id = ${municipalityId}`
  return sql`bucket_scan (bucket, step, is_group) as (
    (select w.bucket, 1, false from ${own} order by w.bucket desc limit 1)
    union all
    select next.bucket, step + 1,
      next.bucket / ${groupLength} < bucket_scan.bucket / ${groupLength} and step >= ${individualBuckets}
    from bucket_scan cross join lateral (
      select w.bucket from ${own} and w.bucket < case when bucket_scan.is_group
        then bucket_scan.bucket / ${groupLength} * ${groupLength} else bucket_scan.bucket end
      order by w.bucket desc limit 1
    ) as next
  )`
}

/** Matches, newest first. The lateral join reads bucket by bucket, and stops when the limit is reached. */
function newest({ inside, query, compared }: Matching, count: number): RawBuilder<unknown> {
  const all = matchesInBuckets(inside, compared ?? count)
  if (compared === undefined) return all
  return sql`(select id, place, words from ${all} limit ${compared}) as near
    where words @@ ${query}::tsquery`
}

function matchesInBuckets(inside: string, count: number): RawBuilder<unknown> {
  const bucket = sql`case when bucket_scan.is_group then 'g' || bucket_scan.bucket / ${groupLength}
    else bucket_scan.bucket::text end`
  return sql`bucket_scan cross join lateral (
    select w.id, w.place, w.words from search_words as w
    where w.words @@ (${inside}::text || ${bucket} || '''')::tsquery
    order by w.place desc limit ${count}
  ) as found`
}

function kindQuery(kinds: SearchQuery['kinds']): string {
  if (searchKinds.every((kind) => kinds.includes(kind))) return ''
  return ` & (${kinds.map((kind) => `'@${kind}'`).join(' | ')})`
}
