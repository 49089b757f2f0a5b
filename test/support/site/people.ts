import { randomUUID } from 'node:crypto'
import { Accounts } from '../../../src/access/accounts/accounts.ts'
import { Passwords } from '../../../src/access/accounts/passwords.ts'
import { insertAccount } from '../../../src/access/accounts/queries.ts'
import { createKeyForEmail, type NewKey } from '../../../src/access/keys.ts'
import { Sessions } from '../../../src/access/sessions/sessions.ts'
import { type Clock, systemClock } from '../../../src/core/clock.ts'
import type { Service } from '../service/service.ts'

/** The password of all test accounts. */
export const password = 'seven wet herons'

/** An account. */
export interface Person {
  id: string
  email: string
}

const keysMax = 100_000
const attempt = { email: 'setup@example.ca', address: '127.0.0.1', device: undefined }

/**
 * Creates accounts, sessions, keys and links directly instead of through forms, so that tests with thousands of
 * accounts do not hash thousands of passwords.
 */
export class People {
  readonly accounts: Accounts
  readonly #service: Service
  readonly #sessions: Sessions
  readonly #clock: Clock
  readonly #hash: string
  #count = 0

  private constructor(service: Service, clock: Clock, hash: string) {
    const { writing: store } = service
    this.#service = service
    this.#clock = clock
    this.#hash = hash
    this.#sessions = new Sessions(store, store, clock)
    const parts = { store, reading: store, sessions: this.#sessions, passwords: new Passwords() }
    this.accounts = new Accounts({ ...parts, clock })
  }

  static async of(service: Service, clock: Clock = systemClock): Promise<People> {
    return new People(service, clock, await new Passwords().hash(password, attempt))
  }

  /** A unique e-mail address; all have the same length. */
  newEmail(): string {
    this.#count += 1
    return `person${String(this.#count).padStart(7, '0')}@example.ca`
  }

  async newPerson(email = this.newEmail()): Promise<Person> {
    const id = randomUUID()
    const created_at = new Date(this.#clock.now()).toISOString()
    await insertAccount(this.#service.writing.db, {
      id,
      email,
      created_at,
      password_hash: this.#hash,
    })
    return { id, email }
  }

  /** The token of a new session. */
  signIn({ id }: Person, userAgent?: string): Promise<string> {
    return this.#service.writing.transaction((db) => this.#sessions.start(db, id, userAgent))
  }

  newKey({ email }: Person, name = 'Made beside the site'): Promise<NewKey> {
    return createKeyForEmail(this.#service.writing, { email, name, keysMax }, this.#clock)
  }

  /** A key with a name that the form would reject. */
  async newKeyNamed(person: Person, name: string): Promise<string> {
    const { db } = this.#service.writing
    const { id } = await this.newKey(person)
    await db.updateTable('api_keys').set({ name }).where('id', '=', id).execute()
    return id
  }

  async resetToken({ email }: Person): Promise<string> {
    return (await this.accounts.createResetToken(email)) ?? ''
  }
}
