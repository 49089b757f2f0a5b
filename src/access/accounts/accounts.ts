import { randomUUID } from 'node:crypto'
import type { Clock } from '../../core/clock.ts'
import type { ReadDatabase, ReadStore, WriteStore } from '../../store/open.ts'
import { revokeKeysOfAccount } from '../queries.ts'
import { deleteSessions } from '../sessions/queries.ts'
import type { Session, Sessions } from '../sessions/sessions.ts'
import { hashToken, newToken } from '../token.ts'
import { parseEmail } from './email.ts'
import { passwordFault } from './password-rules.ts'
import type { Passwords } from './passwords.ts'
import {
  type AccountRow,
  deleteAccount,
  deleteResetLinks,
  disableAccount,
  findAccount,
  findAccountByEmail,
  findResetLink,
  insertAccount,
  insertResetLink,
  setPassword,
} from './queries.ts'
import { AccountRefused, AddressTaken, WrongPassword } from './refused.ts'

const resetLifeMs = 60 * 60 * 1000

const noEmail = 'Enter an e-mail address, such as name@example.ca.'

/** What an account is made of. */
interface Parts {
  store: WriteStore
  reading: ReadStore
  sessions: Sessions
  passwords: Passwords
  clock: Clock
}

/** How signing in ended; a token only where it succeeded. */
export type SignedIn = { token: string } | 'wrong' | 'disabled'

/** Accounts and what their owners do with them. Every change is one transaction. */
export class Accounts {
  readonly #store: WriteStore
  readonly #reading: ReadStore
  readonly #sessions: Sessions
  readonly #passwords: Passwords
  readonly #clock: Clock

  constructor({ store, reading, sessions, passwords, clock }: Parts) {
    this.#store = store
    this.#reading = reading
    this.#sessions = sessions
    this.#passwords = passwords
    this.#clock = clock
  }

  /** Makes an account and signs it in. Throws `AccountRefused`. */
  async signUp(form: { email: string; password: string }, userAgent?: string): Promise<string> {
    const email = parseEmail(form.email)
    refuse({
      email: email === undefined ? noEmail : undefined,
      password: await passwordFault(form.password),
    })
    await this.#refuseTaken(this.#reading.db, email as string)
    const passwordHash = await this.#passwords.hash(form.password)
    return this.#store.transaction(async (db) => {
      // Asked again: of many who sign up at once with one address, one makes the account.
      await this.#refuseTaken(db, email as string)
      const id = randomUUID()
      await insertAccount(db, {
        id,
        email: email as string,
        created_at: this.#now(),
        password_hash: passwordHash,
      })
      return this.#sessions.start(db, id, userAgent)
    })
  }

  /** The same work and the same answer whether the address is unknown or the password wrong. */
  async signIn(form: { email: string; password: string }, userAgent?: string): Promise<SignedIn> {
    const email = parseEmail(form.email)
    const account =
      email === undefined ? undefined : await findAccountByEmail(this.#reading.db, email)
    const right = await this.#passwords.matches(account?.password_hash ?? null, form.password)
    if (account === undefined || !right) return 'wrong'
    return this.#store.transaction(async (db) => {
      // The password may have been changed, or the account disabled, while the password was checked.
      const now = await findAccount(db, account.id)
      if (now === undefined || now.password_hash !== account.password_hash) return 'wrong'
      if (now.disabled_at !== null) return 'disabled'
      return { token: await this.#sessions.start(db, account.id, userAgent) }
    })
  }

  /** Sets another password, ends every session and starts a new one. Throws `AccountRefused`. */
  async changePassword(
    { accountId }: Session,
    form: { current: string; next: string },
    userAgent?: string,
  ): Promise<string> {
    const account = await this.#verified(accountId, 'current_password', form.current)
    refuse({ new_password: await passwordFault(form.next) })
    const passwordHash = await this.#passwords.hash(form.next)
    return this.#store.transaction(async (db) => {
      await this.#stillThere(db, account, 'current_password')
      await this.#replacePassword(db, accountId, passwordHash)
      return this.#sessions.start(db, accountId, userAgent)
    })
  }

  /** Deletes an account with its keys and sessions. Throws `AccountRefused`. */
  async delete({ accountId }: Session, password: string): Promise<void> {
    const account = await this.#verified(accountId, 'password', password)
    await this.#store.transaction(async (db) => {
      await this.#stillThere(db, account, 'password')
      await deleteAccount(db, accountId)
    })
  }

  /** Whether a link is one by which a password can be chosen now. */
  async isResetToken(token: string): Promise<boolean> {
    return (await findResetLink(this.#reading.db, hashToken(token), this.#now())) !== undefined
  }

  /** Sets the password of the account that a link is for; returns its address, or undefined where the link is spent. */
  async resetPassword(token: string, password: string): Promise<string | undefined> {
    if (!(await this.isResetToken(token))) return undefined
    refuse({ password: await passwordFault(password) })
    const passwordHash = await this.#passwords.hash(password)
    return this.#store.transaction(async (db) => {
      const accountId = await findResetLink(db, hashToken(token), this.#now())
      if (accountId === undefined) return undefined
      await this.#replacePassword(db, accountId, passwordHash)
      return (await findAccount(db, accountId))?.email
    })
  }

  /** The token of a link that works once, for an hour; undefined where no account with this address may sign in. */
  async makeResetToken(email: string): Promise<string | undefined> {
    const { token, hash } = newToken()
    let disabled = false
    const made = await this.#changeByEmail(email, async (db, { id, disabled_at }) => {
      disabled = disabled_at !== null
      if (disabled) return
      await deleteResetLinks(db, id, this.#now())
      const expires = new Date(this.#clock.now() + resetLifeMs).toISOString()
      await insertResetLink(db, { token_hash: hash, account_id: id, expires_at: expires })
    })
    return made && !disabled ? token : undefined
  }

  /** Ends an account's sessions, revokes its keys and lets nobody sign in; false where there is none. */
  disable(email: string): Promise<boolean> {
    return this.#changeByEmail(email, async (db, { id }) => {
      await disableAccount(db, id, this.#now())
      await revokeKeysOfAccount(db, id, this.#now())
      await deleteSessions(db, id)
      await deleteResetLinks(db, id, this.#now())
    })
  }

  /** Deletes an account with all that it has; false where there is none. */
  deleteByEmail(email: string): Promise<boolean> {
    return this.#changeByEmail(email, (db, { id }) => deleteAccount(db, id))
  }

  async #changeByEmail(
    text: string,
    work: (db: WriteStore['db'], account: AccountRow) => Promise<void>,
  ): Promise<boolean> {
    const email = parseEmail(text)
    if (email === undefined) return false
    return this.#store.transaction(async (db) => {
      const account = await findAccountByEmail(db, email)
      if (account === undefined) return false
      await work(db, account)
      return true
    })
  }

  async #replacePassword(db: WriteStore['db'], id: string, passwordHash: string): Promise<void> {
    await setPassword(db, id, passwordHash)
    await deleteSessions(db, id)
    await deleteResetLinks(db, id, this.#now())
  }

  async #verified(id: string, field: string, password: string): Promise<AccountRow> {
    const account = await findAccount(this.#reading.db, id)
    const right = await this.#passwords.matches(account?.password_hash ?? null, password)
    if (account === undefined || !right) throw new WrongPassword(field)
    return account
  }

  async #stillThere(db: WriteStore['db'], known: AccountRow, field: string): Promise<void> {
    const now = await findAccount(db, known.id)
    if (now?.password_hash !== known.password_hash || now.disabled_at !== null)
      throw new WrongPassword(field)
  }

  async #refuseTaken(db: ReadDatabase, email: string): Promise<void> {
    if ((await findAccountByEmail(db, email)) !== undefined) throw new AddressTaken()
  }

  #now(): string {
    return new Date(this.#clock.now()).toISOString()
  }
}

function refuse(faults: Record<string, string | undefined>): void {
  const found = Object.entries(faults).filter((entry): entry is [string, string] => !!entry[1])
  if (found.length > 0) throw new AccountRefused(Object.fromEntries(found))
}
