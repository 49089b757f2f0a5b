import { type Kysely, sql } from 'kysely'
import { idBits } from './days.ts'
import { type Counting, hasPhrases, type Match, withoutOrder } from './engine.ts'

/** How many records came up in a month, or in a year. */
export interface PeriodCount {
  /** `2026-06`, or `2026`. */
  period: string
  records: number
}

/** When records came up; one that did so in several months counts in each, and once in their year. */
export interface MonthCounts {
  /** Oldest first, without those in which none came up. */
  months: readonly PeriodCount[]
  years: readonly PeriodCount[]
  /** Records without a date. */
  undated: number
  /** Whether older documents match too; they are not counted. */
  isCut: boolean
}

interface Options extends Counting {
  isGrouped: boolean
}

/** The months of all matches, on any day; one statement. */
export async function countMonths(
  found: Match,
  { db, engine, filter, countedMax, isGrouped }: Options,
): Promise<MonthCounts> {
  const onAnyDay = { ...filter, days: undefined }
  const list = (match: Match) => engine.matching(onAnyDay, { match, limit: countedMax })
  const record = sql.ref(isGrouped ? 'd.group_key' : 'd.id')
  const day = sql`(recency / ${sql.lit(2 ** idBits)})`
  // Of phrases, only the newest documents with all the words are looked at.
  const read = hasPhrases(found) ? sql`${list(withoutOrder(found))} as compared` : sql`texts`
  const { rows } = await sql<{ period: string; records: number | string }>`
    with texts as materialized ${list(found)},
    records as materialized (
      select distinct ${day} as day, ${record} as record
      from texts join search_documents as d on d.id = recency & ${sql.lit(2 ** idBits - 1)}),
    days as materialized (
      select day, ${engine.monthOf(sql`day`)} as month from (select distinct day from records where day > 0) as one),
    months as materialized (
      select distinct month, record from records join days using (day))
    select month as period, count(*) as records from months group by month
    union all select substr(month, 1, 4), count(distinct record) from months group by substr(month, 1, 4)
    union all select '', count(distinct record) from records where day = 0
    union all select 'read', count(*) from ${read}
    order by 1`.execute(db as Kysely<unknown>)
  const counts = rows.map(({ period, records }) => ({ period, records: Number(records) }))
  const one = (name: string) => counts.find(({ period }) => period === name)?.records ?? 0
  const most = hasPhrases(found) ? Math.min(countedMax, filter.compared) : countedMax
  return {
    months: counts.filter(({ period }) => period.includes('-')),
    years: counts.filter(({ period }) => /^\d{4}$/.test(period)),
    undated: one(''),
    isCut: one('read') >= most,
  }
}
