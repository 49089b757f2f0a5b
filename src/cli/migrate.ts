import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { databaseAddress, hasDatabase, migrate, openWriteStore } from '../store/open.ts'

/** `reeve migrate`: a database whose schema is up to date. */
export function migrateCommand(): Command {
  return new Command('migrate').action(async () => {
    const { databaseUrl } = readConfig()
    const exists = await hasDatabase(databaseUrl)
    const store = openWriteStore(databaseUrl)
    try {
      const done = await migrate(store)
      if (!exists) console.log(`Created the database at ${databaseAddress(databaseUrl)}.`)
      else if (done.length === 0) console.log('The schema is up to date.')
      else console.log(`Migrated: ${done.join(', ')}.`)
    } finally {
      await store.close()
    }
  })
}
