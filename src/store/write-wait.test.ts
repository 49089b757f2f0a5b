import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freshStore } from '../../test/support/database/fresh-store.ts'
import { rowsOf } from '../../test/support/database/inspector.ts'
import { holdWriteLock, loopIterationsDuring } from '../../test/support/database/write-lock.ts'
import { bareTown } from '../../test/support/towns/bare-town.ts'
import { openReadStore, type WriteStore } from './open.ts'
import { StoreBusy } from './store-error.ts'

// SQLite's own busy timeout would block the process, for one iteration of the event loop.
const iterationsMin = 20

let store: WriteStore
let databaseUrl: string
let remove: () => Promise<void>
beforeEach(async () => {
  ;({ store, databaseUrl, remove } = await freshStore())
})
afterEach(() => remove())

const write = (name: string) =>
  store.transaction(async (db) => {
    await db.insertInto('secrets').values({ name, value: '' }).execute()
  })
const written = async () => {
  const text = "select name from secrets where value = '' order by rowid"
  return (await rowsOf<{ name: string }>(databaseUrl, text)).map(({ name }) => name)
}

describe('a transaction while another process writes', () => {
  it('waits without blocking the process, and then succeeds', async () => {
    const lock = await holdWriteLock(databaseUrl)
    const reading = openReadStore(databaseUrl)
    let settled = false
    const iterations = await loopIterationsDuring(async () => {
      const work = write('late').finally(() => {
        settled = true
      })
      for (let i = 0; i < 20; i += 1) {
        await pause(5)
        const secrets = await reading.db.selectFrom('secrets').select('name').execute()
        expect(secrets).toHaveLength(4)
      }
      expect(settled).toBe(false)
      await lock.release()
      await work
    })
    await reading.close()
    expect(iterations).toBeGreaterThan(iterationsMin)
    expect(await written()).toEqual(['late'])
  })

  it('does its work after what that process has written to the record', async () => {
    await bareTown(store, 'waiting')
    const lock = await holdWriteLock(databaseUrl, 'record')
    const work = store.transaction(async (db) => {
      await db.updateTable('municipalities').set({ name: 'New' }).execute()
    }, 'record')
    await pause(300)
    await lock.release("update municipalities set name = 'Old', url = 'https://example.ca'")
    await work
    const rows = await store.db.selectFrom('municipalities').select(['name', 'url']).execute()
    expect(rows).toEqual([{ name: 'New', url: 'https://example.ca' }])
  })

  it('is committed in the order of the requests', async () => {
    const lock = await holdWriteLock(databaseUrl)
    const names = Array.from({ length: 8 }, (_, i) => `writer ${i}`)
    const early = names.slice(0, 5).map(write)
    await pause(300)
    const late = names.slice(5).map(write)
    await lock.release()
    await Promise.all([...early, ...late])
    expect(await written()).toEqual(names)
  })

  it('fails after five seconds with the reason, as do those queued behind it', async () => {
    const lock = await holdWriteLock(databaseUrl)
    const iterations = await loopIterationsDuring(async () => {
      const startedAt = performance.now()
      const writes = ['a', 'b', 'c'].map(write)
      await writes[0]?.catch(() => undefined)
      const waited = performance.now() - startedAt
      const ended = await Promise.allSettled(writes)
      // One after the other, they would take three times as long.
      expect(performance.now() - startedAt).toBeLessThan(2 * waited)
      for (const end of ended) {
        const reason = end.status === 'rejected' ? end.reason : undefined
        expect(reason).toBeInstanceOf(StoreBusy)
        expect(reason.message).toBe(
          'another process has been writing to the database for 5 seconds; try again later',
        )
        expect(store.dialect.isQueryError(reason)).toBe(true)
      }
      expect(waited).toBeGreaterThanOrEqual(4990)
    })
    expect(iterations).toBeGreaterThan(iterationsMin)
    await lock.release()
    expect(await written()).toEqual([])
    await write('again')
    expect(await written()).toEqual(['again'])
  })

  it('fails at once for any other error', async () => {
    await store.close()
    await expect(write('closed')).rejects.toThrow()
  })
})
