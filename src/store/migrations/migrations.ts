import type { Migration } from 'kysely'
import { up as access } from './0001-access.ts'
import { up as takedowns } from './0018-takedowns.ts'
import { up as record } from './0019-record.ts'
import { up as corrections } from './0020-corrections.ts'
import { up as alerts } from './0021-alerts.ts'
import { up as takePart } from './0022-take-part.ts'
import { up as alertEvents } from './0023-alert-events.ts'
import { up as sourceStates } from './0024-source-states.ts'
import { up as searchEverywhere } from './0025-search-everywhere.ts'
import { up as alertVersions } from './0026-alert-versions.ts'
import { up as stoppedBy } from './0027-stopped-by.ts'
import { up as waitingMails } from './0028-waiting-mails.ts'
import { up as goneAlerts } from './0033-gone-alerts.ts'
import { up as listings } from './0034-listings.ts'

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
    '0019-record': { up: record },
    '0024-source-states': { up: sourceStates },
    '0025-search-everywhere': { up: searchEverywhere },
    '0034-listings': { up: listings },
  },
  access: {
    '0001-access': { up: access },
    '0018-takedowns': { up: takedowns },
    '0020-corrections': { up: corrections },
    '0021-alerts': { up: alerts },
    '0022-take-part': { up: takePart },
    '0023-alert-events': { up: alertEvents },
    '0026-alert-versions': { up: alertVersions },
    '0027-stopped-by': { up: stoppedBy },
    '0028-waiting-mails': { up: waitingMails },
    '0033-gone-alerts': { up: goneAlerts },
  },
}
