import { type Kysely, type RawBuilder, sql } from 'kysely'
import { copyInto } from '../dialect/postgres-driver.ts'
import { unrankedScore } from './bounds.ts'
import { type Match, mark } from './match.ts'
import type { Matching } from './query.ts'
import { searchQueue } from './queue.ts'
import { documentsIn, type Feature, idBits, orderOf, rankedPage } from './ranking.ts'
import type { DocumentQuery, FoundDocument, SearchDatabase, SearchEngine } from './search-query.ts'
import type { AnalysedDocument, DocumentTerms } from './terms.ts'

// A bucket holds the documents of 16 days, or 4,096 undated ones; a group is 16 buckets.
const daysShift = 4
const idsShift = 12
const datedFrom = 2 ** 20
const bucketsInGroup = 16
const groupLength = sql.lit(bucketsInGroup)
// The newest buckets, which are scanned one by one.
const individualBuckets = sql.lit(16)
const lastId = 2 ** idBits - 1

/** Orders documents by day, then by id. */
const recencyOf = (day: number, id: number): number => day * 2 ** idBits + id

const bucketOfDay = (day: number): number => datedFrom + (day >> daysShift)
const bucketOf = (day: number, id: number): number =>
  day === 0 ? id >> idsShift : bucketOfDay(day)

// Limits of a tsvector: less than 1 MB in total, and of the positions of a lexeme.
const vectorBytesMax = 900_000
const positionsMax = 255
// Words beyond the highest position share it. The position before stays unused, so that they are adjacent to none.
const lastPosition = 16_383
const positionMax = lastPosition - 2
// Keeps the last word of the title and the first of the body from forming a phrase.
const titleGap = 2

/**
 * A row of the index. The bucket of a document is a lexeme of its vector, so that one GIN scan finds the matches of a
 * bucket.
 */
export function vectorRow({ document, terms }: AnalysedDocument) {
  const { id, municipality_id, day, group_key, rank } = document
  const bucket = bucketOf(day, id)
  const group = Math.floor(bucket / bucketsInGroup)
  const municipality = mark.municipality(municipality_id)
  const marks = [
    `${municipality}/${bucket}`,
    `${municipality}/g${group}`,
    mark.kind(document.kind),
    ...document.marks.split(' ').filter(Boolean),
  ]
  return {
    ...{ id, municipality_id, bucket, recency: recencyOf(day, id), group_key, rank },
    words: `${marks.map(quoted).join(' ')} ${wordVector(terms)}`,
  }
}

/**
 * A tsvector literal: words of the title have weight A, words as written have no position. Others have the last one,
 * because a lexeme without a position has every weight and is adjacent to all.
 */
function wordVector({ title, body, others, exact }: DocumentTerms): string {
  const vector = new Vector()
  vector.add(title, { first: 0, weight: 'A' })
  vector.add(body, { first: title.length + titleGap, weight: '' })
  vector.addLast(others)
  vector.add(exact)
  return vector.toString()
}

class Vector {
  readonly #positionsOf = new Map<string, string[]>()
  #bytes = 0

  /** Adds words in order, or without positions. */
  add(words: Iterable<string>, from?: { first: number; weight: string }): void {
    let position = from?.first ?? 0
    for (const word of words) {
      if (this.#bytes > vectorBytesMax) return
      position += 1
      const positions = this.#positionsFor(word)
      if (from === undefined || positions.length >= positionsMax) continue
      positions.push(`${position > positionMax ? lastPosition : position}${from.weight}`)
      this.#bytes += 2
    }
  }

  addLast(words: Iterable<string>): void {
    for (const word of words) {
      if (this.#bytes > vectorBytesMax) return
      const positions = this.#positionsFor(word)
      if (positions.length > 0) continue
      positions.push(String(lastPosition))
      this.#bytes += 2
    }
  }

  #positionsFor(word: string): string[] {
    const existing = this.#positionsOf.get(word)
    if (existing !== undefined) return existing
    const positions: string[] = []
    this.#positionsOf.set(word, positions)
    this.#bytes += Buffer.byteLength(word) + 8
    return positions
  }

  toString(): string {
    return [...this.#positionsOf]
      .map(([word, at]) => (at.length === 0 ? quoted(word) : `${quoted(word)}:${at.join(',')}`))
      .join(' ')
  }
}

/** A tsquery. */
function tsQuery(match: Match): string {
  if ('term' in match) return quoted(match.term)
  if ('title' in match) return `${quoted(match.title)}:A`
  if ('phrase' in match) {
    const weight = match.within === 'title' ? ':A' : ''
    return `(${match.phrase.map((word) => `${quoted(word)}${weight}`).join(' <-> ')})`
  }
  if ('all' in match) return `(${match.all.map(tsQuery).join(' & ')})`
  return `(${match.any.map(tsQuery).join(' | ')})`
}

// Terms contain only letters and digits, and one mark before them: nothing to escape.
const quoted = (word: string): string => `'${word}'`

async function findDocuments(db: SearchDatabase, query: DocumentQuery): Promise<FoundDocument[]> {
  const { matching, limit, offset, bounds } = query
  const group = query.isGrouped ? sql`group_key` : sql`id`
  const { rows } = await sql<FoundDocument>`
    with recursive ${bucketScan(query)},
    found as materialized (
      select id from ${newest(query, sql`${bounds.rankedMax}::bigint`)} limit ${bounds.rankedMax}),
    scored as materialized (
      select ${group} as group_key, ${orderOf(featuresOf(matching), sql`recency`)} as sort_key, recency
      from search_vectors where id = any(array(select id from found))),
    ${rankedPage(query)},
    remaining_range as materialized (
      select ${limit}::bigint - (select count(*) from page)::bigint as length,
        ${bounds.rankedMax}::bigint + greatest(0, ${offset}::bigint - (select count(*) from grouped)::bigint) as start),
    remaining as (
      select id, ${sql.lit(unrankedScore)}::float8 as score, null::bigint as group_key, recency as newest
      from ${newest(query, sql`(select length + start from remaining_range)`)}
      limit (select length from remaining_range) offset (select start from remaining_range))
    ${documentsIn(
      sql`(select * from page union all select * from remaining
        where (select count(*) from page) < ${limit} and (select count(*) from found) >= ${bounds.rankedMax})`,
      { jsonArray: sql.raw('json_agg'), jsonObject: sql.raw('json_build_object') },
    )}`.execute(db as Kysely<unknown>)
  return rows
}

async function findsDocuments(
  db: SearchDatabase,
  queries: readonly DocumentQuery[],
): Promise<boolean[]> {
  const found = queries.map(
    (query, at) => sql`(with recursive ${bucketScan(query)}
      select exists (select 1 from ${newest(query, sql`1`)})) as ${sql.ref(`found_${at}`)}`,
  )
  const statement = sql<Record<string, boolean>>`select ${sql.join(found)}`
  const { rows } = await statement.execute(db as Kysely<unknown>)
  return queries.map((_, at) => rows[0]?.[`found_${at}`] === true)
}

function featuresOf({ features, exact }: Matching): Feature[] {
  const written: Match[] = exact.length === 0 ? [] : [{ all: exact.map((term) => ({ term })) }]
  return [...features, ...written.map((match) => ({ weight: 1, match }))].map(
    ({ weight, match }) => ({ weight, has: sql`words @@ ${tsQuery(match)}::tsquery` }),
  )
}

/**
 * Non-empty buckets, newest first: the first ones one by one, then in groups, so that a rare word does not need a scan
 * per bucket.
 */
function bucketScan({ municipalityId, days }: DocumentQuery): RawBuilder<unknown> {
  const inDays =
    days === undefined
      ? sql``
      : sql`and w.bucket between ${bucketOfDay(Math.max(days.first, 1))} and ${bucketOfDay(days.last)}`
  const own = sql`search_vectors as w where w.municipality_id = ${municipalityId} ${inDays}`
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
function newest(query: DocumentQuery, count: RawBuilder<unknown>): RawBuilder<unknown> {
  const { matching, bounds } = query
  if (matching.unordered === undefined) return matchesInBuckets(query, matching.all, count)
  const compared = sql`${bounds.compared}::bigint`
  return sql`(select * from (
      select * from ${matchesInBuckets(query, matching.unordered, compared)} limit ${compared}
    ) as near where words @@ ${tsQuery(matching.all)}::tsquery) as matches`
}

function matchesInBuckets(
  { municipalityId, filter, days }: DocumentQuery,
  match: Match,
  count: RawBuilder<unknown>,
) {
  const inside = `${tsQuery({ all: [...filter, match] })} & '${mark.municipality(municipalityId)}/`
  const bucket = sql`case when bucket_scan.is_group then 'g' || bucket_scan.bucket / ${groupLength}
    else bucket_scan.bucket::text end`
  const inDays =
    days === undefined
      ? sql``
      : sql`and w.recency between ${recencyOf(Math.max(days.first, 1), 0)} and ${recencyOf(days.last, lastId)}`
  return sql`bucket_scan cross join lateral (
    select w.id, w.recency, w.words from search_vectors as w
    where w.words @@ (${inside}::text || ${bucket} || '''')::tsquery ${inDays}
    order by w.recency desc limit ${count}
  ) as matches`
}

export const postgresSearch: SearchEngine = {
  checks: [
    {
      index: 'search_vectors',
      expected: 'select id from search_documents',
      indexed: 'select id from search_vectors',
    },
  ],

  async reset(db) {
    await sql`delete from search_vectors`.execute(db)
  },

  async add(db, documents) {
    if (documents.length === 0) return
    const columns = ['id', 'municipality_id', 'bucket', 'recency', 'group_key', 'rank', 'words']
    await copyInto(db, 'search_vectors', columns, vectorRows())

    // Lazily, so that the server indexes rows while the next ones are computed.
    function* vectorRows() {
      for (const document of documents) yield vectorRow(document)
    }
  },

  async remove(db, documents) {
    if (documents.length === 0) return
    const ids = documents.map(({ id }) => id)
    await sql`delete from search_vectors where id in (${sql.join(ids)})`.execute(db)
  },

  // Leaves connections to other requests, and search slots to other clients.
  inQueue: searchQueue(4, 2),
  findDocuments,
  findsDocuments,
}
