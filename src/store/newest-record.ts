import { expressionBuilder } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * The day of the newest meeting that took place; without any, the day up to which the source speaks, which a copy of it can
 * have moved on without anything new.
 */
export function newestRecord() {
  const eb = expressionBuilder<Tables, 'municipalities'>()
  const met = eb
    .selectFrom('meetings')
    .select('meetings.date')
    .whereRef('meetings.municipality_id', '=', 'municipalities.id')
    .where('meetings.status', '=', 'completed')
    .orderBy('meetings.date', 'desc')
    .orderBy('meetings.id', 'desc')
    .limit(eb.lit(1))
  return eb.fn.coalesce(met, eb.ref('municipalities.as_of'))
}
