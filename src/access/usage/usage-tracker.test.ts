import { describe, expect, it } from 'vitest'
import { runOn } from '../../../test/support/database/inspector.ts'
import {
  activityForEachTest,
  count,
  sums,
  usageOf,
} from '../../../test/support/site/usage-suite.ts'

const { stage, at, newActivity, newKey, rows, storedUsage } = activityForEachTest()

const lastUse = async (id: string) => {
  const keys = await rows<{ id: string; last_used_at: string | null }>(
    'select id, last_used_at from api_keys',
  )
  return keys.find((row) => row.id === id)?.last_used_at
}

describe('the usage of a key', () => {
  it('has a row for each day, oldest first, zeros included, before and after it is written', async () => {
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

  it('counts a request on the day (UTC) on which it arrived', async () => {
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

  it('is exact while a write is in progress', async () => {
    const key = await newKey()
    const activity = newActivity()
    let counted = 0
    for (let round = 0; round < 200; round += 1) {
      count(activity, key, 1)
      counted += 1
      const flushed = activity.flush()
      for (let tick = 0; tick < round % 7; tick += 1) await Promise.resolve()
      count(activity, key, 1)
      counted += 1
      const before = counted
      const [usage] = await Promise.all([usageOf(activity, key, 1), flushed])
      expect(usage?.days[0]?.requests).toBe(before)
    }
  })

  it('continues from the stored counts after a restart', async () => {
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

describe('times of use', () => {
  it('are rounded to five minutes, include rejected requests, and never move back', async () => {
    const key = await newKey()
    const activity = newActivity()
    const times: [at: string, expected: string][] = [
      ['2026-03-05T12:34:56.789Z', '2026-03-05T12:30:00.000Z'],
      ['2026-03-05T12:34:59.999Z', '2026-03-05T12:30:00.000Z'],
      ['2026-03-05T12:35:00.000Z', '2026-03-05T12:35:00.000Z'],
      ['2026-03-05T12:01:00.000Z', '2026-03-05T12:35:00.000Z'],
      ['2026-03-06T00:00:01.000Z', '2026-03-06T00:00:00.000Z'],
    ]
    for (const [usedAt, expected] of times) {
      at(usedAt)
      activity.countRequest(key, false)
      expect((await usageOf(activity, key, 1))?.lastUsedAt, usedAt).toBe(expected)
      await activity.flush()
      expect(await lastUse(key), usedAt).toBe(expected)
      expect((await usageOf(activity, key, 1))?.lastUsedAt, usedAt).toBe(expected)
    }
  })

  it('of sessions are rounded to the hour, and never move back', async () => {
    await newKey()
    const [{ id: account = '' } = {}] = await rows<{ id: string }>('select id from accounts')
    const created_at = '2026-03-05T12:34:56.789Z'
    const session = { id: 's', account_id: account, token_hash: 'h', user_agent: null }
    const dates = { created_at, last_seen_at: created_at, expires_at: '2026-04-05' }
    await stage.writing.db
      .insertInto('sessions')
      .values({ ...session, ...dates })
      .execute()
    const activity = newActivity()
    const times: [at: string, expected: string][] = [
      ['2026-03-05T12:59:59.000Z', created_at],
      ['2026-03-05T13:20:00.000Z', '2026-03-05T13:00:00.000Z'],
      ['2026-03-05T13:59:59.999Z', '2026-03-05T13:00:00.000Z'],
      ['2026-03-05T12:00:00.000Z', '2026-03-05T13:00:00.000Z'],
      ['2026-03-06T14:00:00.000Z', '2026-03-06T14:00:00.000Z'],
    ]
    for (const [usedAt, expected] of times) {
      at(usedAt)
      activity.touchSession('s')
      await activity.flush()
      expect(await rows('select last_seen_at from sessions'), usedAt).toEqual([
        { last_seen_at: expected },
      ])
    }
  })
})

describe('stored usage', () => {
  it('is kept for 400 days, then deleted with the first write of a day', async () => {
    const [key, silent] = [await newKey(), await newKey()]
    const insert = (day: string, id: string) =>
      runOn(stage.databaseUrl, `insert into key_usage values ('${id}', '${day}', 1, 1)`)
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

  it('is deleted between the writes of others, 500 keys at a time', async () => {
    const key = await newKey()
    const [{ id: account_id = '' } = {}] = await rows<{ id: string }>('select id from accounts')
    const keys = Array.from({ length: 1200 }, (_, i) => ({
      ...{ id: `key-${i}`, account_id, prefix: '', hash: String(i), created_at: '' },
    }))
    await stage.writing.transaction((db) => stage.writing.dialect.insertAll(db, 'api_keys', keys))
    await runOn(
      stage.databaseUrl,
      "insert into key_usage select id, '2020-01-01', 1, 1 from api_keys",
    )
    const activity = newActivity()
    count(activity, key, 1)
    const left: number[] = []
    const { transaction } = stage.writing
    stage.writing.transaction = async (work, scope) => {
      left.push((await storedUsage()).length)
      return transaction(work, scope)
    }
    await activity.flush()
    expect(left.slice(1, 5)).toEqual([1202, 702, 202, 1])
    expect(stage.errors).toEqual([])
  })
})
