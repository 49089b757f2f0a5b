import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { restore } from '../store/backup.ts'
import { databaseAddress } from '../store/open.ts'
import { withWriteStore } from './stores.ts'

/** `reeve restore <file>`: a backup replaces the database. */
export function restoreCommand(): Command {
  return new Command('restore')
    .argument('<file>', 'a file written by reeve backup, with the file of its accounts beside it')
    .option('--replace', 'also if the database has municipalities or accounts')
    .action(async (file: string, { replace }: { replace?: boolean }) => {
      const { databaseUrl } = readConfig()
      const { rows, former } = await restore(databaseUrl, file, { replace: replace === true })
      // Updates an older schema.
      await withWriteStore(databaseUrl, async () => undefined)
      const counts = `municipalities ${rows.municipalities}, accounts ${rows.accounts}, rows ${rows.all}`
      console.log(`Restored ${databaseAddress(databaseUrl)} from ${file}: ${counts}.`)
      if (former !== undefined) console.log(`The former database is ${former}.`)
      console.log('Keys that were revoked after the backup are active again: revoke them again.')
    })
}
