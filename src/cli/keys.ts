import { Command } from 'commander'
import { createKeyOf } from '../access/keys.ts'
import { listKeys, revokeKey } from '../access/queries.ts'
import { readConfig } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import { CliError } from './cli-error.ts'
import { withReadStore, withWriteStore } from './stores.ts'

/** `reeve keys create | list | revoke`. */
export function keysCommand(): Command {
  return new Command('keys')
    .description('API keys')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(revokeCommand())
}

function createCommand(): Command {
  return new Command('create')
    .description('Make a key, and its account if there is none. The key is shown this once')
    .requiredOption('--email <email>', 'the account that the key belongs to')
    .option('--name <name>', 'what the key is for')
    .option('--json', 'print {id, key, prefix, created_at}')
    .action(async ({ email, name, json }: { email: string; name?: string; json?: boolean }) => {
      const { databaseUrl, keysPerAccount } = readConfig()
      const request = { email, name: name ?? null, keysMax: keysPerAccount }
      const created = await withWriteStore(databaseUrl, (store) =>
        createKeyOf(store, request, systemClock),
      )
      console.log(json === true ? JSON.stringify(created) : created.key)
    })
}

function listCommand(): Command {
  return new Command('list')
    .description(
      'List all keys, one a line. Between tabs: id, first characters, account, name or -, when created, active or revoked and when, when last used (to five minutes) or -',
    )
    .action(async () => {
      const rows = await withReadStore(readConfig().databaseUrl, (store) => listKeys(store.db))
      for (const { id, prefix, email, name, created_at, revoked_at, last_used_at } of rows) {
        const state = revoked_at === null ? 'active' : `revoked ${revoked_at}`
        const fields = [
          id,
          `${prefix}…`,
          email,
          name ?? '-',
          created_at,
          state,
          last_used_at ?? '-',
        ]
        console.log(fields.join('\t'))
      }
    })
}

function revokeCommand(): Command {
  return new Command('revoke')
    .description('Revoke a key: from the moment this command ends, it is refused everywhere')
    .argument('<id>', 'id of the key, as in the list')
    .action(async (id: string) => {
      const now = new Date(systemClock.now()).toISOString()
      const revoked = await withWriteStore(readConfig().databaseUrl, (store) =>
        revokeKey(store.db, id, now),
      )
      if (!revoked) throw new CliError(`no active key has the id ${id}; see: reeve keys list`, 1)
      console.log(`Revoked ${id}.`)
    })
}
