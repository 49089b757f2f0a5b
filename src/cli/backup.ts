import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { backup } from '../store/backup.ts'
import { stopSignal } from './stop-signal.ts'
import { withWriteStore } from './stores.ts'

/** `reeve backup <file>`: a consistent copy, also while serving. */
export function backupCommand(): Command {
  return new Command('backup')
    .description('Write a consistent copy of the database, even while it is in use')
    .argument('<file>', 'the file to write; it must not exist')
    .action(async (file: string) => {
      const { databaseUrl } = readConfig()
      await withWriteStore(databaseUrl, async () => undefined)
      await backup(databaseUrl, file, stopSignal())
      console.log(`Copied the database to ${file}.`)
    })
}
