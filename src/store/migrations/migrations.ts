import type { Migration } from 'kysely'
import { up as access } from './0001-access.ts'
import { up as record } from './0001-record.ts'
import { up as formerSlugs } from './0002-former-slugs.ts'
import { up as runningSources } from './0003-running-sources.ts'
import { up as filterIndexes } from './0004-filter-indexes.ts'

/** Migrations by name. */
export type Migrations = Record<string, Migration>

/** Migrations of the tables of the record, and of accounts and keys, by name. */
export interface MigrationLists {
  record: Migrations
  access: Migrations
}

/**
 * Frozen once released. SQLite has a file for each list; PostgreSQL runs both in the order of their names, so that the
 * next one, in either list, takes the next number.
 */
export const migrations: MigrationLists = {
  record: {
    '0001-record': { up: record },
    '0002-former-slugs': { up: formerSlugs },
    '0003-running-sources': { up: runningSources },
    '0004-filter-indexes': { up: filterIndexes },
  },
  access: { '0001-access': { up: access } },
}
