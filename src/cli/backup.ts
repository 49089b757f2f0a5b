import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { backup } from '../store/backup.ts'
import { StoreFailure, WriteFailed } from '../store/store-error.ts'
import { stopSignal } from './stop-signal.ts'
import { withWriteStore } from './stores.ts'

/** `reeve backup <file>`: a consistent copy, also while serving. */
export function backupCommand(): Command {
  return new Command('backup')
    .description('Write a consistent copy of the database, even while it is in use')
    .argument('<file>', 'the file to write; it must not exist')
    .action(async (file: string) => {
      const { databaseUrl } = readConfig()
      try {
        // Open meanwhile, so that SQLite has the files that it writes beside a database to read it.
        await withWriteStore(databaseUrl, () => backup(databaseUrl, file, stopSignal()))
      } catch (error) {
        throw error instanceof StoreFailure && error.failedWrite !== undefined
          ? new WriteFailed(error.failedWrite, { cause: error })
          : error
      }
      console.log(`Copied the database to ${file}.`)
    })
}
