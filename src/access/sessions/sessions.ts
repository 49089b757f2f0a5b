import { randomUUID } from 'node:crypto'
import { dayMs } from '../../core/calendar-date.ts'
import type { Clock } from '../../core/clock.ts'
import type { ReadStore, WriteStore } from '../../store/open.ts'
import { retention } from '../retention.ts'
import { hashToken, newToken } from '../token.ts'
import {
  deleteSession,
  deleteSessionByToken,
  deleteSessions,
  deleteSurplusSessions,
  findSession,
  insertSession,
  listSessions,
  type SessionRow,
} from './queries.ts'

const idleMs = retention.sessionIdleDays * dayMs
export const sessionLifeMs = retention.sessionDays * dayMs
/** Maximum sessions per account; one more ends the oldest. */
export const sessionsMax = 20
const userAgentLengthMax = 200

/** A valid session and the e-mail address of its account. */
export interface Session {
  id: string
  accountId: string
  email: string
}

/** The sign-ins of accounts. Only the browser has the token; the database has its SHA-256. */
export class Sessions {
  readonly #store: WriteStore
  readonly #reading: ReadStore
  readonly #clock: Clock

  /** `reading` is a separate handle, because `store` may be waiting for the write lock. */
  constructor(store: WriteStore, reading: ReadStore, clock: Clock) {
    this.#store = store
    this.#reading = reading
    this.#clock = clock
  }

  /** Starts a session within the caller's transaction, so it is undone with it; returns a new token. */
  async start(
    db: WriteStore['db'],
    accountId: string,
    userAgent: string | undefined,
  ): Promise<string> {
    const times = this.#times()
    await deleteSurplusSessions(db, accountId, { ...times, kept: sessionsMax - 1 })
    const { token, hash } = newToken()
    await insertSession(db, {
      id: randomUUID(),
      account_id: accountId,
      token_hash: hash,
      user_agent: userAgent?.slice(0, userAgentLengthMax) ?? null,
      created_at: times.now,
      last_seen_at: times.now,
      expires_at: new Date(this.#clock.now() + sessionLifeMs).toISOString(),
    })
    return token
  }

  async find(token: string): Promise<Session | undefined> {
    const row = await findSession(this.#reading.db, hashToken(token), this.#times())
    return row === undefined
      ? undefined
      : { id: row.id, accountId: row.account_id, email: row.email }
  }

  list(accountId: string): Promise<SessionRow[]> {
    return listSessions(this.#reading.db, accountId, { ...this.#times(), limit: sessionsMax })
  }

  /** False if the account has no session with this id. */
  end(accountId: string, id: string): Promise<boolean> {
    return this.#store.transaction((db) => deleteSession(db, accountId, id))
  }

  endOthers({ accountId, id }: Session): Promise<void> {
    return this.#store.transaction((db) => deleteSessions(db, accountId, id))
  }

  endByToken(token: string): Promise<void> {
    return this.#store.transaction((db) => deleteSessionByToken(db, hashToken(token)))
  }

  #times(): { now: string; idleSince: string } {
    return sessionTimes(this.#clock.now())
  }
}

/** The times that a valid session must exceed: `now` by `expires_at`, `idleSince` by `last_seen_at`. */
export function sessionTimes(now: number): { now: string; idleSince: string } {
  return { now: new Date(now).toISOString(), idleSince: new Date(now - idleMs).toISOString() }
}
