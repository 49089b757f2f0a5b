import { randomBytes } from 'node:crypto'
import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import type { WriteStore } from '../store/open.ts'
import { replaceSecret } from '../store/secrets.ts'
import { withWriteStore } from './stores.ts'

const consequences = `Replaced the secrets that sign cursors and recognize browsers. Restart every Reeve process: until then it uses the old ones.
Programs that are paging with a cursor must begin again, and sign-in no longer recognizes browsers.
Keys, passwords and sessions stay valid. To end them: reeve keys revoke, reeve accounts disable.`

/** `reeve secrets rotate`. */
export function secretsCommand(): Command {
  return new Command('secrets').addCommand(
    new Command('rotate')
      .description(
        'Replace the secrets that sign cursors and recognize browsers, for example after a backup was lost. Keys, passwords and sessions stay valid',
      )
      .action(async () => {
        await withWriteStore(readConfig().databaseUrl, rotateSecrets)
        console.log(consequences)
      }),
  )
}

/** Replaces the secrets of a database. Running processes keep the old ones. */
async function rotateSecrets(store: WriteStore): Promise<void> {
  await store.transaction(async (db) => {
    for (const name of ['cursor', 'device'] as const)
      await replaceSecret(db, name, randomBytes(32).toString('hex'))
  })
}
