import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { migrate, openWriteStore, requireDatabase } from '../store/open.ts'

/** `reeve migrate`: the schema up to date. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Update the database schema. Every other command does this too')
    .action(async () => {
      const { databaseUrl } = readConfig()
      await requireDatabase(databaseUrl)
      const store = openWriteStore(databaseUrl)
      try {
        const done = await migrate(store)
        console.log(
          done.length === 0 ? 'The schema is up to date.' : `Migrated: ${done.join(', ')}.`,
        )
      } finally {
        await store.close()
      }
    })
}
