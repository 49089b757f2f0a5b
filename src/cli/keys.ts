import { Command } from 'commander'
import { createKeyForEmail } from '../access/keys.ts'
import { listKeys, revokeKey } from '../access/queries.ts'
import { readConfig } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import { CliError } from './cli-error.ts'
import { printList } from './list.ts'
import { withReadStore, withWriteStore } from './stores.ts'

/** `reeve keys create | list | revoke`. */
export function keysCommand(): Command {
  return new Command('keys')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(revokeCommand())
}

function createCommand(): Command {
  return new Command('create')
    .description('Create a key, and its account if it does not exist. The key is shown only once')
    .requiredOption('--email <email>', 'e-mail address of the account')
    .option('--name <name>', 'a name for the key')
    .option('--json', 'print {id, key, prefix, created_at}')
    .action(async ({ email, name, json }: { email: string; name?: string; json?: boolean }) => {
      const { databaseUrl, keysPerAccount } = readConfig()
      const request = { email, name: name ?? null, keysMax: keysPerAccount }
      const created = await withWriteStore(databaseUrl, (store) =>
        createKeyForEmail(store, request, systemClock),
      )
      console.log(json === true ? JSON.stringify(created) : created.key)
    })
}

function listCommand(): Command {
  return new Command('list')
    .description(
      'List all keys: id, first characters, account, name or -, creation time, state, time of last use (rounded down to five minutes) or -',
    )
    .option('--json', 'print a JSON list')
    .action(async ({ json }: { json?: boolean }) => {
      const rows = await withReadStore(readConfig().databaseUrl, (store) => listKeys(store.db))
      printList(
        rows,
        {
          id: ({ id }) => id,
          key: ({ prefix }) => `${prefix}…`,
          account: ({ email }) => email,
          name: ({ name }) => name ?? '-',
          created: ({ created_at }) => created_at,
          state: ({ revoked_at }) => (revoked_at === null ? 'active' : `revoked ${revoked_at}`),
          'last use': ({ last_used_at }) => last_used_at ?? '-',
        },
        { json },
      )
    })
}

function revokeCommand(): Command {
  return new Command('revoke')
    .description('Revoke a key. It stops working immediately')
    .argument('<id>', 'id of the key, from reeve keys list')
    .action(async (id: string) => {
      const now = new Date(systemClock.now()).toISOString()
      const revoked = await withWriteStore(readConfig().databaseUrl, (store) =>
        revokeKey(store.db, id, now),
      )
      if (!revoked) throw new CliError(`no active key has the id ${id}; see: reeve keys list`, 1)
      console.log(`Revoked ${id}.`)
    })
}
