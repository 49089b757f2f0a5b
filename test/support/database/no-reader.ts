import { CompiledQuery } from 'kysely'
import { expect } from 'vitest'
import type { Service } from '../service/service.ts'

/** Waits until no snapshot is open: SQLite's write-ahead log can be emptied, and no connection of PostgreSQL is left. */
export async function expectNoReader({ writing }: Pick<Service, 'writing'>): Promise<void> {
  const isFree = async () => {
    const query =
      writing.dialect.name === 'sqlite'
        ? 'pragma wal_checkpoint(truncate)'
        : "select count(*) as busy from pg_stat_activity where application_name = 'reeve download' and datname = current_database()"
    const { rows } = await writing.db.executeQuery<{ busy: number }>(CompiledQuery.raw(query))
    return rows[0]?.busy === 0
  }
  await expect.poll(isFree).toBe(true)
}
