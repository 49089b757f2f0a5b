import type { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { emptyDatabase } from '../../test/support/database/fresh-store.ts'
import { type Inspector, inspect } from '../../test/support/database/inspector.ts'
import { openReadStore, type ReadStore } from './open.ts'

let databaseUrl: string
let remove: () => Promise<void>
let store: ReadStore

const writing = <T>(work: (db: Inspector) => Promise<T>) => inspect(databaseUrl, work)
const write = (statements: string) => writing((db) => db.run(statements))
const questions = () =>
  (store.db as unknown as Kysely<{ told: { name: string; value: number } }>).selectFrom('told')
const told = async (name = 'ada') => {
  const value = questions().select('value').where('name', '=', '').compile()
  return (await store.lookUp(value, [name]))?.value
}

beforeEach(async () => {
  ;({ databaseUrl, remove } = await emptyDatabase())
  if (databaseUrl.startsWith('sqlite:')) await write('pragma journal_mode = wal')
  await write(
    "create table told (name text primary key, value integer); insert into told values ('ada', 0)",
  )
  store = openReadStore(databaseUrl)
})
afterEach(async () => {
  await store.close()
  await remove()
})

it('tells of every commit with the very next question', () =>
  writing(async (db) => {
    for (let value = 1; value <= 300; value += 1) {
      await db.run(`update told set value = ${value}`)
      for (let again = 0; again < value % 3; again += 1) expect(await told()).toBe(value)
    }
  }))

it('tells nothing of what is not committed', () =>
  writing(async (db) => {
    await db.run('begin; update told set value = 1')
    expect(await told()).toBe(0)
    await db.run('rollback')
    expect(await told()).toBe(0)
    await db.run('begin; update told set value = 2')
    expect(await told()).toBe(0)
    await db.run('commit')
    expect(await told()).toBe(2)
  }))

it('tells the same of all who ask at once', async () => {
  await write("insert into told values ('eve', 5)")
  const asked = () =>
    Promise.all(Array.from({ length: 30 }, (_, i) => told(['ada', 'eve', 'zoe'][i % 3])))
  for (const value of [1, 2]) {
    await write(`update told set value = ${value} where name = 'ada'`)
    expect(new Set(await asked())).toEqual(new Set([value, 5, undefined]))
  }
})

it('finds what was not there, and no more what is gone', async () => {
  expect(await told('eve')).toBeUndefined()
  await write("insert into told values ('eve', 5)")
  expect([await told('eve'), await told('ada')]).toEqual([5, 0])
  await write("delete from told where name = 'ada'")
  expect([await told('eve'), await told('ada')]).toEqual([5, undefined])
})

it('looks up together what is of one moment', () =>
  writing(async (db) => {
    await db.run("insert into told values ('eve', 0)")
    const both = () => Promise.all([told('ada'), told('eve')])
    for (let value = 1; value <= 100; value += 1) {
      await db.run(`update told set value = ${value}`)
      for (let again = 0; again < value % 3; again += 1)
        expect(await store.together(both)).toEqual([value, value])
    }
  }))

it('looks up at once, together, what was found before', async () => {
  const value = questions().select('value').where('name', '=', '').compile()
  const isThere = () => !(store.lookUp(value, ['ada']) instanceof Promise)
  // Whatever is committed anywhere on the server counts, and other tests use it too.
  await expect.poll(() => store.together(isThere), { timeout: 30_000 }).toBe(true)
})

it('asks anew for what is looked up later than together', async () => {
  const seen = await store.together(async () => {
    const before = await told()
    await write('update told set value = 1')
    return [before, await told()]
  })
  expect(seen).toEqual([0, 1])
  const failing = async () =>
    store.together(() => {
      throw new Error('no')
    })
  await expect(failing()).rejects.toThrow('no')
  await write('update told set value = 2')
  expect(await told()).toBe(2)
})

it('keeps questions with other values, or another text, apart', async () => {
  await write("insert into told values ('a', 1), ('b', 2)")
  const both = questions().select('value').where('name', '=', '').where('value', '=', 0).compile()
  expect(await store.lookUp(both, ['a', 1])).toEqual({ value: 1 })
  expect(await store.lookUp(both, ['a', 2])).toBeUndefined()
  expect([await told('a'), await told('b'), await told('a')]).toEqual([1, 2, 1])
  const name = questions().select('name').where('name', '=', '').compile()
  expect(await store.lookUp(name, ['a'])).toEqual({ name: 'a' })
})
