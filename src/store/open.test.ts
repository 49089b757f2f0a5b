import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dumpOf } from '../../test/support/database/dump.ts'
import { runOn } from '../../test/support/database/inspector.ts'
import { assertSafeSqliteVersion } from './dialect/sqlite.ts'
import { type MigrationLists, migrations } from './migrations/migrations.ts'
import { migrate, openReadStore, openWriteStore, type WriteStore } from './open.ts'
import { StoreError } from './store-error.ts'
import type { Tables } from './tables.ts'

let folder: string
let databaseUrl: string
const open: { close(): Promise<void> }[] = []
const opened = <T extends { close(): Promise<void> }>(store: T): T => {
  open.push(store)
  return store
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reeve-store-'))
  databaseUrl = `sqlite:${join(folder, 'deep/down/reeve.db')}`
})
afterEach(async () => {
  for (const store of open.splice(0)) await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const writeStore = () => opened(openWriteStore(databaseUrl))
const migrated = async () => {
  const store = writeStore()
  await migrate(store)
  return store
}
const run = async (store: { db: unknown }, text: string) =>
  (store.db as Kysely<Tables>).executeQuery<Record<string, unknown>>(CompiledQuery.raw(text))
const pragma = async (store: { db: unknown }, name: string) =>
  Object.values((await run(store, `pragma ${name}`)).rows[0] ?? {})[0]
const tablesOf = async (store: WriteStore) => {
  const columns = await store.dialect.listColumns(store.db)
  return [...new Set(columns.map(({ table }) => table))]
}
const messageOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: Error) => `${error.name}: ${error.message}`,
  )

const names = [...Object.keys(migrations.access), ...Object.keys(migrations.record)].sort()
const withRecord = (next: MigrationLists['record']) => ({
  ...migrations,
  record: { ...migrations.record, ...next },
})

describe('migrate', () => {
  it('creates the schema of an empty database, and does nothing the second time', async () => {
    const store = writeStore()
    expect(await migrate(store)).toEqual(names)
    const before = await dumpOf(databaseUrl)
    expect(await migrate(store)).toEqual([])
    expect(await dumpOf(databaseUrl)).toEqual(before)
    expect(await tablesOf(store)).toEqual(expect.arrayContaining(['meetings', 'secrets']))
  })

  it('of the record has another name whenever its schema has changed before the release', async () => {
    const store = await migrated()
    const { rows } = await sql<{ sql: string }>`
      select sql from sqlite_schema where sql is not null and name not like 'search%' order by name
    `.execute(store.db)
    const digest = createHash('sha256')
      .update(rows.map((row) => row.sql).join('\n'))
      .digest('hex')
    // A database with the old schema and the new name would be taken for a current one.
    expect(
      [Object.keys(migrations.record).at(-1), digest.slice(0, 16)],
      'give the migration the next number, and add its old name to `unreleased` in apply-migrations.ts',
    ).toEqual(['0034-listings', '5fa24339ceb5f5d1'])
  })

  it('runs only new migrations', async () => {
    const store = await migrated()
    const next = {
      '9000-next': {
        up: async (db: Kysely<unknown>) => {
          await db.schema.createTable('extra').addColumn('id', 'integer').execute()
        },
      },
    }
    expect(await migrate(store, withRecord(next))).toEqual(['9000-next'])
    expect(await tablesOf(store)).toContain('extra')
  })

  it('rejects a database that a newer version has migrated, in one line', async () => {
    const store = await migrated()
    await run(store, "insert into kysely_migration values ('9999-later', '2030-01-01')")
    const before = await dumpOf(databaseUrl)
    const message = await messageOf(migrate(store))
    expect(message).toBe(
      'StoreError: the database has migration 9999-later, which this version of Reeve does not know: use a newer version',
    )
    expect(await dumpOf(databaseUrl)).toEqual(before)
  })

  it('leaves no table after a failed migration, and can be repeated', async () => {
    const store = writeStore()
    const broken = {
      '0001-half': {
        up: async (db: Kysely<unknown>) => {
          await db.schema.createTable('half').addColumn('id', 'integer').execute()
          await db.schema.createTable('half').addColumn('id', 'integer').execute()
        },
      },
    }
    const message = await messageOf(migrate(store, { record: broken, access: {} }))
    expect(message).toMatch(
      /^StoreError: migration failed: .*half.*already exists \(.*reeve[.]db\)$/,
    )
    const left = (await tablesOf(store)).filter((name) => !name.startsWith('kysely_'))
    expect(left).toEqual([])
    expect(await migrate(store)).toEqual(names)
  })

  it('rolls back a migration that fails, and keeps the earlier ones', async () => {
    const store = await migrated()
    const before = await dumpOf(databaseUrl)
    const broken = withRecord({
      '9999-fails': {
        up: async (db: Kysely<unknown>) => {
          await db.schema.alterTable('people').addColumn('half', 'text').execute()
          await db.deleteFrom('people' as never).execute()
          throw new Error('stopped here')
        },
      },
    })
    expect(await messageOf(migrate(store, broken))).toMatch(/stopped here$/)
    expect(await dumpOf(databaseUrl)).toEqual(before)
  })
})

describe('a writing handle', () => {
  it('uses the write-ahead log, full synchronization and foreign keys', async () => {
    const store = await migrated()
    expect(await pragma(store, 'journal_mode')).toBe('wal')
    expect(await pragma(store, 'synchronous')).toBe(2)
    expect(await pragma(store, 'access.journal_mode')).toBe('wal')
    expect(await pragma(store, 'access.synchronous')).toBe(2)
    expect(await pragma(store, 'foreign_keys')).toBe(1)
    expect(await pragma(store, 'busy_timeout')).toBe(0)
    expect(await pragma(store, 'trusted_schema')).toBe(0)
  })

  it('creates missing folders, and files that only their owner can read', async () => {
    const store = await migrated()
    await store.db.insertInto('secrets').values({ name: 'a', value: 'b' }).execute()
    const path = databaseUrl.replace('sqlite:', '')
    for (const file of [path, `${path}-wal`, `${path}-shm`]) {
      expect((statSync(file).mode & 0o777).toString(8), file).toBe('600')
    }
  })

  it('rolls back a transaction that fails', async () => {
    const store = await migrated()
    const work = store.transaction(async (db) => {
      await db.insertInto('secrets').values({ name: 'a', value: 'b' }).execute()
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    const names = await store.db.selectFrom('secrets').select('name').execute()
    expect(names).toEqual(['alert', 'cursor', 'device', 'takedown'].map((name) => ({ name })))
  })

  it('waits for another writer instead of failing midway', async () => {
    const [first, second] = [await migrated(), writeStore()]
    const order: string[] = []
    const write = (store: WriteStore, name: string) =>
      store.transaction(async (db) => {
        await db.selectFrom('secrets').select('name').execute()
        await db.insertInto('secrets').values({ name, value: '' }).execute()
        order.push(name)
      })
    await write(first, 'one')
    await write(second, 'two')
    await Promise.all([write(first, 'three'), write(first, 'four')])
    expect(order).toEqual(['one', 'two', 'three', 'four'])
  })

  it('rejects a file that is not a database, in one line with its name', async () => {
    const file = join(folder, 'notes.txt')
    writeFileSync(file, 'These are notes, and no database at all.\n'.repeat(100))
    expect(() => openWriteStore(`sqlite:${file}`)).toThrow(StoreError)
    expect(() => openWriteStore(`sqlite:${file}`)).toThrow(
      /^cannot open the database .*notes\.txt: /,
    )
    expect(() => openWriteStore(`sqlite:${join(file, 'below.db')}`)).toThrow(StoreError)
    expect(() => openWriteStore(`sqlite:${folder}`)).toThrow(StoreError)
  })
})

describe('a reading handle', () => {
  it('does not create a database', () => {
    expect(() => openReadStore(databaseUrl)).toThrow(/^cannot open the database /)
  })

  it.each([
    "insert into secrets values ('a', 'b')",
    "update secrets set value = ''",
    'delete from secrets',
    "insert or replace into secrets values ('cursor', 'b')",
    'create table mine (id integer)',
    'create index mine on people (name)',
    'create index access.mine on secrets (value)',
    'create view mine as select 1',
    'create trigger mine after insert on people begin select 1; end',
    'create trigger access.mine after insert on secrets begin select 1; end',
    'drop table secrets',
    'alter table secrets rename to public',
    'alter table secrets add column mine text',
    'create temp table mine (id integer)',
    'reindex',
    'analyze',
    'vacuum',
    "vacuum into '/nowhere/copy.db'",
    'pragma user_version = 7',
    'pragma application_id = 7',
    "insert into search_index (search_index) values ('optimize')",
    'begin exclusive',
  ])('rejects %s', async (text) => {
    await migrated()
    const before = await dumpOf(databaseUrl)
    const reading = opened(openReadStore(databaseUrl))
    await expect(run(reading, text)).rejects.toThrow(/readonly|not authorized|unable|query_only/i)
    expect(await dumpOf(databaseUrl)).toEqual(before)
  })

  it('cannot write to an attached database, and does not create one', async () => {
    await migrated()
    const reading = opened(openReadStore(databaseUrl))
    const other = join(folder, 'other.db')
    await expect(run(reading, `attach '${other}' as other`)).rejects.toThrow(/unable to open/)
    await runOn(`sqlite:${other}`, 'create table notes (text text)')
    await run(reading, `attach '${other}' as other`)
    await expect(run(reading, "insert into other.notes values ('x')")).rejects.toThrow(/readonly/)
  })

  it('cannot be switched to writing, because the file is opened read-only', async () => {
    await migrated()
    const reading = opened(openReadStore(databaseUrl))
    await run(reading, 'pragma query_only = off')
    await run(reading, 'pragma journal_mode = delete').catch(() => {})
    await run(reading, 'pragma writable_schema = on')
    await expect(run(reading, "update secrets set value = ''")).rejects.toThrow(/readonly/)
    expect(await pragma(writeStore(), 'journal_mode')).toBe('wal')
  })

  it('reports every statement to its observer', async () => {
    await migrated()
    const statements: string[] = []
    const reading = opened(openReadStore(databaseUrl, (text) => statements.push(text)))
    await reading.db.selectFrom('secrets').select('name').execute()
    expect(statements).toEqual(['select "name" from "secrets"'])
  })
})

describe('SQLite version', () => {
  it.each(['3.51.3', '3.51.10', '3.52.0', '4.0.0'])('%s is accepted', (version) => {
    expect(() => assertSafeSqliteVersion(version)).not.toThrow()
  })

  it.each(['3.51.2', '3.51', '3.50.9', '3.9.0', '2.99.99'])(
    '%s is rejected, because it can corrupt a database',
    (version) => {
      expect(() => assertSafeSqliteVersion(version)).toThrow(
        `SQLite ${version} can corrupt a database; 3.51.3 or newer is required`,
      )
    },
  )
})
