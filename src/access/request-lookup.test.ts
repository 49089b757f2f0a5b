import { afterEach, beforeEach, expect, it } from 'vitest'
import { type FreshStore, freshStore } from '../../test/support/database/fresh-store.ts'
import { bareTown } from '../../test/support/towns/bare-town.ts'
import { systemClock } from '../core/clock.ts'
import { openReadStore, type ReadStore } from '../store/open.ts'
import { createKeyForEmail } from './keys.ts'
import { type RequestLookup, requestLookup, revokeKey, splitLookup } from './queries.ts'

let fresh: FreshStore
let reading: ReadStore
let statements: number
beforeEach(async () => {
  fresh = await freshStore()
  await bareTown(fresh.store, 'ottawa')
  await bareTown(fresh.store, 'hull')
  statements = 0
  reading = openReadStore(fresh.databaseUrl, () => {
    statements += 1
  })
})
afterEach(async () => {
  await reading.close()
  await fresh.remove()
})

/** The same store; `onStart` runs when a statement starts. */
const observeStatements = (store: ReadStore, onStart: () => void): ReadStore => ({
  ...store,
  db: new Proxy(store.db, {
    get: (db, name) => {
      if (name === 'getExecutor') onStart()
      const value = Reflect.get(db, name)
      return typeof value === 'function' ? value.bind(db) : value
    },
  }),
})

const newKey = (email = 'ada@example.ca') =>
  createKeyForEmail(fresh.store, { email, name: null, keysMax: 10 }, systemClock)

it('reads keys and municipalities for all requests of one event loop iteration in one statement', async () => {
  const lookup = requestLookup(reading)
  const [ada, eve] = [await newKey(), await newKey('eve@example.ca')]
  const results = await Promise.all([
    lookup({ key: ada.key, slug: 'ottawa' }),
    lookup({ key: eve.key, slug: 'hull' }),
    lookup({ key: ada.key, slug: 'nowhere' }),
    lookup({ key: 'unknown', slug: 'ottawa' }),
    lookup({ slug: 'hull' }),
  ])
  expect(results.map(({ key, municipality }) => [key?.id, municipality?.slug])).toEqual([
    [ada.id, 'ottawa'],
    [eve.id, 'hull'],
    [ada.id, undefined],
    [undefined, 'ottawa'],
    [undefined, 'hull'],
  ])
  expect(statements).toBe(1)
})

it('uses several statements for very many requests', async () => {
  const lookup = requestLookup(reading)
  const slugs = Array.from({ length: 250 }, (_, i) => `town-${i}`)
  const results = await Promise.all([...slugs, 'hull'].map((slug) => lookup({ slug })))
  expect(results.filter(({ municipality }) => municipality !== undefined)).toHaveLength(1)
  expect(statements).toBe(3)
})

it('sees what was committed before the request, and nothing that was deleted', async () => {
  const lookup = requestLookup(reading)
  const { db } = fresh.store
  for (let version = 1; version <= 20; version += 1) {
    const { id, key } = await newKey(`${version}@example.ca`)
    await db.updateTable('municipalities').set({ data_version: version }).execute()
    const before = await lookup({ key, slug: 'ottawa' })
    expect([before.key?.id, before.municipality?.dataVersion]).toEqual([id, version])
    await revokeKey(db, id, new Date().toISOString())
    expect((await lookup({ key, slug: 'ottawa' })).key).toBeUndefined()
  }
})

it('starts another statement for a request that arrives while one is in flight', async () => {
  const { id, key } = await newKey()
  const requests: ReturnType<RequestLookup>[] = []
  const observed = observeStatements(reading, () => {
    // The first statement has started and has no result yet.
    if (requests.length === 1) requests.push(lookup({ key, slug: 'ottawa' }))
  })
  const lookup = requestLookup(observed)
  requests.push(lookup({ key, slug: 'ottawa' }))
  await requests[0]
  const results = await Promise.all(requests)
  expect(results.map((row) => row.key?.id)).toEqual([id, id])
  expect(statements).toBe(2)
})

it('rejects all requests of a failed statement, and reads again for the next', async () => {
  const { key } = await newKey()
  let fails = true
  const flaky = observeStatements(reading, () => {
    if (fails) throw new Error('gone')
  })
  const lookup = requestLookup(flaky)
  const requests = [lookup({ key, slug: 'ottawa' }), lookup({ key, slug: 'ottawa' })]
  const outcomes = await Promise.allSettled(requests)
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  fails = false
  expect((await lookup({ key, slug: 'ottawa' })).municipality?.slug).toBe('ottawa')
})

it('reads keys from the primary and municipalities from the replica if there is one', async () => {
  const other = await freshStore()
  try {
    await bareTown(other.store, 'gatineau')
    const lookup = splitLookup(reading, other.store)
    const { id, key } = await newKey()
    const result = await lookup({ key, slug: 'gatineau' })
    expect([result.key?.id, result.municipality?.slug]).toEqual([id, 'gatineau'])
    expect((await lookup({ key, slug: 'ottawa' })).municipality).toBeUndefined()
    expect(await lookup({ slug: 'gatineau' })).toMatchObject({ key: undefined })
  } finally {
    await other.remove()
  }
})
