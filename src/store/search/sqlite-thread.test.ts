import { renameSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FreshStore, freshStore } from '../../../test/support/database/fresh-store.ts'
import { runOn } from '../../../test/support/database/inspector.ts'
import { indexTexts } from '../../../test/support/database/search.ts'
import { bareTown } from '../../../test/support/towns/bare-town.ts'
import { openServingStore, type ReadStore } from '../open.ts'
import { StoreFailure, TooManySearches } from '../store-error.ts'
import { searchKinds } from '../tables.ts'
import { searchQueue } from './queue.ts'
import type { SearchQuery } from './search.ts'

const entry = new URL('../../../dist/search-worker.js', import.meta.url)

describe('searches on SQLite', () => {
  let fresh: FreshStore
  let query: SearchQuery
  beforeAll(async () => {
    fresh = await freshStore('sqlite')
    const { store } = fresh
    const town = await bareTown(store, 'threads')
    await indexTexts(store, town, [{ title: 'Mill pond', body: 'The mill pond floods.' }])
    query = {
      ...{ municipalityId: town, q: '"mill pond" floods', match: 'all', kinds: searchKinds },
      ...{ limit: 21, offset: 0 },
    }
  })
  afterAll(() => fresh.remove())

  const serving = async (work: (store: ReadStore) => Promise<void>) => {
    const store = openServingStore(fresh.databaseUrl, entry)
    try {
      await work(store)
    } finally {
      await store.close()
    }
  }

  it('do not block the event loop, and have the same results as without a thread', () =>
    serving(async (store) => {
      let ticks = 0
      let isRunning = true
      const results = store.search(query).finally(() => {
        isRunning = false
      })
      for (; isRunning; ticks += 1) await setImmediate()
      expect(ticks).toBeGreaterThan(1)
      const expected = await fresh.store.search(query)
      expect(expected.rows).toHaveLength(1)
      expect(await results).toEqual(expected)
      expect(await Promise.all([store.search(query), store.search(query)])).toEqual([
        expected,
        expected,
      ])
    }))

  it('fail with the error of SQLite', () =>
    serving(async (store) => {
      await runOn(fresh.databaseUrl, 'alter table search_documents rename to away')
      const failure = await store.search(query).catch((error: unknown) => error)
      await runOn(fresh.databaseUrl, 'alter table away rename to search_documents')
      expect(failure).toBeInstanceOf(StoreFailure)
      expect(failure).toMatchObject({
        code: 'SQLITE_ERROR',
        message: expect.stringContaining('search_documents'),
      })
      expect(store.dialect.isQueryError(failure)).toBe(true)
      expect((await store.search(query)).rows).toHaveLength(1)
    }))

  it('fail if the thread cannot start, which the next search tries again', () =>
    serving(async (store) => {
      const path = fresh.databaseUrl.replace('sqlite:', '')
      renameSync(path, `${path}-away`)
      try {
        await expect(store.search(query)).rejects.toThrow(/cannot open the database/)
      } finally {
        renameSync(`${path}-away`, path)
      }
      expect((await store.search(query)).rows).toHaveLength(1)
    }))

  it.each([0, 1])('end when the handle is closed %i event loop ticks later', async (ticks) => {
    const store = openServingStore(fresh.databaseUrl, entry)
    const running = expect(store.search(query)).rejects.toThrow('the search thread ended')
    for (let tick = 0; tick < ticks; tick += 1) await setImmediate()
    await store.close()
    await running
  })
})

describe('the queue of searches', () => {
  const client = { group: 'test' }

  it('runs a limited number at a time', async () => {
    const inQueue = searchQueue(2)
    let running = 0
    const counts = await Promise.all(
      Array.from({ length: 6 }, () =>
        inQueue(client, async () => {
          running += 1
          const count = running
          await setImmediate()
          running -= 1
          return count
        }),
      ),
    )
    expect(Math.max(...counts)).toBe(2)
  })

  it('rejects a search that has waited for too long, while another one runs', async () => {
    const inQueue = searchQueue(1, 1, 1)
    let end = () => {}
    const first = inQueue(
      client,
      () =>
        new Promise<void>((resolve) => {
          end = resolve
        }),
    )
    await expect(inQueue(client, async () => 'found')).rejects.toThrow(TooManySearches)
    end()
    await first
    expect(await inQueue(client, async () => 'found')).toBe('found')
  })
})
