import { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyDatabase } from '../../../test/support/database/fresh-store.ts'
import { withDatabase } from '../../../test/support/database/sqlite-database.ts'
import { ownIteration } from '../iterations.ts'
import { openReadStore, type ReadStore } from '../open.ts'

let databaseUrl: string
let remove: () => Promise<void>
let store: ReadStore
const rowsOf = async (text: string, db = store.db) =>
  (await db.getExecutor().executeQuery<{ n: number }>(CompiledQuery.raw(text))).rows
const count = async (db = store.db) => (await rowsOf('select count(*) as n from events', db))[0]?.n
const publish = () =>
  withDatabase(databaseUrl, (db) => db.exec('insert into events (value) values (1)'))

beforeEach(async () => {
  ;({ databaseUrl, remove } = await emptyDatabase('sqlite'))
  withDatabase(databaseUrl, (db) =>
    db.exec('pragma journal_mode = wal; create table events (id integer primary key, value)'),
  )
  store = openReadStore(databaseUrl)
})
afterEach(async () => {
  await store.close()
  await remove()
})

describe('a read', () => {
  it('sees one state, while other reads see a new one as soon as it is committed', async () => {
    const beside: Promise<number | undefined>[] = []
    const seen = await store.read(async (db) => {
      const before = await count(db)
      publish()
      beside.push(
        count(),
        store.read((other) => count(other)),
      )
      await new Promise((resolve) => setTimeout(resolve, 20))
      return [before, await count(db), await count(db)]
    })
    expect(seen).toEqual([0, 0, 0])
    expect(await Promise.all(beside)).toEqual([1, 1])
  })

  it('that fails leaves no transaction open, and blocks no one', async () => {
    await expect(
      store.read(async (db) => {
        await count(db)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await expect(store.read((db) => rowsOf('select * from missing', db))).rejects.toThrow(/no such/)
    publish()
    expect(await count()).toBe(1)
    expect(await store.read((db) => count(db))).toBe(1)
  })
})

describe('a long read', () => {
  const client = { group: 'one' }

  it('sees one state, and lets other statements run between its own', async () => {
    const seen = await store.readLong(client, async (db) => {
      const before = await count(db)
      publish()
      await ownIteration()
      expect([await count(), await store.read((other) => count(other))]).toEqual([1, 1])
      return [before, await count(db)]
    })
    expect(seen).toEqual([0, 0])
  })

  it('begins when the one before it has ended, and clients are in rotation', async () => {
    const order: string[] = []
    const work = (group: string) =>
      store.readLong({ group }, async (db) => {
        order.push(`${group} begins`)
        await ownIteration()
        await count(db)
        order.push(`${group} ends`)
      })
    await Promise.all([work('one'), work('one'), work('one'), work('two')])
    const groups = ['one', 'one', 'two', 'one']
    expect(order).toEqual(groups.flatMap((group) => [`${group} begins`, `${group} ends`]))
  })

  it('that fails blocks no one', async () => {
    const failing = store.readLong(client, (db) => rowsOf('select * from missing', db))
    await expect(failing).rejects.toThrow(/no such/)
    publish()
    expect(await store.readLong(client, (db) => count(db))).toBe(1)
  })
})
