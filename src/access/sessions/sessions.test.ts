import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FreshStore, freshStore } from '../../../test/support/database/fresh-store.ts'
import { planOfStatement } from '../../../test/support/database/plan-engines.ts'
import { dayMs } from '../../core/calendar-date.ts'
import type { WriteStore } from '../../store/open.ts'
import { insertAccount } from '../accounts/queries.ts'
import { createKeyForEmail } from '../keys.ts'
import { purge } from '../purge.ts'
import { revokeKey } from '../queries.ts'
import { Sessions, sessionLifeMs, sessionsMax } from './sessions.ts'

let fresh: FreshStore
let sessions: Sessions
let now: number
const clock = { now: () => now, monotonic: () => now }
beforeEach(async () => {
  now = Date.UTC(2026, 5, 1)
  fresh = await freshStore()
  sessions = new Sessions(fresh.store, fresh.store, clock)
})
afterEach(() => fresh.remove())

async function newAccount(): Promise<string> {
  const id = randomUUID()
  const created_at = new Date(now).toISOString()
  const account = { id, email: `${id}@example.ca`, created_at, password_hash: null }
  await insertAccount(fresh.store.db, account)
  return id
}

const start = (accountId: string) =>
  fresh.store.transaction((db) => sessions.start(db, accountId, 'Firefox'))

async function startMany(accountId: string, count: number): Promise<string[]> {
  const tokens: string[] = []
  for (let i = 0; i < count; i += 1) {
    now += 1000
    tokens.push(await start(accountId))
  }
  return tokens
}

const rowsOf = (table: 'sessions' | 'api_keys') =>
  fresh.store.db.selectFrom(table).select(['id', 'account_id']).execute()

/** The statements that `work` runs on its database handle. */
async function statementsOf(work: (db: WriteStore['db']) => Promise<unknown>): Promise<string[]> {
  const { db } = fresh.store
  const texts: string[] = []
  const spied = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      texts.push(db.getExecutor().compileQuery(node, queryId).sql)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await work(spied)
  return texts
}

describe('the sessions of an account', () => {
  it(`are limited to ${sessionsMax}: one more ends the oldest`, async () => {
    const [busy, quiet] = [await newAccount(), await newAccount()]
    const other = await start(quiet)
    const tokens = await startMany(busy, sessionsMax + 5)
    const results = await Promise.all(tokens.map((token) => sessions.find(token)))
    expect(results.map((session) => session !== undefined)).toEqual([
      ...Array(5).fill(false),
      ...Array(sessionsMax).fill(true),
    ])
    expect(await sessions.list(busy)).toHaveLength(sessionsMax)
    expect(await sessions.find(other)).toMatchObject({ accountId: quiet })
  })

  it('are listed up to that limit, even if the database has more', async () => {
    const account = await newAccount()
    const times = {
      created_at: new Date(now).toISOString(),
      last_seen_at: new Date(now).toISOString(),
    }
    const rows = Array.from({ length: 200 }, () => ({
      ...times,
      id: randomUUID(),
      account_id: account,
      token_hash: randomUUID(),
      user_agent: null,
      expires_at: new Date(now + sessionLifeMs).toISOString(),
    }))
    await fresh.store.db.insertInto('sessions').values(rows).execute()
    expect(await sessions.list(account)).toHaveLength(sessionsMax)
    await start(account)
    expect(await rowsOf('sessions')).toHaveLength(sessionsMax)
  })

  it('are started without a table scan', async () => {
    const account = await newAccount()
    const texts = await statementsOf((db) => sessions.start(db, account, undefined))
    expect(texts.length).toBeGreaterThanOrEqual(2)
    for (const text of texts.filter((text) => !text.startsWith('insert')))
      expect((await planOfStatement(fresh.store, text)).scans, text).toEqual([])
  })
})

describe('the daily purge', () => {
  const purgeAll = () => purge((work) => fresh.store.transaction(work), now)

  it('deletes expired sessions of all accounts, and no others', async () => {
    const [gone, idle, active] = [await newAccount(), await newAccount(), await newAccount()]
    await startMany(gone, 3)
    now += sessionLifeMs - 7 * dayMs
    await startMany(idle, 3)
    now += 7 * dayMs
    await startMany(active, 3)
    await purgeAll()
    const left = await rowsOf('sessions')
    expect(left.map(({ account_id }) => account_id)).toEqual([active, active, active])
  })

  it('deletes keys 90 days after their revocation', async () => {
    const email = 'ada@town.example'
    const ids: string[] = []
    for (let i = 0; i < 3; i += 1) {
      const key = await createKeyForEmail(fresh.store, { email, name: null, keysMax: 10 }, clock)
      ids.push(key.id)
    }
    const [old = '', recent = '', active = ''] = ids
    const revoke = (id: string) => revokeKey(fresh.store.db, id, new Date(now).toISOString())
    await revoke(old)
    now += 1
    await revoke(recent)
    now += 90 * dayMs
    await purgeAll()
    expect((await rowsOf('api_keys')).map(({ id }) => id).sort()).toEqual([recent, active].sort())
  })
})
