import { Command } from 'commander'
import { rotateSecrets } from '../access/secrets.ts'
import { readConfig } from '../config/config.ts'
import { withWriteStore } from './stores.ts'

const consequences = `Replaced the secrets that sign cursors and recognize browsers. Restart every Reeve process: until then it uses the old ones.
Programs that are paging with a cursor must begin again, and sign-in no longer recognizes browsers.
Keys, passwords and sessions stay valid. To end them: reeve keys revoke, reeve accounts disable.`

/** `reeve secrets rotate`. */
export function secretsCommand(): Command {
  return new Command('secrets').description('Manage the secrets of the database').addCommand(
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
