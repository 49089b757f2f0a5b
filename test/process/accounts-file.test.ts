import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accessTables } from '../../src/store/access-tables.ts'
import { backup } from '../../src/store/backup.ts'
import { SqliteFile } from '../../src/store/dialect/sqlite-file.ts'
import { migrations } from '../../src/store/migrations/migrations.ts'
import { claimServing, migrate, openReadStore, openWriteStore } from '../../src/store/open.ts'
import { migrateDatabase, rowsIn, withFile } from '../support/database/one-file.ts'
import { holdWriteLock } from '../support/database/write-lock.ts'

let folder: string
let record: string
let accounts: string
let databaseUrl: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reeve-accounts-'))
  record = join(folder, 'reeve.db')
  accounts = join(folder, 'reeve-accounts.db')
  databaseUrl = `sqlite:${record}`
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const start = () => migrateDatabase(databaseUrl)

/** A database with a municipality, an account and a key; returns the rows of accounts and keys. */
async function makeDatabase() {
  await start()
  withFile(record, (db) =>
    db.exec(`insert into municipalities
      (id, slug, name, division_id, jurisdiction_id, time_zone, created_at, updated_at)
      values (1, 't', 'T', 'd', 'j', 'UTC', '', '')`),
  )
  withFile(accounts, (db) =>
    db.exec(`insert into accounts (id, email, created_at) values ('a', 'a@example.ca', 'then');
      insert into api_keys (id, account_id, prefix, hash, created_at)
        values ('k', 'a', 'reeve_k', 'secret-hash', 'then')`),
  )
  return rowsIn(accounts)
}

const ofRecord = Object.keys(migrations.record)

describe('the record file and the accounts file', () => {
  it('each have their own tables, from the first start', async () => {
    expect(await start()).toEqual([...Object.keys(migrations.access), ...ofRecord].sort())
    const tablesIn = (file: string) =>
      withFile(file, (db) =>
        db.column(
          "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'",
        ),
      )
    const ledgers = ['kysely_migration', 'kysely_migration_lock']
    expect(tablesIn(accounts).sort()).toEqual([...accessTables, ...ledgers].sort())
    expect(
      tablesIn(record)
        .filter((name) => tablesIn(accounts).includes(name))
        .sort(),
    ).toEqual(ledgers)
    expect(await start()).toEqual([])
  })

  it('are completed if the first start was killed between them', async () => {
    await start()
    const was = rowsIn(accounts)
    for (const suffix of ['', '-wal', '-shm']) rmSync(record + suffix, { force: true })
    expect(await start()).toEqual(ofRecord)
    expect(rowsIn(accounts)).toEqual(was)
  })

  it('are served from a backup as they are', async () => {
    const was = await makeDatabase()
    const copy = join(folder, 'copy.db')
    await backup(databaseUrl, copy)
    expect(rowsIn(join(folder, 'copy-accounts.db'))).toEqual(was)
    expect(await migrateDatabase(`sqlite:${copy}`)).toEqual([])
    const reading = openReadStore(`sqlite:${copy}`)
    expect(await reading.db.selectFrom('municipalities').select('slug').execute()).toEqual([
      { slug: 't' },
    ])
    expect(await reading.db.selectFrom('api_keys').select('hash').execute()).toEqual([
      { hash: 'secret-hash' },
    ])
    await reading.close()
  })

  it('are not mixed with the write-ahead log of accounts that were moved away', async () => {
    await makeDatabase()
    const later = new SqliteFile(accounts)
    later.exec("update accounts set email = 'changed later'")
    copyFileSync(`${accounts}-wal`, join(folder, 'log'))
    later.close()
    for (const file of [record, accounts]) rmSync(file)
    renameSync(join(folder, 'log'), `${accounts}-wal`)
    await expect(start()).rejects.toThrow(`${accounts}-wal belongs to a file that was moved away`)
    expect(existsSync(accounts)).toBe(false)
    rmSync(`${accounts}-wal`)
    await start()
    expect(rowsIn(accounts).accounts).toEqual([])
  })

  it('belong together: a record without its accounts is rejected, and no accounts are created', async () => {
    await makeDatabase()
    rmSync(accounts)
    await expect(start()).rejects.toThrow(`${accounts} is missing`)
    expect(existsSync(accounts)).toBe(false)
  })

  it('may be completed: a new record is created beside existing accounts', async () => {
    const was = await makeDatabase()
    rmSync(record)
    await start()
    expect(rowsIn(accounts)).toEqual(was)
    expect(await start()).toEqual([])
  })

  it('are both opened by the record file, and an accounts file alone is rejected', async () => {
    await start()
    const store = openWriteStore(`sqlite:${accounts}`)
    await expect(migrate(store)).rejects.toThrow('name the database file itself')
    await store.close()
  })

  it('are rejected if either is of a newer version', async () => {
    await start()
    withFile(accounts, (db) => db.exec("insert into kysely_migration values ('9999-later', 'x')"))
    await expect(start()).rejects.toThrow('the database has migration 9999-later')
  })

  it('have separate write locks, in one process and between processes', async () => {
    await start()
    const claim = await claimServing(databaseUrl, { shared: false, onLost: () => undefined })
    const importing = openWriteStore(databaseUrl)
    const serving = openWriteStore(databaseUrl, 'serving')
    await importing.transaction(async (db) => {
      await db.deleteFrom('municipalities').execute()
      await serving.transaction((access) => access.deleteFrom('sessions').execute())
    }, 'record')
    const held = await holdWriteLock(databaseUrl, 'record')
    await serving.transaction((db) => db.deleteFrom('sessions').execute())
    expect(await importing.read((db) => db.selectFrom('people').select('id').execute())).toEqual([])
    await held.release()
    for (const store of [importing, serving]) await store.close()
    await claim.release()
  })
})
