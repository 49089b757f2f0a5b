import type { PostgresPool } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyDatabase } from '../../../test/support/database/fresh-store.ts'
import { type Inspector, inspect } from '../../../test/support/database/inspector.ts'
import {
  isAlive,
  startReplica,
  withPostgres,
} from '../../../test/support/database/postgres-server.ts'
import { openPool } from './postgres-driver.ts'
import { lookingUpIn } from './postgres-look-up.ts'

const tellAdaAndEve = `create table told (name text primary key, value integer);
  insert into told values ('ada', 0), ('eve', 0)`

/** Looks up in a database, and counts its questions. */
function lookingUpAt(databaseUrl: string) {
  const pool = openPool(databaseUrl, 'reading')
  const counts = { asked: 0, failing: 0 }
  const { lookUp } = lookingUpIn({
    get made() {
      return pool.made
    },
    connect: async () => {
      counts.asked += 1
      if (counts.asked === counts.failing) throw new Error('no connection')
      return pool.connect()
    },
    end: () => pool.end(),
  } satisfies PostgresPool & { made: number })
  const told = async (name: string) => {
    const row = await lookUp('select value from told where name = $1', [name])
    return (row as { value: number }).value
  }
  const askTogether = async () => {
    counts.asked = 0
    await Promise.all(Array.from({ length: 20 }, (_, i) => told(i % 2 === 0 ? 'ada' : 'eve')))
    return counts.asked
  }
  return { counts, told, askTogether, end: () => pool.end() }
}

describe('looking up on PostgreSQL', () => {
  let databaseUrl: string
  let remove: () => Promise<void>
  let looking: ReturnType<typeof lookingUpAt>
  const writing = (work: (db: Inspector) => Promise<void>) => inspect(databaseUrl, work)

  beforeEach(async () => {
    ;({ databaseUrl, remove } = await emptyDatabase('postgres'))
    await writing((db) => db.run(tellAdaAndEve))
    looking = lookingUpAt(databaseUrl)
  })
  afterEach(async () => {
    await looking.end()
    await remove()
  })

  it('tells of transactions in the order in which they are committed, whichever began first', () =>
    writing((first) =>
      writing((second) =>
        writing(async (third) => {
          const { told } = looking
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

  it('asks for the state once, and for each row once, for all who ask in one turn', async () => {
    expect(await looking.askTogether()).toBe(3)
  })

  it('asks for the state alone where the rows were found before', async () => {
    // Whatever is committed anywhere on the server counts, and other tests use it too.
    await expect.poll(looking.askTogether, { timeout: 30_000 }).toBe(1)
  })

  it.each([
    ['the state', 1],
    ['a row', 2],
  ])(
    'rejects for everyone who asked where %s cannot be had, and answers the next',
    async (_, failing) => {
      looking.counts.failing = failing
      const asked = ['ada', 'ada', 'ada'].map((name) => looking.told(name))
      const outcomes = await Promise.allSettled(asked)
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
      expect(await looking.told('ada')).toBe(0)
    },
  )
})

describe('looking up on a server of its own', () => {
  it('forgets what it found when the server has crashed', () =>
    withPostgres(async (server) => {
      await server.run(tellAdaAndEve)
      const looking = lookingUpAt(server.url('postgres'))
      try {
        await expect.poll(looking.askTogether).toBe(1)
        const backends = await server.run<{ pid: number }>(
          "select pid from pg_stat_activity where application_name = 'reeve reading'",
        )
        process.kill(backends[0]?.pid ?? 0, 'SIGKILL')
        // The others still answer until the server has heard of it.
        await expect.poll(() => backends.filter(({ pid }) => isAlive(pid))).toEqual([])
        const firstOfAll = async () => looking.askTogether().catch(() => 0)
        let asked = 0
        while (asked === 0) asked = await firstOfAll()
        expect(asked).toBe(3)
      } finally {
        await looking.end()
      }
    }))

  it('remembers nothing of a standby, which does not tell what is running', () =>
    withPostgres(async (primary) => {
      await primary.run(tellAdaAndEve)
      const replica = await startReplica(primary)
      const looking = lookingUpAt(replica.url('postgres'))
      const writing = (work: (db: Inspector) => Promise<void>) =>
        inspect(primary.url('postgres'), work)
      try {
        await writing((oldest) =>
          writing((older) =>
            writing(async (newest) => {
              for (const db of [oldest, older, newest]) await db.run('begin')
              await oldest.run("insert into told values ('zoe', 3)")
              await older.run("update told set value = 1 where name = 'ada'")
              await newest.run("update told set value = 2 where name = 'eve'")
              await newest.run('commit')
              await expect.poll(() => looking.told('eve')).toBe(2)
              expect(await looking.told('ada')).toBe(0)
              await older.run('commit')
              await expect.poll(() => looking.told('ada')).toBe(1)
            }),
          ),
        )
      } finally {
        await looking.end()
        await replica.remove()
      }
    }))
})
