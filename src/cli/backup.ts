import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { type BackupReport, backup } from '../store/backup.ts'
import { StoreFailure, WriteFailed } from '../store/store-error.ts'
import { stopSignal } from './stop-signal.ts'
import { withWriteStore } from './stores.ts'

/** `reeve backup <file>`: a consistent copy, also while serving. */
export function backupCommand(): Command {
  return new Command('backup')
    .argument(
      '<file>',
      'the file to write; accounts and keys get a file beside it. Neither must exist',
    )
    .option('--quiet', 'print nothing if it succeeds')
    .action(async (file: string, { quiet }: { quiet?: boolean }) => {
      const { databaseUrl } = readConfig()
      try {
        // Open meanwhile, so that SQLite has the files that it writes beside a database to read it.
        const report = await withWriteStore(databaseUrl, () =>
          backup(databaseUrl, file, stopSignal()),
        )
        if (quiet !== true) console.log(describe(report, file))
      } catch (error) {
        throw error instanceof StoreFailure && error.failedWrite !== undefined
          ? new WriteFailed(error.failedWrite, { cause: error })
          : error
      }
    })
}

function describe({ source, accounts, rows, bytes }: BackupReport, file: string): string {
  const megabytes = (bytes / 1e6).toFixed(1)
  return `Copied ${source} to ${file} and ${accounts}: municipalities ${rows.municipalities}, accounts ${rows.accounts}, rows ${rows.all}, ${megabytes} MB.`
}
