import type { Migration } from 'kysely'
import * as initial from './0001-initial.ts'

/** Every migration by its name, in order. Frozen once released. */
export const migrations: Record<string, Migration> = {
  '0001-initial': initial as Migration,
}
