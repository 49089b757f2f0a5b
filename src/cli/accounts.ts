import { Command } from 'commander'
import { Accounts } from '../access/accounts/accounts.ts'
import { Passwords } from '../access/accounts/passwords.ts'
import { listAccounts } from '../access/accounts/queries.ts'
import { Sessions } from '../access/sessions/sessions.ts'
import { readConfig } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import { CliError } from './cli-error.ts'
import { withReadStore, withWriteStore } from './stores.ts'

/** `reeve accounts list | reset-link | disable | delete`. */
export function accountsCommand(): Command {
  return new Command('accounts')
    .description('Manage accounts')
    .addCommand(listCommand())
    .addCommand(resetLinkCommand())
    .addCommand(
      changeCommand('disable', {
        describe: 'Disable an account: block sign-in, end its sessions and revoke its keys',
        work: (accounts, email) => accounts.disable(email),
        done: 'Disabled',
      }),
    )
    .addCommand(
      changeCommand('delete', {
        describe: 'Delete an account with its keys, sessions and usage data',
        work: (accounts, email) => accounts.deleteByEmail(email),
        done: 'Deleted',
      }),
    )
}

function listCommand(): Command {
  return new Command('list')
    .description(
      'List all accounts, tab-separated: id, e-mail address, creation time, active keys, state',
    )
    .action(async () => {
      const rows = await withReadStore(readConfig().databaseUrl, (store) => listAccounts(store.db))
      for (const { id, email, created_at, active_keys, password_hash, disabled_at } of rows) {
        const enabledState = password_hash === null ? 'no password' : 'active'
        const state = disabled_at === null ? enabledState : `disabled ${disabled_at}`
        console.log([id, email, created_at, `${active_keys} keys`, state].join('\t'))
      }
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

function changeCommand(
  name: string,
  {
    describe,
    work,
    done,
  }: {
    describe: string
    work: (accounts: Accounts, email: string) => Promise<boolean>
    done: string
  },
): Command {
  return new Command(name)
    .description(describe)
    .argument('<email>', 'e-mail address of the account')
    .action(async (email: string) => {
      if (!(await withAccounts((accounts) => work(accounts, email)))) throw unknown(email)
      console.log(`${done} ${email}.`)
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
