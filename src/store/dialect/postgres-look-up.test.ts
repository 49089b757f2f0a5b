import type { PostgresPool } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { emptyDatabase } from '../../../test/support/fresh-store.ts'
import { type Inspector, inspect } from '../../../test/support/inspector.ts'
import type { LookUp } from './look-up.ts'
import { openPool } from './postgres-driver.ts'
import { lookingUpIn } from './postgres-look-up.ts'

let databaseUrl: string
let remove: () => Promise<void>
let pool: PostgresPool
let borrowed: number
let lookUp: LookUp
const told = async (name: string) => {
  const row = (await lookUp('select value from told where name = $1', [name])) as { value: number }
  return row.value
}
const writing = (work: (db: Inspector) => Promise<void>) => inspect(databaseUrl, work)

beforeEach(async () => {
  ;({ databaseUrl, remove } = await emptyDatabase('postgres'))
  await writing((db) =>
    db.run(
      "create table told (name text primary key, value integer); insert into told values ('ada', 0), ('eve', 0)",
    ),
  )
  pool = openPool(databaseUrl, 'reading')
  borrowed = 0
  lookUp = lookingUpIn({
    connect: () => {
      borrowed += 1
      return pool.connect()
    },
    end: () => pool.end(),
  })
})
afterEach(async () => {
  await pool.end()
  await remove()
})

it('tells of transactions in the order in which they are committed, whichever began first', () =>
  writing((first) =>
    writing((second) =>
      writing(async (third) => {
        const all = [first, second, third]
        // The number of a transaction is given with its first change; all three are running when the first is done.
        for (const db of all) await db.run('begin')
        await first.run("update told set value = 1 where name = 'ada'")
        await second.run("update told set value = 2 where name = 'eve'")
        await third.run("insert into told values ('zoe', 3)")
        expect([await told('ada'), await told('eve')]).toEqual([0, 0])
        await second.run('commit')
        expect([await told('ada'), await told('eve')]).toEqual([0, 2])
        await third.run('rollback')
        expect([await told('ada'), await told('eve')]).toEqual([0, 2])
        await first.run('commit')
        expect([await told('ada'), await told('eve')]).toEqual([1, 2])
      }),
    ),
  ))

const askTogether = async () => {
  borrowed = 0
  await Promise.all(Array.from({ length: 20 }, (_, i) => told(i % 2 === 0 ? 'ada' : 'eve')))
  return borrowed
}

it('asks for the state once, and for each row once, for all who ask in one turn', async () => {
  expect(await askTogether()).toBe(3)
})

it('asks for the state alone where the rows were found before', async () => {
  // Whatever is committed anywhere on the server counts, and other tests use it too.
  await expect.poll(askTogether, { timeout: 30_000 }).toBe(1)
})

it('rejects for everyone who asked where the question fails, and answers the next', async () => {
  const working = pool
  pool = openPool(databaseUrl.replace(/\/[^/]*$/, '/nowhere'), 'reading')
  const outcomes = await Promise.allSettled([told('ada'), told('eve'), told('ada')])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  await pool.end()
  pool = working
  expect(await told('ada')).toBe(0)
})
