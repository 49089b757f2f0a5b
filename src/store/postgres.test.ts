import { CompiledQuery, type Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dumpOf } from '../../test/support/database/dump.ts'
import { emptyDatabase, freshStore } from '../../test/support/database/fresh-store.ts'
import { runOn } from '../../test/support/database/inspector.ts'
import { holdWriteLock } from '../../test/support/database/write-lock.ts'
import { freePort } from '../../test/support/process/checkout.ts'
import { importTown } from '../../test/support/towns/import-town.ts'
import type { WriteScope } from './dialect/dialect.ts'
import { migrations } from './migrations/migrations.ts'
import {
  migrate,
  openReadStore,
  openWriteStore,
  type ReadDatabase,
  type ReadStore,
  sameDatabase,
  type WriteStore,
} from './open.ts'
import { openReadStores } from './replica.ts'
import { StoreBusy, StoreError } from './store-error.ts'
import { searchKinds, type Tables } from './tables.ts'

// No search on PostgreSQL starts a thread.
const searchEntry = new URL(import.meta.url)

let store: WriteStore
let databaseUrl: string
const open: { close(): Promise<void> }[] = []
const opened = <T extends { close(): Promise<void> }>(handle: T): T => {
  open.push(handle)
  return handle
}
const removing: (() => Promise<void>)[] = []
beforeEach(async () => {
  const fresh = await freshStore()
  ;({ store, databaseUrl } = fresh)
  removing.push(fresh.remove)
})
afterEach(async () => {
  for (const handle of open.splice(0)) await handle.close()
  for (const remove of removing.splice(0)) await remove()
})

const run = (handle: { db: unknown }, text: string) =>
  (handle.db as Kysely<Tables>).executeQuery<Record<string, unknown>>(CompiledQuery.raw(text))
const names = async () =>
  (await store.db.selectFrom('secrets').select('name').orderBy('name').execute()).map(
    ({ name }) => name,
  )
const write = (handle: WriteStore, name: string, scope: WriteScope = 'access') =>
  handle.transaction(async (db) => {
    await db.insertInto('secrets').values({ name, value: '' }).execute()
  }, scope)

describe('a reading handle', () => {
  it.each([
    "insert into secrets values ('a', 'b')",
    "update secrets set value = ''",
    'delete from secrets',
    'truncate secrets',
    "do $$ begin insert into secrets values ('a', 'b'); end $$",
    "merge into secrets using (select 'a' as n) as new on false when not matched then insert values (n, n)",
    'create table mine (id integer)',
    'create table mine as select * from secrets',
    'create index mine on secrets (value)',
    'create view mine as select 1',
    'create role mine',
    'create database mine',
    'drop table secrets',
    'alter table secrets rename to public',
    'alter table secrets add column mine text',
    'grant all on secrets to public',
    "comment on table secrets is 'mine'",
    "select nextval('meetings_id_seq')",
    "select setval('meetings_id_seq', 7)",
    'select * from secrets for update',
  ])('rejects %s', async (text) => {
    const before = await dumpOf(databaseUrl)
    const reading = opened(openReadStore(databaseUrl))
    await expect(run(reading, text)).rejects.toThrow(/read-only transaction|transaction block/)
    expect(await dumpOf(databaseUrl)).toEqual(before)
  })

  it('takes the search path from its URL, but no option that overrides ours', async () => {
    const url = new URL(databaseUrl)
    const said = '-c default_transaction_read_only=off -c jit=on -c search_path=elsewhere,public'
    url.searchParams.set('options', said)
    url.searchParams.set('statement_timeout', '0')
    url.searchParams.set('application_name', 'mine')
    const reading = opened(openReadStore(url.href))
    const setting = async (name: string) =>
      Object.values((await run(reading, `show ${name}`)).rows[0] ?? {})[0]
    expect(await setting('search_path')).toBe('elsewhere,public')
    expect(await setting('default_transaction_read_only')).toBe('on')
    expect(await setting('jit')).toBe('off')
    expect(await setting('statement_timeout')).not.toBe('0')
    expect(await setting('application_name')).toBe('reeve reading')
    await expect(run(reading, "insert into secrets values ('a', 'b')")).rejects.toThrow('read-only')
  })

  it('can be switched to writing by a statement, but not if its role may only read', async () => {
    const around = "begin read write; update secrets set value = 'mine'; commit"
    await run(opened(openReadStore(databaseUrl)), around)
    const values = await store.db.selectFrom('secrets').select('value').distinct().execute()
    expect(values).toEqual([{ value: 'mine' }])

    const role = `reads_${process.pid}`
    await runOn(
      databaseUrl,
      `create role ${role} login password 'only-reads';
       grant select on all tables in schema public to ${role}`,
    )
    const url = new URL(databaseUrl)
    url.username = role
    url.password = 'only-reads'
    const reading = opened(openReadStore(url.href))
    expect(await reading.db.selectFrom('secrets').select('name').execute()).toHaveLength(4)
    for (const text of ["update secrets set value = 'mine'", 'create table mine (id integer)']) {
      await expect(run(reading, `begin read write; ${text}; commit`)).rejects.toThrow(
        /permission denied/,
      )
      await run(reading, 'rollback')
    }
    await runOn(databaseUrl, `drop owned by ${role}; drop role ${role}`)
  })
})

describe('a writing handle', () => {
  it('rolls back a transaction that fails, and can be used again', async () => {
    const work = store.transaction(async (db) => {
      await db.insertInto('secrets').values({ name: 'a', value: 'b' }).execute()
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    const broken = store.transaction(async (db) => {
      await db.insertInto('secrets').values({ name: 'a', value: 'b' }).execute()
      await db.insertInto('secrets').values({ name: 'a', value: 'b' }).execute()
    })
    await expect(broken).rejects.toThrow(/duplicate key/)
    expect(await names()).toEqual(['alert', 'cursor', 'device', 'takedown'])
    await write(store, 'later')
    expect(await names()).toContain('later')
  })

  it('waits for the write lock in the order of requests', async () => {
    const lock = await holdWriteLock(databaseUrl)
    const others = [1, 2, 3].map(() => opened(openWriteStore(databaseUrl, 'serving')))
    const ended: string[] = []
    const waiting = others.map((other, index) =>
      write(other, `writer ${index}`).then(() => ended.push(`writer ${index}`)),
    )
    expect(ended).toEqual([])
    await lock.release("insert into secrets values ('first', '')")
    await Promise.all(waiting)
    expect(ended.sort()).toEqual(['writer 0', 'writer 1', 'writer 2'])
    expect(await names()).toEqual(['alert', 'cursor', 'device', 'first', 'takedown', ...ended])
  })

  it('changes accounts and keys during an import without waiting', async () => {
    const serving = opened(openWriteStore(databaseUrl, 'serving'))
    await store.transaction(async () => {
      await write(serving, 'meanwhile')
    }, 'record')
    expect(await names()).toContain('meanwhile')
  })

  // An autovacuum against wraparound holds this lock, and is never cancelled.
  it('imports a record while one of its tables is vacuumed', async () => {
    const vacuum = opened(openWriteStore(databaseUrl))
    await vacuum.transaction(async (db) => {
      await run({ db }, 'lock table votes in share update exclusive mode')
      await importTown(store)
    }, 'access')
    const votes = await store.db.selectFrom('votes').select('id').limit(1).execute()
    expect(votes).toHaveLength(1)
  })

  it('fails after the timeout of the write lock, says so, and has changed nothing', async () => {
    const lock = await holdWriteLock(databaseUrl)
    const serving = opened(openWriteStore(databaseUrl, 'serving'))
    const failure = await write(serving, 'late').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StoreBusy)
    expect(serving.dialect.isQueryError(failure)).toBe(true)
    await lock.release()
    expect(await names()).toEqual(['alert', 'cursor', 'device', 'takedown'])
    await write(serving, 'again')
    expect(await names()).toContain('again')
  })
})

describe('prepared statements', () => {
  it('of a connection are those that were used last, and a statement that was dropped runs again', async () => {
    const reading = opened(openReadStore(databaseUrl))
    const add = async (db: ReadDatabase, i: number) => {
      const query = CompiledQuery.raw(`select $1::integer + ${i} as sum`, [1])
      return (await db.getExecutor().executeQuery<{ sum: number }>(query)).rows[0]?.sum
    }
    const prepared = async (db: ReadDatabase) => {
      const text = 'select statement as text from pg_prepared_statements'
      const { rows } = await db
        .getExecutor()
        .executeQuery<{ text: string }>(CompiledQuery.raw(text))
      return rows.map((row) => Number(/\+ (\d+)/.exec(row.text)?.[1]))
    }
    await reading.read(async (db) => {
      for (let i = 1; i <= 500; i += 1) {
        await add(db, i)
        await add(db, 0)
      }
      const kept = [0, ...Array.from({ length: 299 }, (_, i) => i + 202)]
      expect((await prepared(db)).sort((a, b) => a - b)).toEqual(kept)
      expect(await add(db, 1)).toBe(2)
      expect(await prepared(db)).not.toContain(202)
    })
    expect(await add(reading.db, 202)).toBe(203)
  })
})

describe('searches', () => {
  const search = (reading: ReadStore, group = '') => {
    const query = { municipalityId: 1, q: 'pond', match: 'all' as const, kinds: searchKinds }
    return reading.search({ ...query, limit: 1, offset: 0, client: { group } }).then(
      () => 'found',
      (error: Error) => error.message,
    )
  }

  it('that are slow leave connections to lists, and fail with the reason once they have waited too long', async () => {
    const reading = opened(openReadStore(databaseUrl))
    const connections = reading.connections?.().max ?? 0
    const searches: Promise<unknown>[] = []
    const outcomes: string[] = []
    await store.transaction(async (db) => {
      await run({ db }, 'lock table search_vectors in access exclusive mode')
      for (let i = 0; i < connections + 5; i += 1)
        searches.push(search(reading, `client ${i % 2}`).then((word) => outcomes.push(word)))
      expect(await reading.db.selectFrom('secrets').select('name').execute()).toHaveLength(4)
      expect(reading.connections?.().busy).toBeLessThan(connections)
      await expect.poll(() => outcomes.length).toBe(connections + 1)
    })
    await Promise.all(searches)
    expect(new Set(outcomes.splice(0, connections + 1))).toEqual(
      new Set(['too many searches at once']),
    )
    expect(outcomes).toEqual(Array(4).fill('found'))
    expect(await search(reading)).toBe('found')
  })
})

describe('migrate', () => {
  const empty = async () => {
    const { databaseUrl: url, remove } = await emptyDatabase()
    removing.push(remove)
    return url
  }
  const all = [...Object.keys(migrations.access), ...Object.keys(migrations.record)].sort()

  it('is done once by processes that start together', async () => {
    const url = await empty()
    const stores = [1, 2, 3].map(() => opened(openWriteStore(url)))
    const done = await Promise.all(stores.map((handle) => migrate(handle)))
    expect(done.filter(({ length }) => length > 0)).toEqual([all])
  })

  it('leaves nothing after a failed migration, and can be repeated', async () => {
    const url = await empty()
    const target = opened(openWriteStore(url))
    const half = {
      '9999-half': {
        up: async (db: Kysely<unknown>) => {
          await db.schema.createTable('half').addColumn('id', 'integer').execute()
          await db.schema.createTable('half').addColumn('id', 'integer').execute()
        },
      },
    }
    await expect(
      migrate(target, { ...migrations, record: { ...migrations.record, ...half } }),
    ).rejects.toThrow(/^migration failed: relation "half" already exists$/)
    const tables = await target.db.introspection.getTables()
    expect(tables.map(({ name }) => name)).toEqual([])
    expect(await migrate(target)).toEqual(all)
  })

  it('rejects a database that a newer version has migrated, in one line', async () => {
    await run(store, "insert into kysely_migration values ('9999-later', '2030-01-01')")
    const before = await dumpOf(databaseUrl)
    await expect(migrate(store)).rejects.toThrow(
      /^the database has migration 9999-later, which this version of Reeve does not know: use a newer version$/,
    )
    expect(await dumpOf(databaseUrl)).toEqual(before)
  })
})

describe('an unreachable replica', () => {
  it('does not prevent a start, and fails what reads the record until it is available', async () => {
    const away = new URL(databaseUrl)
    away.port = String(await freePort())
    const stores = opened(openReadStores({ databaseUrl, replicaUrl: away.href }, searchEntry))
    await stores.check()
    const municipalities = ({ db }: ReadStore) => db.selectFrom('municipalities').selectAll()
    await expect(municipalities(stores.record).execute()).rejects.toThrow(/ECONNREFUSED/)
    expect(await municipalities(stores.primary).execute()).toEqual([])
  })

  it('is rejected in one line if it rejects the login', async () => {
    const wrong = new URL(databaseUrl)
    wrong.username = 'stranger'
    wrong.password = 'not-the-password'
    const stores = opened(openReadStores({ databaseUrl, replicaUrl: wrong.href }, searchEntry))
    const failure = await stores.check().catch((error: Error) => error)
    expect(failure).toBeInstanceOf(StoreError)
    expect((failure as Error).message).toMatch(/^cannot use the database postgres:.*stranger/)
    expect((failure as Error).message).not.toContain('not-the-password')
  })
})

describe('a database URL', () => {
  it('that names a missing certificate is rejected in one line', () => {
    const url = new URL(databaseUrl)
    url.searchParams.set('sslrootcert', '/nowhere/ca.pem')
    expect(() => sameDatabase(url.href, databaseUrl)).toThrow(/^invalid database URL: ENOENT/)
  })
})
