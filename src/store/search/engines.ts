import type { SqlDialect } from '../dialect/dialect.ts'
import { postgresSearch } from './postgres.ts'
import type { SearchEngine } from './search-query.ts'
import { sqliteSearch } from './sqlite.ts'

export const searchEngines: Record<SqlDialect['name'], SearchEngine> = {
  sqlite: sqliteSearch,
  postgres: postgresSearch,
}
