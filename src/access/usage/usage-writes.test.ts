import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { engineUnderTest } from '../../../test/support/database/fresh-store.ts'
import { inspect, runOn } from '../../../test/support/database/inspector.ts'
import { holdWriteLock, loopIterationsDuring } from '../../../test/support/database/write-lock.ts'
import {
  activityForEachTest,
  count,
  sums,
  usageOf,
} from '../../../test/support/site/usage-suite.ts'
import { StoreBusy } from '../../store/store-error.ts'

const { stage, newActivity, newKey, rows, storedUsage } = activityForEachTest()

// A write that blocks the process leaves the event loop one or two iterations.
const iterationsMin = 20

const noTable = {
  sqlite: 'no such table: key_usage',
  postgres: 'relation "key_usage" does not exist',
}

describe('a write of usage', () => {
  it('is one transaction for everything, and none if nothing was counted', async () => {
    const keys = [await newKey(), await newKey(), await newKey()]
    const activity = newActivity()
    await activity.flush()
    expect(stage.transactions).toBe(0)
    // The first write of a day is followed by a purge.
    count(activity, keys[0] ?? '', 1)
    await activity.flush()
    stage.transactions = 0
    for (const key of keys) count(activity, key, 100, 100)
    expect(await storedUsage()).toHaveLength(1)
    expect(activity.pending).toBe(3)
    await activity.flush()
    await activity.flush()
    await activity.stop()
    expect(stage.transactions).toBe(1)
    expect(activity.pending).toBe(0)
    expect(await storedUsage()).toHaveLength(3)
  })

  it('keeps the usage if it fails, retries, and reports consecutive failures once', async () => {
    const key = await newKey()
    const activity = newActivity()
    await runOn(stage.databaseUrl, 'alter table key_usage rename to elsewhere')
    for (let i = 0; i < 3; i += 1) {
      count(activity, key, 2, 1)
      activity.touchSession('gone')
      await activity.flush()
    }
    expect(stage.transactions).toBe(3)
    expect(stage.errors.map((error) => (error as Error).message)).toEqual([
      expect.stringContaining(noTable[engineUnderTest()]),
    ])
    await runOn(stage.databaseUrl, 'alter table elsewhere rename to key_usage')
    count(activity, key, 1)
    expect(sums(await usageOf(activity, key, 1))).toEqual([[7, 3]])
    await activity.flush()
    expect(await storedUsage()).toEqual([{ id: key, day: '2026-03-05', requests: 7, refused: 3 }])
    expect(activity.pending).toBe(0)
    await runOn(stage.databaseUrl, 'drop table key_usage')
    count(activity, key, 1)
    await activity.flush()
    expect(stage.errors).toHaveLength(2)
    // Usage that the last write cannot store is lost, so it is reported again.
    await activity.stop()
    expect(stage.errors).toHaveLength(3)
  })

  it('skips deleted keys, accounts and sessions', async () => {
    const [kept, deleted] = [await newKey(), await newKey()]
    const other = await newKey('eve@town.example')
    const activity = newActivity()
    for (const key of [deleted, kept, other]) count(activity, key, 4)
    activity.touchSession('nobody')
    await inspect(stage.databaseUrl, async (db) => {
      if (db.engine === 'sqlite') await db.run('pragma foreign_keys = on')
      await db.run(`delete from api_keys where id = '${deleted}'`)
      await db.run("delete from accounts where email = 'eve@town.example'")
    })
    await activity.flush()
    expect(stage.errors).toEqual([])
    expect(await storedUsage()).toEqual([{ id: kept, day: '2026-03-05', requests: 4, refused: 0 }])
    await runOn(stage.databaseUrl, 'delete from key_usage; delete from api_keys')
    count(activity, kept, 1)
    await activity.flush()
    expect({ errors: stage.errors, pending: activity.pending }).toEqual({ errors: [], pending: 0 })
  })

  it('waits for an import without blocking the process, and loses nothing', async () => {
    const key = await newKey()
    const activity = newActivity()
    count(activity, key, 10)
    const lock = await holdWriteLock(stage.databaseUrl)
    const iterations = await loopIterationsDuring(async () => {
      const flushed = activity.flush()
      for (let i = 1; i <= 20; i += 1) {
        await pause(5)
        count(activity, key, 1)
      }
      // A reader does not wait for the import either, and sees what is stored.
      expect(sums(await usageOf(activity, key, 1))).toEqual([[0, 0]])
      expect(await storedUsage()).toEqual([])
      await lock.release()
      await flushed
    })
    expect(iterations).toBeGreaterThan(iterationsMin)
    expect(sums(await usageOf(activity, key, 1))).toEqual([[30, 0]])
    expect(stage.errors).toEqual([])
  })

  it('is reported and not repeated if it times out during shutdown', async () => {
    const key = await newKey()
    const activity = newActivity()
    count(activity, key, 1)
    const lock = await holdWriteLock(stage.databaseUrl)
    void activity.flush()
    count(activity, key, 1)
    await activity.stop()
    await lock.release()
    expect(stage.transactions).toBe(1)
    expect(stage.errors).toEqual([expect.any(StoreBusy)])
    expect(sums(await usageOf(activity, key, 1))).toEqual([[2, 0]])
  })

  it('of 100,000 keys does not block the process for long, and frees the memory', async () => {
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
    await stage.writing.transaction((db) => stage.writing.dialect.insertAll(db, 'api_keys', made))
    stage.transactions = 0
    const activity = newActivity()
    for (let i = 0; i < keys; i += 1) activity.countRequest(idOf(i), true)
    expect(activity.pending).toBe(keys)
    const iterations = await loopIterationsDuring(() => activity.flush())
    expect(iterations).toBeGreaterThan(iterationsMin)
    expect({ errors: stage.errors, pending: activity.pending }).toEqual({ errors: [], pending: 0 })
    expect(
      await rows(
        'select cast(sum(requests) as integer) as n, cast(count(*) as integer) as k from key_usage',
      ),
    ).toEqual([{ n: keys, k: keys }])
  })

  it('does not happen after the tracker has stopped', async () => {
    const key = await newKey()
    const activity = newActivity()
    activity.start()
    count(activity, key, 1)
    await activity.stop()
    const { transactions } = stage
    await stage.writing.close()
    count(activity, key, 1)
    await pause(100)
    expect({ transactions: stage.transactions, errors: stage.errors }).toEqual({
      transactions,
      errors: [],
    })
  })
})
