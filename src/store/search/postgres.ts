import { type Kysely, type RawBuilder, sql } from 'kysely'
import { copyInto } from '../dialect/postgres.ts'
import { idBits, recencyOf } from './days.ts'
import {
  hasPhrases,
  type Match,
  mark,
  type NewestQuery,
  type SearchDatabase,
  type SearchEngine,
  type SearchFilter,
  type Standing,
  withoutOrder,
} from './engine.ts'
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
  const { id, municipality_id, day } = document
  const bucket = bucketOf(day, id)
  const group = Math.floor(bucket / bucketsInGroup)
  const municipality = mark.municipality(municipality_id)
  const scopes = [municipality, mark.everywhere]
  const marks = [
    municipality,
    ...scopes.flatMap((scope) => [`${scope}/${bucket}`, `${scope}/g${group}`]),
    mark.kind(document.kind),
    ...document.marks.split(' ').filter(Boolean),
  ]
  return {
    ...{ id, municipality_id, bucket, recency: recencyOf(day, id) },
    words: `${marks.map(quoted).join(' ')} ${wordVector(terms)}`,
  }
}

/**
 * A tsvector literal: words of the title have weight A, for phrases. Those outside its text have the last position,
 * because a lexeme without a position has every weight and is adjacent to all.
 */
function wordVector({ title, body, others }: DocumentTerms): string {
  const positionsOf = new Map<string, string[]>()
  let bytes = 0
  const add = (word: string, position: number, weight = '') => {
    if (bytes > vectorBytesMax) return
    const positions = positionsOf.get(word) ?? []
    if (positions.length === 0) {
      positionsOf.set(word, positions)
      bytes += Buffer.byteLength(word) + 8
    }
    if (positions.length >= positionsMax) return
    positions.push(`${position > positionMax ? lastPosition : position}${weight}`)
    bytes += 2
  }
  for (const [at, word] of title.entries()) add(word, at + 1, 'A')
  for (const [at, word] of body.entries()) add(word, title.length + titleGap + at + 1)
  for (const word of others) if (!positionsOf.has(word)) add(word, lastPosition)
  for (const word of new Set(title)) add(inTitle(word), lastPosition)
  return [...positionsOf].map(([word, at]) => `${quoted(word)}:${at.join(',')}`).join(' ')
}

/** A tsquery. */
function tsQuery(match: Match): string {
  if ('term' in match) return quoted(match.term)
  if ('title' in match) return quoted(inTitle(match.title))
  if ('phrase' in match) {
    const weight = match.within === 'title' ? ':A' : ''
    return `(${match.phrase.map((word) => `${quoted(word)}${weight}`).join(' <-> ')})`
  }
  if ('all' in match) return `(${match.all.map(tsQuery).join(' & ')})`
  return `(${match.any.map(tsQuery).join(' | ')})`
}

/** A word of the title as a lexeme of its own: those with the weight A are found only by reading all texts that have the word. */
const inTitle = (word: string): string => `=${word}`

// Terms contain only letters and digits, and one mark before them: nothing to escape.
const quoted = (word: string): string => `'${word}'`

async function newest(
  db: SearchDatabase,
  filter: SearchFilter,
  queries: readonly NewestQuery[],
): Promise<number[][]> {
  const lists = queries.map(
    (
      query,
      at,
    ) => sql`(select coalesce(json_agg(recency), '[]') from ${limited(filter, query)} as list)
      as ${sql.ref(`list_${at}`)}`,
  )
  const { rows } = await sql<
    Record<string, number[]>
  >`with recursive ${bucketScan(filter)} select ${sql.join(lists)}`.execute(db as Kysely<unknown>)
  return queries.map((_, at) => rows[0]?.[`list_${at}`] ?? [])
}

function limited(filter: SearchFilter, query: NewestQuery): RawBuilder<unknown> {
  const { limit, offset = 0 } = query
  return sql`(select recency from ${matchesOf(filter, query)} limit ${limit} offset ${offset})`
}

/** In one value, because the driver needs ten times as long for rows. */
async function standingsOf(db: SearchDatabase, ids: readonly number[]): Promise<Standing[]> {
  const { rows } = await sql<{ list: [id: number, group_key: number, rank: number][] }>`
    select coalesce(json_agg(json_build_array(id, group_key, rank)), '[]') as list
    from search_documents where id = any(${`{${ids.join()}}`}::int[])`.execute(
    db as Kysely<unknown>,
  )
  return rows.flatMap(({ list }) => list.map(([id, group_key, rank]) => ({ id, group_key, rank })))
}

/**
 * Non-empty buckets, newest first: the first ones one by one, then in groups, so that a rare word does not need a scan
 * per bucket.
 */
function bucketScan({ municipalityId, days }: SearchFilter): RawBuilder<unknown> {
  const inDays =
    days === undefined
      ? sql``
      : sql`and w.bucket between ${bucketOfDay(Math.max(days.first, 1))} and ${bucketOfDay(days.last)}`
  const scope = municipalityId === null ? sql`true` : sql`w.municipality_id = ${municipalityId}`
  const own = sql`search_vectors as w where ${scope} ${inDays}`
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
function matchesOf(filter: SearchFilter, query: NewestQuery): RawBuilder<unknown> {
  const { match, limit, offset = 0 } = query
  if (!hasPhrases(match)) return matchesInBuckets(filter, { match, count: limit + offset })
  const { compared } = filter
  const words = { match: withoutOrder(match), count: compared }
  return sql`(select * from (
      select * from ${matchesInBuckets(filter, words)} limit ${compared}
    ) as near where words @@ ${tsQuery(match)}::tsquery) as matches`
}

function matchesInBuckets(
  { municipalityId, marks, days }: SearchFilter,
  { match, count }: { match: Match; count: number },
) {
  const scope = municipalityId === null ? mark.everywhere : mark.municipality(municipalityId)
  const inside = `${tsQuery({ all: [...marks, match] })} & '${scope}/`
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
  check: {
    index: 'search_vectors',
    expected: 'select id from search_documents',
    indexed: 'select id from search_vectors',
  },

  async reset(db) {
    await sql`delete from search_vectors`.execute(db)
  },

  async add(db, documents) {
    if (documents.length === 0) return
    const columns = ['id', 'municipality_id', 'bucket', 'recency', 'words']
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

  newest,
  standingsOf,
  matching: (filter, query) =>
    sql`(with recursive ${bucketScan(filter)} select recency from ${limited(filter, query)} as list)`,
  monthOf: (day) => sql`to_char(date '1800-01-01' + ${day}::int, 'YYYY-MM')`,
}
