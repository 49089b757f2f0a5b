import type { StatementSync } from 'node:sqlite'
import { type Clock, systemClock } from '../../src/core/clock.ts'
import type { SqliteFile } from '../../src/store/dialect/sqlite-file.ts'
import { openBothFiles } from '../../test/support/database/sqlite-database.ts'
import {
  type Service,
  type ServiceOptions,
  startService,
} from '../../test/support/service/service.ts'
import { People } from '../../test/support/site/people.ts'
import { Results } from './results.ts'
import { type Reply, type Sent, Wire } from './wire.ts'

export const formType = 'application/x-www-form-urlencoded'
export const keysPage = '/settings/api-keys'
export const accountPage = '/settings/account'
export const keyPattern = /rv_[0-9a-f]{64}/

/** A service behind a trusted proxy, so that requests can have any client IP address. */
export class Site {
  readonly service: Service
  readonly people: People
  readonly results = new Results()
  readonly now: () => number
  readonly #wire: Wire
  readonly #database: SqliteFile
  readonly #tables: StatementSync[]
  #addresses = 0

  private constructor(service: Service, people: People, clock: Clock) {
    this.now = () => clock.now()
    this.service = service
    this.people = people
    this.#wire = new Wire(service.port)
    this.#database = openBothFiles(service.databaseUrl, { readOnly: true })
    this.#tables = [
      'select * from accounts order by id',
      'select id, account_id, token_hash, user_agent, created_at, expires_at from sessions order by id',
      'select id, account_id, name, prefix, hash, created_at, revoked_at from api_keys order by id',
      'select * from reset_links order by token_hash',
    ].map((text) => this.#database.prepare(text))
  }

  static async open(options: ServiceOptions = {}, clock: Clock = systemClock): Promise<Site> {
    const settings = { trustProxy: ['127.0.0.1'], ...options.settings }
    const service = await startService({ ...options, clock, settings })
    return new Site(service, await People.of(service, clock), clock)
  }

  /** Sends a request with a new client IP address, unless it has one. */
  async send(sent: Sent): Promise<Reply> {
    const headers = { 'x-forwarded-for': this.#newAddress(), accept: 'text/html', ...sent.headers }
    const reply = await this.#wire.send({ ...sent, headers })
    this.results.note(reply.status)
    return reply
  }

  get(target: string, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send({ method: 'GET', target, headers })
  }

  /** Sends a form as a browser does from a page of the site. */
  post(
    target: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const formHeaders = { origin: this.service.url, 'sec-fetch-site': 'same-origin' }
    return this.send({
      method: 'POST',
      target,
      headers: { 'content-type': formType, ...formHeaders, ...headers },
      body: new URLSearchParams(fields).toString(),
    })
  }

  /** Whether the API accepts a key. */
  async takes(key: string): Promise<boolean> {
    const target = `/api/v1/pemberley/people?per_page=1`
    return (await this.get(target, { 'x-api-key': key, accept: '*/*' })).status === 200
  }

  /** Accounts, sessions, keys and links as stored, without times of last use, which are written later. */
  state(): string {
    return JSON.stringify(this.#tables.map((table) => table.all()))
  }

  async close(): Promise<void> {
    this.#wire.close()
    this.#database.close()
    await this.service.stop()
  }

  #newAddress(): string {
    this.#addresses += 1
    const [high, low] = [Math.floor(this.#addresses / 250), this.#addresses % 250]
    return `10.${Math.floor(high / 250) % 250}.${high % 250}.${low + 1}`
  }
}

/** The cookie header of a signed-in browser. */
export function signedIn(token: string): Record<string, string> {
  return { cookie: `session=${token}` }
}

/** The session token that a response sets, if any. */
export function sessionSetBy({ headers }: Reply): string | undefined {
  const lines = headers.getSetCookie().map((line) => /^(?:__Host-)?session=([^;]*)/.exec(line)?.[1])
  return lines.find((token) => token !== undefined && token !== '')
}
