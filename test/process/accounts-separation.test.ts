import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accessTables } from '../../src/store/access-tables.ts'
import { backup } from '../../src/store/backup.ts'
import { SqliteFile } from '../../src/store/dialect/sqlite-file.ts'
import { migrations } from '../../src/store/migrations/migrations.ts'
import { migrateSchema, openWriteStore } from '../../src/store/open.ts'
import {
  ledgerIn,
  migrateDatabase,
  rowsIn,
  tablesIn,
  withFile,
} from '../support/database/one-file.ts'
import { makeSingleFile } from '../support/database/single-file.ts'

const main = resolve(import.meta.dirname, '../../dist/main.js')

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

describe('a database with one file', () => {
  it('is separated into record and accounts, with a copy of the old file', async () => {
    await makeSingleFile(databaseUrl)
    const was = rowsIn(record)
    expect((await start())[0]).toBe('0012-accounts-file')
    expect(rowsIn(accounts)).toMatchObject(was)
    expect(tablesIn(record).filter((name) => accessTables.some((table) => table === name))).toEqual(
      [],
    )
    expect(rowsIn(join(folder, 'reeve-before-accounts-file.db'))).toEqual(was)
    expect(await start()).toEqual([])
    expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([])
    for (const file of [record, accounts])
      expect(withFile(file, (db) => db.rows('pragma integrity_check'))).toEqual([
        { integrity_check: 'ok' },
      ])
  })

  it('leaves no key hash in the record file, not even in its free pages', async () => {
    await makeSingleFile(databaseUrl)
    await start()
    expect(
      readFileSync(join(folder, 'reeve-before-accounts-file.db')).includes('secret-hash'),
    ).toBe(true)
    expect(readFileSync(record).includes('secret-hash')).toBe(false)
  })

  it('is copied under another name, which is printed, when it is separated again after a rollback', async () => {
    await makeSingleFile(databaseUrl)
    const first = join(folder, 'reeve-before-accounts-file.db')
    expect(migrateCommand().stderr).toContain(`is ${first}\n`)
    const kept = readFileSync(first)
    for (const file of [record, accounts]) rmSync(file)
    copyFileSync(first, record)
    withFile(record, (db) =>
      db.exec("insert into accounts values ('b', 'b@x', 'then', null, null)"),
    )
    const second = join(folder, 'reeve-before-accounts-file-2.db')
    const { status, stderr } = migrateCommand()
    expect([status, stderr]).toEqual([
      0,
      `reeve: accounts and keys move from ${record} to ${accounts}; a copy of the database from before is ${second}\n`,
    ])
    expect(readFileSync(first).equals(kept)).toBe(true)
    expect(rowsIn(second).accounts).toHaveLength(2)
    expect(rowsIn(accounts).accounts).toHaveLength(2)
    expect(migrateCommand().stderr).toBe('')
  })

  it('has one copy, however often its separation is started', async () => {
    await makeUnfinished()
    await start()
    expect(readdirSync(folder).filter((name) => name.includes('before'))).toEqual([
      'reeve-before-accounts-file.db',
    ])
  })

  it('is separated later if the disk is full, which one line reports', async () => {
    await makeSingleFile(databaseUrl)
    const was = rowsIn(record)
    for (const call of [1, 20, 60, 100]) {
      const inject = ['-e', `inject=pwrite64:error=ENOSPC:when=${call}+`]
      const words = ['-f', '-qq', '-o', '/dev/null', '-e', 'trace=pwrite64', ...inject]
      const { status, stderr } = migrateCommand(['strace', ...words])
      expect([status, stderr]).toEqual([1, expect.any(String)])
      expect(stderr.replace(/^reeve: accounts and keys move .*\n/, '')).toMatch(
        /^reeve: [^\n]*(full|disk)[^\n]*\n$/,
      )
    }
    await start()
    expect(rowsIn(accounts)).toMatchObject(was)
  })

  it('is copied with its own accounts, not those of a file beside it', async () => {
    await makeUnfinished()
    rmSync(record)
    await makeSingleFile(databaseUrl)
    withFile(record, (db) =>
      db.exec("insert into accounts values ('b', 'b@x', 'then', null, null)"),
    )
    await start()
    const copies = readdirSync(folder).filter((name) => name.includes('before'))
    const counts = copies.sort().map((name) => rowsIn(join(folder, name)).accounts?.length)
    expect(Object.fromEntries(copies.map((name, i) => [name, counts[i]]))).toEqual({
      'reeve-before-accounts-file.db': 1,
      'reeve-before-accounts-file-2.db': 2,
    })
  })

  it('is not changed if the accounts file beside it is in use', async () => {
    await makeSingleFile(databaseUrl)
    await start()
    rmSync(record)
    renameSync(join(folder, 'reeve-before-accounts-file.db'), record)
    const was = ledgerIn(record)
    await expect(start()).rejects.toThrow('move away the one that you do not need')
    expect(ledgerIn(record)).toEqual(was)
    expect(readdirSync(folder).filter((name) => name.includes('before'))).toEqual([])
  })

  it('is separated from any version', async () => {
    const store = openWriteStore(databaseUrl)
    await migrateSchema(store, Object.fromEntries(Object.entries(migrations).slice(0, 1)))
    await store.close()
    withFile(record, (db) => db.exec("insert into accounts values ('a', 'a@x', 'then')"))
    await start()
    expect(rowsIn(accounts).accounts).toMatchObject([{ id: 'a' }])
  })

  it('is not changed while an older version serves it', async () => {
    await makeSingleFile(databaseUrl)
    const server = await holdServing()
    await expect(start()).rejects.toThrow(/stop every other process first/)
    expect(existsSync(accounts)).toBe(false)
    await server.release()
    await start()
    expect(existsSync(accounts)).toBe(true)
  })

  it('is separated again from its current rows if a separation stopped before the accounts file was in use', async () => {
    await makeUnfinished()
    withFile(record, (db) => db.exec("update api_keys set revoked_at = 'late' where id = 'k'"))
    await start()
    const keys = rowsIn(accounts).api_keys as { id: string; revoked_at: string }[]
    expect(keys.map(({ id, revoked_at }) => [id, revoked_at])).toEqual([
      ['k', 'late'],
      ['r', 'now'],
    ])
  })

  it('keeps its accounts until the name of the new file is on the disk', async () => {
    await makeSingleFile(databaseUrl)
    const calls = tracedMigrate('pwrite64,fsync,link')
    const named = calls.findIndex((call) => /^link\(/.test(call) && call.includes('accounts.db"'))
    const flushed = calls.findIndex((call, i) => i > named && call.includes(`<${folder}>`))
    const written = calls.findIndex((call, i) => i > named && call.includes(`<${record}-wal>`))
    expect(named).toBeGreaterThan(0)
    expect(flushed).toBeGreaterThan(named)
    expect(written).toBeGreaterThan(flushed)
  })

  it('keeps its accounts until the new file is on the disk', async () => {
    await makeUnfinished()
    const calls = walCalls(tracedMigrate('pwrite64,fsync,fdatasync'))
    expect(calls.length).toBeGreaterThan(10)
    expect(calls.filter((call, i) => isEarly(call, calls.slice(0, i)))).toEqual([])
  })
})

function migrateCommand(under: readonly string[] = []) {
  const env = { PATH: process.env.PATH, HOME: folder, DATABASE_URL: databaseUrl }
  const [program = process.execPath, ...words] = [...under, process.execPath, main, 'migrate']
  return spawnSync(program, words, { cwd: folder, env, encoding: 'utf8' })
}

interface WalCall {
  isWrite: boolean
  file: string
}

/** The system calls of a `reeve migrate` that separates accounts, as strace prints them. */
function tracedMigrate(calls: string): string[] {
  const trace = join(folder, 'trace.txt')
  const options = ['-f', '-y', '-qq', '-o', trace, '-e', `trace=${calls}`]
  const { stderr } = migrateCommand(['strace', ...options])
  expect(stderr).toMatch(/^reeve: accounts and keys move [^\n]+\n$/)
  return readFileSync(trace, 'utf8')
    .split('\n')
    .map((line) => line.replace(/^\d+ +/, ''))
}

/** The writes and flushes of write-ahead logs. */
const walCalls = (calls: readonly string[]): WalCall[] =>
  calls.flatMap((line) => {
    const [, call, file = ''] = /^(pwrite64|fsync|fdatasync)\(\d+<([^>]+-wal)>/.exec(line) ?? []
    return call === undefined ? [] : [{ isWrite: call === 'pwrite64', file }]
  })

/** Whether the call is a write while the last write to the other file is not flushed. */
function isEarly({ isWrite, file }: WalCall, before: readonly WalCall[]): boolean {
  return isWrite && before.findLast((call) => call.file !== file)?.isWrite === true
}

/**
 * The state after a kill that follows the renaming of the new file: the old database still has accounts and is in use.
 */
async function makeUnfinished(): Promise<void> {
  await makeSingleFile(databaseUrl)
  const whole = `${record}.whole`
  await backup(databaseUrl, whole)
  await start()
  withFile(accounts, (db) => db.exec('delete from kysely_migration'))
  renameSync(whole, record)
}

/** Holds the lock of another server; a claim of this process would not count. */
async function holdServing() {
  const other = new SqliteFile(`${record}-serving`)
  other.exec('begin exclusive')
  return { release: async () => void other.close() }
}
