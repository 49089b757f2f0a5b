import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { engineUnderTest, freshStore } from '../../../test/support/fresh-store.ts'
import { inspect, rowsOf, runOn } from '../../../test/support/inspector.ts'
import { holdWriteLock, longestStall } from '../../../test/support/write-lock.ts'
import { openReadStore, type ReadStore, type WriteStore } from '../../store/open.ts'
import { StoreBusy } from '../../store/store-error.ts'
import { createKeyOf } from '../keys.ts'
import { Activity, type KeyUsage } from './activity.ts'

let writing: WriteStore
let store: ReadStore
let databaseUrl: string
let remove: () => Promise<void>
let transactions: number
let errors: unknown[]
let now: number
const clock = { now: () => now, monotonic: () => now }
const at = (moment: string) => {
  now = Date.parse(moment)
}

beforeEach(async () => {
  const fresh = await freshStore()
  ;({ databaseUrl, remove } = fresh)
  transactions = 0
  writing = {
    ...fresh.store,
    transaction: (work) => {
      transactions += 1
      return fresh.store.transaction(work)
    },
  }
  store = openReadStore(databaseUrl)
  errors = []
  at('2026-03-05T12:34:56.789Z')
})
afterEach(async () => {
  await store.close()
  await remove()
})

const newActivity = () =>
  new Activity({ store, writing, clock, onError: (error) => errors.push(error) })

async function newKey(email = 'ada@town.example'): Promise<string> {
  const made = await createKeyOf(writing, { email, name: null, keysMax: 100 }, clock)
  transactions = 0
  return made.id
}

const count = (activity: Activity, keyId: string, requests: number, refused = 0) => {
  for (let i = 0; i < requests; i += 1) activity.countRequest(keyId, true)
  for (let i = 0; i < refused; i += 1) activity.countRequest(keyId, false)
}

const rows = <T = Record<string, unknown>>(text: string) => rowsOf<T>(databaseUrl, text)
interface StoredUsage {
  id: string
  day: string
  requests: number
  refused: number
}
const storedUsage = () =>
  rows<StoredUsage>(
    'select api_key_id as id, day, requests, refused from key_usage order by id, day',
  )
const lastUse = async (id: string) => {
  const keys = await rows<{ id: string; last_used_at: string | null }>(
    'select id, last_used_at from api_keys',
  )
  return keys.find((row) => row.id === id)?.last_used_at
}
const usageOf = async (activity: Activity, keyId: string, days: number) =>
  (await activity.usageOf([keyId], days)).get(keyId)
const sums = (usage: KeyUsage | undefined) => usage?.days.map((d) => [d.requests, d.refused])

const noTable = {
  sqlite: 'no such table: key_usage',
  postgres: 'relation "key_usage" does not exist',
}

describe('what a key did', () => {
  it('is told of each day, oldest first, zeroes included, before it is written and after', async () => {
    const [key, silent] = [await newKey(), await newKey()]
    const activity = newActivity()
    at('2026-02-27T10:00:00Z')
    count(activity, key, 3, 1)
    await activity.flush()
    at('2026-03-01T00:00:00Z')
    count(activity, key, 5)
    const expected = {
      lastUsedAt: '2026-03-01T00:00:00.000Z',
      days: [
        { day: '2026-02-26', requests: 0, refused: 0 },
        { day: '2026-02-27', requests: 3, refused: 1 },
        { day: '2026-02-28', requests: 0, refused: 0 },
        { day: '2026-03-01', requests: 5, refused: 0 },
      ],
    }
    expect(await usageOf(activity, key, 4)).toEqual(expected)
    await activity.flush()
    const both = await activity.usageOf([silent, key, silent], 4)
    expect([...both.keys()]).toEqual([silent, key])
    expect(both.get(key)).toEqual(expected)
    expect(both.get(silent)?.lastUsedAt).toBeNull()
    expect(sums(both.get(silent))).toEqual([0, 0, 0, 0].map(() => [0, 0]))
    expect(sums(await usageOf(activity, key, 2))).toEqual([
      [0, 0],
      [5, 0],
    ])
    expect(await activity.usageOf([], 4)).toEqual(new Map())
  })

  it('belongs to the day, in UTC, on which the request came', async () => {
    const key = await newKey()
    const activity = newActivity()
    at('2026-03-05T23:59:59.999Z')
    count(activity, key, 1, 2)
    at('2026-03-06T00:00:00.000Z')
    count(activity, key, 3)
    await activity.flush()
    expect(await storedUsage()).toEqual([
      { id: key, day: '2026-03-05', requests: 1, refused: 2 },
      { id: key, day: '2026-03-06', requests: 3, refused: 0 },
    ])
  })

  it('is told exactly while it is written', async () => {
    const key = await newKey()
    const activity = newActivity()
    let counted = 0
    for (let round = 0; round < 200; round += 1) {
      count(activity, key, 1)
      counted += 1
      const flushed = activity.flush()
      for (let turn = 0; turn < round % 7; turn += 1) await Promise.resolve()
      count(activity, key, 1)
      counted += 1
      const before = counted
      const [usage] = await Promise.all([usageOf(activity, key, 1), flushed])
      expect(usage?.days[0]?.requests).toBe(before)
    }
  })

  it('goes on from where it was after a restart', async () => {
    const key = await newKey()
    const first = newActivity()
    first.start()
    count(first, key, 10, 5)
    await first.stop()
    const second = newActivity()
    count(second, key, 1, 1)
    expect(sums(await usageOf(second, key, 1))).toEqual([[11, 6]])
    await second.stop()
    expect(await storedUsage()).toEqual([{ id: key, day: '2026-03-05', requests: 11, refused: 6 }])
  })
})

describe('a write', () => {
  it('is one transaction for everything, and none where there is nothing', async () => {
    const keys = [await newKey(), await newKey(), await newKey()]
    const activity = newActivity()
    await activity.flush()
    for (const key of keys) count(activity, key, 100, 100)
    expect(transactions).toBe(0)
    expect(await storedUsage()).toEqual([])
    expect(activity.pending).toBe(3)
    await activity.flush()
    await activity.flush()
    await activity.stop()
    expect(transactions).toBe(1)
    expect(activity.pending).toBe(0)
    expect(await storedUsage()).toHaveLength(3)
  })

  it('that fails loses nothing, is tried again, and is reported once', async () => {
    const key = await newKey()
    const activity = newActivity()
    await runOn(databaseUrl, 'alter table key_usage rename to elsewhere')
    for (let i = 0; i < 3; i += 1) {
      count(activity, key, 2, 1)
      activity.sawSession('gone')
      await activity.flush()
    }
    expect(transactions).toBe(3)
    expect(errors.map((error) => (error as Error).message)).toEqual([
      expect.stringContaining(noTable[engineUnderTest()]),
    ])
    await runOn(databaseUrl, 'alter table elsewhere rename to key_usage')
    count(activity, key, 1)
    expect(sums(await usageOf(activity, key, 1))).toEqual([[7, 3]])
    await activity.flush()
    expect(await storedUsage()).toEqual([{ id: key, day: '2026-03-05', requests: 7, refused: 3 }])
    expect(activity.pending).toBe(0)
    await runOn(databaseUrl, 'drop table key_usage')
    count(activity, key, 1)
    await activity.flush()
    expect(errors).toHaveLength(2)
    // What the last write cannot keep is lost, so it is said once more.
    await activity.stop()
    expect(errors).toHaveLength(3)
  })

  it('passes over keys, accounts and sessions that are gone', async () => {
    const [kept, deleted] = [await newKey(), await newKey()]
    const other = await newKey('eve@town.example')
    const activity = newActivity()
    for (const key of [deleted, kept, other]) count(activity, key, 4)
    activity.sawSession('nobody')
    await inspect(databaseUrl, async (db) => {
      if (db.engine === 'sqlite') await db.run('pragma foreign_keys = on')
      await db.run(`delete from api_keys where id = '${deleted}'`)
      await db.run("delete from accounts where email = 'eve@town.example'")
    })
    await activity.flush()
    expect(errors).toEqual([])
    expect(await storedUsage()).toEqual([{ id: kept, day: '2026-03-05', requests: 4, refused: 0 }])
    await runOn(databaseUrl, 'delete from key_usage; delete from api_keys')
    count(activity, kept, 1)
    await activity.flush()
    expect({ errors, pending: activity.pending }).toEqual({ errors: [], pending: 0 })
  })

  it('waits for an import, holds nothing up meanwhile, and loses nothing', async () => {
    const key = await newKey()
    const activity = newActivity()
    count(activity, key, 10)
    const lock = await holdWriteLock(databaseUrl)
    const stall = await longestStall(async () => {
      const flushed = activity.flush()
      for (let i = 1; i <= 20; i += 1) {
        await pause(50)
        count(activity, key, 1)
        // Read on the other handle: this one waits.
        expect(sums(await usageOf(activity, key, 1))).toEqual([[10 + i, 0]])
      }
      expect(await storedUsage()).toEqual([])
      await lock.release()
      await flushed
    })
    expect(stall).toBeLessThan(1000)
    expect(await storedUsage()).toMatchObject([{ requests: 30 }])
    expect(errors).toEqual([])
  })

  it('that waited in vain when the end came is not waited for twice, and is reported', async () => {
    const key = await newKey()
    const activity = newActivity()
    count(activity, key, 1)
    const lock = await holdWriteLock(databaseUrl)
    void activity.flush()
    count(activity, key, 1)
    await activity.stop()
    await lock.release()
    expect(transactions).toBe(1)
    expect(errors).toEqual([expect.any(StoreBusy)])
    expect(sums(await usageOf(activity, key, 1))).toEqual([[2, 0]])
  })

  it('of very many keys holds nothing up for long and leaves no memory behind', async () => {
    const keys = 100_000
    await newKey()
    const [{ id: account = '' } = {}] = await rows<{ id: string }>('select id from accounts')
    const idOf = (i: number) => `key-${String(i).padStart(31, '0')}`
    const made = Array.from({ length: keys }, (_, i) => ({
      id: idOf(i),
      account_id: account,
      prefix: '',
      hash: String(i),
      created_at: '',
    }))
    await writing.transaction((db) => writing.dialect.insertAll(db, 'api_keys', made))
    transactions = 0
    const activity = newActivity()
    for (let i = 0; i < keys; i += 1) activity.countRequest(idOf(i), true)
    expect(activity.pending).toBe(keys)
    const stall = await longestStall(() => activity.flush())
    expect(stall).toBeLessThan(1000)
    expect({ errors, pending: activity.pending }).toEqual({ errors: [], pending: 0 })
    expect(
      await rows(
        'select cast(sum(requests) as integer) as n, cast(count(*) as integer) as k from key_usage',
      ),
    ).toEqual([{ n: keys, k: keys }])
  })

  it('is not done any more after the last one', async () => {
    const key = await newKey()
    const activity = newActivity()
    activity.start()
    count(activity, key, 1)
    await activity.stop()
    await writing.close()
    count(activity, key, 1)
    await pause(100)
    expect({ transactions, errors }).toEqual({ transactions: 1, errors: [] })
  })
})

describe('moments', () => {
  it('of last use are told to five minutes, of refused requests too, and never move back', async () => {
    const key = await newKey()
    const activity = newActivity()
    const moments: [at: string, expected: string][] = [
      ['2026-03-05T12:34:56.789Z', '2026-03-05T12:30:00.000Z'],
      ['2026-03-05T12:34:59.999Z', '2026-03-05T12:30:00.000Z'],
      ['2026-03-05T12:35:00.000Z', '2026-03-05T12:35:00.000Z'],
      ['2026-03-05T12:01:00.000Z', '2026-03-05T12:35:00.000Z'],
      ['2026-03-06T00:00:01.000Z', '2026-03-06T00:00:00.000Z'],
    ]
    for (const [moment, expected] of moments) {
      at(moment)
      activity.countRequest(key, false)
      expect((await usageOf(activity, key, 1))?.lastUsedAt, moment).toBe(expected)
      await activity.flush()
      expect(await lastUse(key), moment).toBe(expected)
      expect((await usageOf(activity, key, 1))?.lastUsedAt, moment).toBe(expected)
    }
  })

  it('at which sessions were seen are written to the hour, and never move back', async () => {
    await newKey()
    const [{ id: account = '' } = {}] = await rows<{ id: string }>('select id from accounts')
    const created_at = '2026-03-05T12:34:56.789Z'
    const session = { id: 's', account_id: account, token_hash: 'h', user_agent: null }
    const dates = { created_at, last_seen_at: created_at, expires_at: '2026-04-05' }
    await writing.db
      .insertInto('sessions')
      .values({ ...session, ...dates })
      .execute()
    const activity = newActivity()
    const moments: [at: string, expected: string][] = [
      ['2026-03-05T12:59:59.000Z', created_at],
      ['2026-03-05T13:20:00.000Z', '2026-03-05T13:00:00.000Z'],
      ['2026-03-05T13:59:59.999Z', '2026-03-05T13:00:00.000Z'],
      ['2026-03-05T12:00:00.000Z', '2026-03-05T13:00:00.000Z'],
      ['2026-03-06T14:00:00.000Z', '2026-03-06T14:00:00.000Z'],
    ]
    for (const [moment, expected] of moments) {
      at(moment)
      activity.sawSession('s')
      await activity.flush()
      expect(await rows('select last_seen_at from sessions'), moment).toEqual([
        { last_seen_at: expected },
      ])
    }
  })
})

describe('what was counted', () => {
  it('is kept for 400 days, and then goes with the first write of a day', async () => {
    const [key, silent] = [await newKey(), await newKey()]
    const insert = (day: string, id: string) =>
      runOn(databaseUrl, `insert into key_usage values ('${id}', '${day}', 1, 1)`)
    at('2026-03-05T23:59:00Z')
    for (const id of [key, silent]) {
      for (const day of ['2020-01-01', '2025-01-28', '2025-01-29', '2025-01-30'])
        await insert(day, id)
    }
    const activity = newActivity()
    const days = async () => [...new Set((await storedUsage()).map(({ day }) => day))]
    count(activity, key, 1)
    await activity.flush()
    expect(await days()).toEqual(['2025-01-29', '2025-01-30', '2026-03-05'])
    await insert('2020-01-01', silent)
    count(activity, key, 1)
    await activity.flush()
    expect(await days()).toContain('2020-01-01')
    at('2026-03-06T00:01:00Z')
    count(activity, key, 1)
    await activity.flush()
    expect(await days()).toEqual(['2025-01-30', '2026-03-05', '2026-03-06'])
  })
})
