import { randomUUID } from 'node:crypto'
import type { Clock } from '../../core/clock.ts'
import type { ReadDatabase, ReadStore, WriteStore } from '../../store/open.ts'
import { revokeKeysOfAccount } from '../queries.ts'
import { retention } from '../retention.ts'
import { deleteSessions } from '../sessions/queries.ts'
import type { Session, Sessions } from '../sessions/sessions.ts'
import type { Attempt } from '../throttle.ts'
import { hashRecoveryCode, hashToken, newRecoveryCode, newToken } from '../token.ts'
import { assertNoErrors, EmailTaken, WrongPassword } from './account-error.ts'
import { parseEmail, parseNewEmail } from './email.ts'
import type { Passwords } from './passwords.ts'
import { passwordError } from './passwords.ts'
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
  setRecoveryHash,
} from './queries.ts'

const resetLifeMs = retention.resetLinkMinutes * 60_000

interface Client {
  address: string
  userAgent: string | undefined
}

interface AccountsOptions {
  store: WriteStore
  reading: ReadStore
  sessions: Sessions
  passwords: Passwords
  clock: Clock
}

/** The only time that the recovery code is available. */
export interface SignedUp {
  accountId: string
  token: string
  code: string
}

export type SignedIn = { accountId?: string } & ({ token: string } | { error: SignInError })

/** `code` replaces the recovery code that was used. */
export type Recovered = { accountId?: string } & ({ code: string } | { error: SignInError })

type SignInError = 'wrong' | 'disabled'

/** Operations of accounts. Every change is one transaction. */
export class Accounts {
  readonly #store: WriteStore
  readonly #reading: ReadStore
  readonly #sessions: Sessions
  readonly #passwords: Passwords
  readonly #clock: Clock

  constructor({ store, reading, sessions, passwords, clock }: AccountsOptions) {
    this.#store = store
    this.#reading = reading
    this.#sessions = sessions
    this.#passwords = passwords
    this.#clock = clock
  }

  /** Creates an account and signs it in. Throws `AccountError`. */
  async signUp(form: { email: string; password: string }, client: Client): Promise<SignedUp> {
    const email = parseNewEmail(form.email)
    assertNoErrors({
      email: email === undefined ? 'email_invalid' : undefined,
      password: await passwordError(form.password, email ?? ''),
    })
    await this.#assertEmailFree(this.#reading.db, email as string)
    const attempt = { email: email as string, address: client.address, device: undefined }
    const passwordHash = await this.#passwords.hash(form.password, attempt)
    const { code, hash } = newRecoveryCode()
    return this.#store.transaction(async (db) => {
      // Checked again in the transaction: only one of concurrent sign-ups may succeed.
      await this.#assertEmailFree(db, email as string)
      const id = randomUUID()
      await insertAccount(db, {
        id,
        email: email as string,
        created_at: this.#now(),
        password_hash: passwordHash,
        recovery_hash: hash,
      })
      return { accountId: id, token: await this.#sessions.start(db, id, client.userAgent), code }
    })
  }

  /** Unknown accounts and wrong passwords take the same time and have the same result. Throws `TooBusy`. */
  async signIn(password: string, attempt: Attempt, userAgent?: string): Promise<SignedIn> {
    const account = await findAccountByEmail(this.#reading.db, attempt.email)
    const matches = await this.#passwords.matches(account?.password_hash ?? null, password, attempt)
    const accountId = account?.id
    if (account === undefined || !matches)
      return { ...(accountId && { accountId }), error: 'wrong' }
    return this.#store.transaction(async (db) => {
      // The password may have been changed, or the account disabled, while the password was checked.
      const now = await findAccount(db, account.id)
      if (now === undefined || now.password_hash !== account.password_hash)
        return { accountId: account.id, error: 'wrong' }
      if (now.disabled_at !== null) return { accountId: account.id, error: 'disabled' }
      const token = await this.#sessions.start(db, account.id, userAgent)
      return { accountId: account.id, token }
    })
  }

  /**
   * Changes the password, ends every session, starts a new one, and replaces the recovery code, which an attacker may have
   * created. Throws `AccountError`.
   */
  async changePassword(
    { accountId }: Session,
    form: { current: string; next: string },
    { attempt, userAgent }: { attempt: Attempt; userAgent?: string | undefined },
  ): Promise<{ token: string; code?: string }> {
    const typed = { field: 'current_password', password: form.current }
    const account = await this.#verified(accountId, typed, attempt)
    assertNoErrors({ new_password: await passwordError(form.next, account.email) })
    const passwordHash = await this.#passwords.hash(form.next, attempt)
    return this.#store.transaction(async (db) => {
      const { recovery_hash } = await this.#assertUnchanged(db, account, 'current_password')
      const next = recovery_hash === null ? undefined : newRecoveryCode()
      await this.#replacePassword(db, accountId, passwordHash, next?.hash)
      const token = await this.#sessions.start(db, accountId, userAgent)
      return { token, ...(next && { code: next.code }) }
    })
  }

  /** Sets a password with the recovery code, ends every session, and replaces the code. Throws `AccountError`. */
  async recover(form: { code: string; password: string }, attempt: Attempt): Promise<Recovered> {
    const { email } = attempt
    assertNoErrors({ password: await passwordError(form.password, email) })
    const typedHash = hashRecoveryCode(form.code)
    const account = await findAccountByEmail(this.#reading.db, email)
    const accountId = account?.id
    if (accountId === undefined || account?.recovery_hash !== typedHash)
      return { ...(accountId && { accountId }), error: 'wrong' }
    const passwordHash = await this.#passwords.hash(form.password, attempt)
    const next = newRecoveryCode()
    return this.#store.transaction(async (db) => {
      const now = await findAccount(db, accountId)
      // Only one of concurrent requests may use a code.
      if (now?.recovery_hash !== typedHash) return { accountId, error: 'wrong' }
      await this.#replacePassword(db, accountId, passwordHash, next.hash)
      return { accountId, code: next.code }
    })
  }

  async isRecoveryCode({ accountId }: Session, code: string): Promise<boolean> {
    const account = await findAccount(this.#reading.db, accountId)
    return account?.recovery_hash === hashRecoveryCode(code)
  }

  async hasRecoveryCode({ accountId }: Session): Promise<boolean> {
    return typeof (await findAccount(this.#reading.db, accountId))?.recovery_hash === 'string'
  }

  /** Creates or replaces the recovery code. Throws `AccountError`. */
  async replaceRecoveryCode(
    { accountId }: Session,
    typed: { field: string; password: string },
    attempt: Attempt,
  ): Promise<string> {
    const account = await this.#verified(accountId, typed, attempt)
    const { code, hash } = newRecoveryCode()
    await this.#store.transaction(async (db) => {
      await this.#assertUnchanged(db, account, typed.field)
      await setRecoveryHash(db, accountId, hash)
    })
    return code
  }

  /** Deletes an account with its keys and sessions. Throws `AccountError`. */
  async delete({ accountId }: Session, password: string, attempt: Attempt): Promise<void> {
    const account = await this.#verified(accountId, { field: 'password', password }, attempt)
    await this.#store.transaction(async (db) => {
      await this.#assertUnchanged(db, account, 'password')
      await deleteAccount(db, accountId)
    })
  }

  /** Whether a reset link is valid. */
  async isResetToken(token: string): Promise<boolean> {
    return (await findResetLink(this.#reading.db, hashToken(token), this.#now())) !== undefined
  }

  /** Sets a password with a reset link and deletes the recovery code. Returns undefined if the link is not valid. */
  async resetPassword(
    token: string,
    password: string,
    address: string,
  ): Promise<{ id: string; email: string } | undefined> {
    const id = await findResetLink(this.#reading.db, hashToken(token), this.#now())
    const account = id === undefined ? undefined : await findAccount(this.#reading.db, id)
    if (account === undefined) return undefined
    assertNoErrors({ password: await passwordError(password, account.email) })
    const attempt = { email: account.email, address, device: undefined }
    const passwordHash = await this.#passwords.hash(password, attempt)
    return this.#store.transaction(async (db) => {
      const accountId = await findResetLink(db, hashToken(token), this.#now())
      if (accountId === undefined) return undefined
      await this.#replacePassword(db, accountId, passwordHash)
      return findAccount(db, accountId)
    })
  }

  /** The token of a reset link; undefined without an active account. The link works once, within an hour. */
  async createResetToken(email: string): Promise<string | undefined> {
    const { token, hash } = newToken()
    let disabled = false
    const exists = await this.#changeByEmail(email, async (db, { id, disabled_at }) => {
      disabled = disabled_at !== null
      if (disabled) return
      await deleteResetLinks(db, id, this.#now())
      const expires = new Date(this.#clock.now() + resetLifeMs).toISOString()
      await insertResetLink(db, { token_hash: hash, account_id: id, expires_at: expires })
    })
    return exists && !disabled ? token : undefined
  }

  /** Blocks sign-in, ends all sessions and revokes all keys; false if the account does not exist. */
  disable(email: string): Promise<boolean> {
    return this.#changeByEmail(email, async (db, { id }) => {
      await disableAccount(db, id, this.#now())
      await revokeKeysOfAccount(db, id, this.#now())
      await deleteSessions(db, id)
      await deleteResetLinks(db, id, this.#now())
    })
  }

  /** False if the account does not exist. */
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

  async #replacePassword(
    db: WriteStore['db'],
    id: string,
    passwordHash: string,
    recoveryHash: string | null = null,
  ): Promise<void> {
    await setPassword(db, id, passwordHash, recoveryHash)
    await deleteSessions(db, id)
    await deleteResetLinks(db, id, this.#now())
  }

  async #verified(
    id: string,
    { field, password }: { field: string; password: string },
    attempt: Attempt,
  ): Promise<AccountRow> {
    const account = await findAccount(this.#reading.db, id)
    const matches = await this.#passwords.matches(account?.password_hash ?? null, password, attempt)
    if (account === undefined || !matches) throw new WrongPassword(field)
    return account
  }

  async #assertUnchanged(
    db: WriteStore['db'],
    account: AccountRow,
    field: string,
  ): Promise<AccountRow> {
    const now = await findAccount(db, account.id)
    if (now?.password_hash !== account.password_hash || now.disabled_at !== null)
      throw new WrongPassword(field)
    return now
  }

  async #assertEmailFree(db: ReadDatabase, email: string): Promise<void> {
    if ((await findAccountByEmail(db, email)) !== undefined) throw new EmailTaken()
  }

  #now(): string {
    return new Date(this.#clock.now()).toISOString()
  }
}
