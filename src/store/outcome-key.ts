import { type RawBuilder, sql } from 'kysely'
import { receivedResults } from '../core/carried-results.ts'

/** What the verb of a motion follows from; see `verbOfKey`. */
export function outcomeKey(table: 'motions' | 'listed'): RawBuilder<string> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const result = column('result_folded')
  const received = sql.join(receivedResults.map((word) => sql.lit(word)))
  return sql`(${column('title_from')} || ' ' || coalesce(${column('question')}, '') || ' ' ||
    case when ${result} is null then 'none'
      when ${column('outcome')} is not null then ${column('outcome')}
      when ${result} in (${received}) then 'received'
      else 'other' end)`
}
