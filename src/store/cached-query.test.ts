import { afterEach, beforeEach, expect, it } from 'vitest'
import { freshTown } from '../../test/support/database/fresh-store.ts'
import { cachedQuery, converted } from './cached-query.ts'
import { openWriteStore, type WriteStore } from './open.ts'

let store: WriteStore
let remove: () => Promise<void>
beforeEach(async () => {
  const fresh = await freshTown()
  store = fresh.store
  remove = fresh.remove
})
afterEach(() => remove())

/** A query of meetings, and the statements that were built for it. */
function counted() {
  const built: string[] = []
  const query = cachedQuery(
    (db, values: { from?: string; to?: string | undefined }, { limit }: { limit: number }) => {
      built.push(`${Object.keys(values).join()} ${limit}`)
      let dates = db.selectFrom('meetings').select('date')
      if (values.from !== undefined) dates = dates.where('date', '>=', values.from)
      if (values.to !== undefined) dates = dates.where('date', '<=', values.to)
      return dates.orderBy('date').limit(({ lit }) => lit(limit))
    },
  )
  return { query, built }
}

const dates = (rows: { date: string }[]) => rows.map(({ date }) => date)

it('builds a statement once for each set of filters, and executes it with the values of each call', async () => {
  const { query, built } = counted()
  const all = dates(await query(store.db, {}, { limit: 100 }))
  expect(all.length).toBeGreaterThan(10)
  for (const [index, from = ''] of all.slice(0, 5).entries()) {
    expect(dates(await query(store.db, { from }, { limit: 100 }))).toEqual(all.slice(index))
    const to = all[index + 3]
    expect(dates(await query(store.db, { from, to }, { limit: 100 }))).toEqual(
      all.slice(index, index + 4),
    )
    expect(dates(await query(store.db, { from, to: undefined }, { limit: 2 }))).toEqual(
      all.slice(index, index + 2),
    )
  }
  expect(built).toEqual([' 100', 'from 100', 'from,to 100', 'from 2'])
})

it('builds one statement for filters in any order', async () => {
  const { query, built } = counted()
  await query(store.db, { from: '2000', to: '2001' }, { limit: 1 })
  await query(store.db, { to: '2001', from: '2000' }, { limit: 1 })
  expect(built).toHaveLength(1)
})

it('converts the values of each call', async () => {
  const query = cachedQuery((db, { day }: { day: string }) =>
    db
      .selectFrom('meetings')
      .select('date')
      .where(
        'date',
        '=',
        converted(day, (text) => text.trim()),
      ),
  )
  const all = await store.db.selectFrom('meetings').select('date').distinct().execute()
  for (const { date } of all.slice(0, 3)) {
    expect(new Set(dates(await query(store.db, { day: ` ${date} ` })))).toEqual(new Set([date]))
  }
})

it('keeps only the statements that were used last, whatever clients combine', async () => {
  const { query, built } = counted()
  for (let limit = 1; limit <= 1001; limit += 1) {
    await query(store.db, {}, { limit })
    await query(store.db, { from: '9999' }, { limit: 0 })
  }
  built.length = 0
  await query(store.db, { from: '9999' }, { limit: 0 })
  await query(store.db, {}, { limit: 1001 })
  expect(built).toEqual([])
  await query(store.db, {}, { limit: 1 })
  expect(built).toEqual([' 1'])
})

it('builds a statement for each engine, and runs it inside the transaction of a call', async () => {
  const { query, built } = counted()
  const other = openWriteStore('sqlite::memory:')
  await query(store.db, {}, { limit: 1 })
  await expect(query(other.db, {}, { limit: 1 })).rejects.toThrow('meetings')
  expect(built).toHaveLength(store.dialect.name === 'sqlite' ? 1 : 2)
  await other.close()
  const seen = await store.transaction(async (db) => {
    await db.updateTable('meetings').set({ date: '1901-02-03' }).execute()
    return dates(await query(db, {}, { limit: 1 }))
  })
  expect(seen).toEqual(['1901-02-03'])
})
