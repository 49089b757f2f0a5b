import { expressionBuilder } from 'kysely'
import type { Tables } from '../../../store/tables.ts'
import type { ListName } from '../queries.ts'

/**
 * The URL that the last import of a record's source stated, for a record without a page of its own. Without `like`: SQLite
 * plans a statement again whenever a pattern is bound.
 */
export function importUrl(record: ListName) {
  return expressionBuilder<Tables, ListName>()
    .selectFrom('imports')
    .select('imports.source_url')
    .whereRef('imports.municipality_id', '=', `${record}.municipality_id`)
    .whereRef('imports.source', '=', `${record}.source`)
    .where('imports.source_url', '>=', 'http')
    .where('imports.source_url', '<', 'httq')
    .orderBy('imports.id', 'desc')
    .limit(({ lit }) => lit(1))
    .$asScalar()
}
