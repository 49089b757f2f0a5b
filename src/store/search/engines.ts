import type { SqlDialect } from '../dialect/dialect.ts'
import type { SearchEngine } from './engine.ts'
import { postgresSearch } from './postgres.ts'
import { sqliteSearch } from './sqlite.ts'

export const searchEngines: Record<SqlDialect['name'], SearchEngine> = {
  sqlite: sqliteSearch,
  postgres: postgresSearch,
}
