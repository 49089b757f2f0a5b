import { type RawBuilder, sql } from 'kysely'
import { dayBits } from './days.ts'
import type { DocumentQuery } from './search-query.ts'

/** Upper bound of ids, in bits. */
export const idBits = 31
/** A day, then an id. */
export const recencyBits = dayBits + idBits
const rankBits = 3
const scoreShift = sql.lit(recencyBits + rankBits)

export interface Feature {
  weight: number
  /** A condition on the row that is scored. */
  has: RawBuilder<unknown>
}

/**
 * A number that orders documents: twice the score, the rank, then the recency. A document whose rank is 0 does not
 * compete, and one of rank 1 has half the score, because nothing is recorded on it.
 */
export function orderOf(features: readonly Feature[], recency: RawBuilder<unknown>) {
  const scores = features.map(
    ({ weight, has }) => sql` + case when ${has} then ${sql.lit(weight)} else 0 end`,
  )
  return sql`(cast(case rank when 0 then 1 else (1 ${sql.join(scores, sql``)})
    * case when rank > 1 then 2 else 1 end end as bigint) << ${scoreShift})
    | (cast(rank as bigint) << ${sql.lit(recencyBits)}) | ${recency}`
}

export const idIn = (recency: RawBuilder<unknown>) =>
  sql`(${recency}) & ${sql.lit(2 ** idBits - 1)}`

/** The first document of each group, from `scored` (group_key, sort_key, recency), and the order of the others. */
export function rankedPage({ limit, offset }: DocumentQuery) {
  // A cast keeps SQLite from re-preparing the statement for every bound limit, and offsets are beyond an int4.
  return sql`grouped as materialized (
      select group_key, max(sort_key) as sort_key, max(recency) as newest from scored group by group_key),
    page as materialized (
      select ${idIn(sql`sort_key`)} as id, cast(sort_key >> ${scoreShift} as double precision) / 2 as score, group_key, newest
      from grouped order by score desc, newest desc limit cast(${limit} as bigint) offset cast(${offset} as bigint)),
    positioned as materialized (
      select ${idIn(sql`sort_key`)} as id, group_key, row_number() over (partition by group_key order by sort_key desc) as position
      from scored where group_key in (select group_key from page))`
}

const othersMax = 10

/** The rows of `found` (id, score, group_key, newest), with the other documents of their groups. */
export function documentsIn(
  found: RawBuilder<unknown>,
  { jsonArray, jsonObject }: { jsonArray: RawBuilder<unknown>; jsonObject: RawBuilder<unknown> },
) {
  const others = sql`(
    select coalesce(${jsonArray}(${jsonObject}('kind', o.kind, 'slug', o.slug, 'meeting_slug', om.slug, 'day', o.day)
      order by position), '[]')
    from positioned
    join search_documents as o on o.id = positioned.id
    left join meetings as om on om.id = o.meeting_id
    where positioned.group_key = found.group_key and position between 2 and ${sql.lit(othersMax + 1)})`
  return sql`select d.kind, d.slug, d.title, d.body, d.day, found.score, m.slug as meeting_slug, m.date as meeting_date,
      x.slug as matter_slug, x.title as matter_title, documents.title as document_title, ${others} as others
    from ${found} as found
    join search_documents as d on d.id = found.id
    left join meetings as m on m.id = d.meeting_id
    left join matters as x on x.id = d.matter_id
    left join document_sections as s on d.kind = 'document_section' and s.id = d.entry_id
    left join documents on documents.id = s.document_id
    order by found.score desc, found.newest desc`
}
