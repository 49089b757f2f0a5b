import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backup } from '../../src/store/backup.ts'
import { SqliteFile } from '../../src/store/dialect/sqlite-file.ts'
import { claimServing, migrate, openReadStore, openWriteStore } from '../../src/store/open.ts'
import { migrateDatabase, rowsIn, withFile } from '../support/database/one-file.ts'
import { makeSingleFile } from '../support/database/single-file.ts'
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

describe('the record file and the accounts file', () => {
  it('are restored from one backup', async () => {
    await makeSingleFile(databaseUrl)
    await start()
    const was = rowsIn(accounts)
    const copy = join(folder, 'copy.db')
    await backup(databaseUrl, copy)
    expect(rowsIn(copy)).toEqual(was)
    for (const file of [record, accounts]) rmSync(file)
    renameSync(copy, record)
    await start()
    expect(rowsIn(accounts)).toMatchObject(was)
    const reading = openReadStore(databaseUrl)
    expect(await reading.db.selectFrom('municipalities').select('slug').execute()).toEqual([
      { slug: 't' },
    ])
    await reading.close()
  })

  it('are restored even if a command was killed before it marked the new accounts file as in use', async () => {
    await makeSingleFile(databaseUrl)
    await start()
    const was = rowsIn(accounts)
    withFile(accounts, (db) =>
      db.exec("delete from kysely_migration where name = '0012-accounts-file'"),
    )
    await start()
    expect(rowsIn(accounts)).toEqual(was)
    expect(await start()).toEqual([])
  })

  it('are rejected if a backup is put beside existing accounts', async () => {
    await makeSingleFile(databaseUrl)
    await start()
    const copy = join(folder, 'copy.db')
    await backup(databaseUrl, copy)
    rmSync(record)
    renameSync(copy, record)
    await expect(start()).rejects.toThrow(`both ${record} and ${accounts} hold accounts and keys`)
    rmSync(accounts)
    await start()
  })

  it('are not mixed with the write-ahead log of accounts that were moved away', async () => {
    await makeSingleFile(databaseUrl)
    await start()
    const copy = join(folder, 'copy.db')
    await backup(databaseUrl, copy)
    const later = new SqliteFile(accounts)
    later.exec("update accounts set email = 'changed later'")
    copyFileSync(`${accounts}-wal`, join(folder, 'log'))
    later.close()
    for (const file of [record, accounts]) rmSync(file)
    renameSync(copy, record)
    renameSync(join(folder, 'log'), `${accounts}-wal`)
    await expect(start()).rejects.toThrow(`${accounts}-wal belongs to a file that was moved away`)
    expect(existsSync(accounts)).toBe(false)
    rmSync(`${accounts}-wal`)
    await start()
    expect(rowsIn(accounts).accounts).toMatchObject([{ email: 'a@example.ca' }])
  })

  it('belong together: a record without its accounts is rejected, and no accounts are created', async () => {
    await makeSingleFile(databaseUrl)
    await start()
    rmSync(accounts)
    await expect(start()).rejects.toThrow(`${accounts} is missing`)
    expect(existsSync(accounts)).toBe(false)
  })

  it('may be completed: a new record is created beside existing accounts', async () => {
    await makeSingleFile(databaseUrl)
    await start()
    const was = rowsIn(accounts)
    rmSync(record)
    await start()
    expect(rowsIn(accounts)).toMatchObject(was)
    expect(await start()).toEqual([])
  })

  it('are both opened by the record file, and an accounts file alone is rejected', async () => {
    await makeSingleFile(databaseUrl)
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
