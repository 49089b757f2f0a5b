import { Command } from 'commander'
import { Accounts } from '../access/accounts/accounts.ts'
import { Passwords } from '../access/accounts/passwords.ts'
import { listAccounts } from '../access/accounts/queries.ts'
import { Sessions } from '../access/sessions/sessions.ts'
import { readConfig } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import { CliError } from './cli-error.ts'
import { confirm } from './confirm.ts'
import { printList } from './list.ts'
import { withReadStore, withWriteStore } from './stores.ts'

/** `reeve accounts list | reset-link | disable | delete`. */
export function accountsCommand(): Command {
  return new Command('accounts')
    .addCommand(listCommand())
    .addCommand(resetLinkCommand())
    .addCommand(disableCommand())
    .addCommand(deleteCommand())
}

function listCommand(): Command {
  return new Command('list')
    .description('List all accounts: id, e-mail address, creation time, active keys, state')
    .option('--json', 'print a JSON list')
    .action(async ({ json }: { json?: boolean }) => {
      const accounts = await withReadStore(readConfig().databaseUrl, ({ db }) => listAccounts(db))
      const rows = accounts.map(({ password_hash, ...account }) => ({
        ...account,
        has_password: password_hash !== null,
      }))
      printList(
        rows,
        {
          id: ({ id }) => id,
          email: ({ email }) => email,
          created: ({ created_at }) => created_at,
          keys: ({ active_keys }) => `${active_keys} keys`,
          state: ({ has_password, disabled_at }) => {
            if (disabled_at !== null) return `disabled ${disabled_at}`
            return has_password ? 'active' : 'no password'
          },
        },
        { json },
      )
    })
}

function resetLinkCommand(): Command {
  return new Command('reset-link')
    .description('Print a password reset link that works once, within an hour')
    .argument('<email>', 'e-mail address of the account')
    .action(async (email: string) => {
      const { siteUrl } = readConfig()
      const token = await withAccounts((accounts) => accounts.createResetToken(email))
      if (token === undefined)
        throw new CliError(
          `no active account has the address ${email}; see: reeve accounts list`,
          1,
        )
      console.log(`${siteUrl}/reset/${token}`)
    })
}

function disableCommand(): Command {
  return new Command('disable')
    .description('Disable an account: block sign-in, end its sessions and revoke its keys')
    .argument('<email>', 'e-mail address of the account')
    .action(async (email: string) => {
      if (!(await withAccounts((accounts) => accounts.disable(email)))) throw unknown(email)
      console.log(`Disabled ${email}.`)
    })
}

function deleteCommand(): Command {
  return new Command('delete')
    .description('Delete an account with its keys, sessions and usage data. It asks first')
    .argument('<email>', 'e-mail address of the account')
    .option('--yes', 'do not ask')
    .action(async (email: string, { yes }: { yes?: boolean }) => {
      await confirm(`this deletes ${email} with its keys, sessions and usage data`, yes)
      if (!(await withAccounts((accounts) => accounts.deleteByEmail(email)))) throw unknown(email)
      console.log(`Deleted ${email}.`)
    })
}

function unknown(email: string): CliError {
  return new CliError(`no account has the address ${email}; see: reeve accounts list`, 1)
}

function withAccounts<T>(work: (accounts: Accounts) => Promise<T>): Promise<T> {
  return withWriteStore(readConfig().databaseUrl, (store) => {
    const sessions = new Sessions(store, store, systemClock)
    const passwords = new Passwords()
    return work(new Accounts({ store, reading: store, sessions, passwords, clock: systemClock }))
  })
}
