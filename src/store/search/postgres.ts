import { type Kysely, type RawBuilder, sql } from 'kysely'
import { unrankedScore } from './bounds.ts'
import { type Match, mark } from './match.ts'
import { bucketOfDay, bucketsInGroup, recencyOf, tsQuery } from './postgres-vector.ts'
import type { Matching } from './query.ts'
import { searchQueue } from './queue.ts'
import type { DocumentQuery, FoundDocument, SearchDatabase } from './search-query.ts'

const groupLength = sql.lit(bucketsInGroup)
// The newest buckets, which are scanned one by one.
const individualBuckets = sql.lit(8)
const idEnd = 2 ** 31 - 1

/** Leaves connections to other requests, and search slots to other clients. */
export const inSearchQueue = searchQueue(4, 200, 2)

/** One statement. */
export async function findDocuments(
  db: SearchDatabase,
  query: DocumentQuery,
): Promise<FoundDocument[]> {
  const { matching, limit, offset, bounds } = query
  const group = query.isGrouped ? sql`group_key` : sql`id`
  const { rows } = await sql<FoundDocument>`
    with recursive ${bucketScan(query)},
    found as materialized (
      select id, recency, ${group} as group_key, rank, words from ${newest(query, sql`${bounds.rankedMax}::bigint`)}
      limit ${bounds.rankedMax}),
    scored as (
      select id, recency, group_key, rank,
        case rank when 0 then 0.5 when 1 then (1 ${scoreOf(matching)}) / 2.0 else 1 ${scoreOf(matching)} end as score
      from found),
    grouped as materialized (
      select id, recency, score, group_key, max(recency) over (partition by group_key) as newest, row_number() over (
        partition by group_key order by score desc, rank desc, recency desc) as position
      from scored),
    page as materialized (
      select id, score, group_key, newest from grouped where position = 1
      order by score desc, newest desc limit ${limit} offset ${offset}),
    remaining_range as materialized (
      select ${limit}::bigint - (select count(*) from page)::bigint as length,
        ${bounds.rankedMax}::bigint + greatest(0, ${offset}::bigint - (select count(*) from grouped where position = 1)::bigint) as start),
    remaining as (
      select id, ${sql.lit(unrankedScore)} as score, null::bigint as group_key, recency as newest
      from ${newest(query, sql`(select length + start from remaining_range)`)}
      limit (select length from remaining_range) offset (select start from remaining_range))
    select d.kind, d.slug, d.title, d.body, d.day, found.score::float8 as score, m.slug as meeting_slug, m.date as meeting_date,
      x.slug as matter_slug, x.title as matter_title, documents.title as document_title, ${others} as others
    from (select * from page union all
      select * from remaining where (select count(*) from found) >= ${bounds.rankedMax}) as found
    join search_documents as d on d.id = found.id
    left join meetings as m on m.id = d.meeting_id and m.removed_at is null
    left join matters as x on x.id = d.matter_id and x.removed_at is null
    left join document_sections as s on d.kind = 'document_section' and s.id = d.entry_id
    left join documents on documents.id = s.document_id
    order by found.score desc, found.newest desc`.execute(db as Kysely<unknown>)
  return rows
}

export async function findsDocuments(
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

const othersMax = 10

const others = sql`(
  select coalesce(json_agg(json_build_object('kind', o.kind, 'slug', o.slug, 'meeting_slug', om.slug, 'day', o.day)
    order by g.position), '[]')
  from grouped as g
  join search_documents as o on o.id = g.id
  left join meetings as om on om.id = o.meeting_id and om.removed_at is null
  where g.group_key = found.group_key and g.position between 2 and ${sql.lit(othersMax + 1)})`

function scoreOf({ features, exact }: Matching) {
  const written: Match[] = exact.length === 0 ? [] : [{ all: exact.map((term) => ({ term })) }]
  const scored = [...features, ...written.map((match) => ({ weight: 1, match }))]
  return sql.join(
    scored.map(
      ({ weight, match }) =>
        sql` + ${sql.lit(weight)} * (words @@ ${tsQuery(match)}::tsquery)::integer`,
    ),
    sql``,
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
      : sql`and w.recency between ${recencyOf(Math.max(days.first, 1), 0)} and ${recencyOf(days.last, idEnd)}`
  return sql`bucket_scan cross join lateral (
    select w.id, w.recency, w.group_key, w.rank, w.words from search_vectors as w
    where w.words @@ (${inside}::text || ${bucket} || '''')::tsquery ${inDays}
    order by w.recency desc limit ${count}
  ) as matches`
}
