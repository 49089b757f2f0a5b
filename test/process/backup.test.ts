import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/core/clock.ts'
import { load } from '../../src/importers/load/load.ts'
import { addMunicipality } from '../../src/importers/load/municipalities.ts'
import { backup } from '../../src/store/backup.ts'
import { copiedTables } from '../../src/store/copy/copied-tables.ts'
import { openReadStore } from '../../src/store/open.ts'
import { type FreshStore, freshStore } from '../support/database/fresh-store.ts'
import { rowsOf } from '../support/database/inspector.ts'
import { newReeve } from '../support/process/reeve.ts'
import { sourceOf, town, townRecords } from '../support/towns/town.ts'

const main = resolve(import.meta.dirname, '../../dist/main.js')
const reeve = newReeve()
let fresh: FreshStore

beforeAll(async () => {
  fresh = await freshStore()
  const target = await addMunicipality(fresh.store, town, systemClock)
  const source = sourceOf(townRecords())
  await load(fresh.store, { target, source, prune: false, dryRun: false, clock: systemClock })
})

afterAll(async () => {
  await fresh.remove()
  await reeve.remove()
})

it('copies a database in use to a new file that only its owner can read', async () => {
  const { store, databaseUrl } = fresh
  const file = join(reeve.folder, 'copy.db')
  await backup(databaseUrl, file)
  const copy = openReadStore(`sqlite:${file}`)
  const titles = (db: typeof copy.db) =>
    db.selectFrom('meetings').select(['id', 'title', 'date']).orderBy('id').execute()
  expect(await titles(copy.db)).toEqual(await titles(store.db))
  expect((await titles(copy.db)).length).toBe(45)
  for (const name of [file, join(reeve.folder, 'copy-accounts.db')])
    expect(statSync(name).mode & 0o777).toBe(0o600)
  await expect(backup(databaseUrl, file)).rejects.toThrow('already exists')
  await copy.close()
})

it('says what was copied, and nothing with --quiet', async () => {
  const file = join(reeve.folder, 'said.db')
  const { stdout } = await reeve.call(['backup', file], settings())
  const accounts = join(reeve.folder, 'said-accounts.db')
  const [{ rows }] = (await rowsOf<{ rows: number }>(
    `sqlite:${file}`,
    `select ${Object.keys(copiedTables)
      .map((name) => `(select count(*) from ${name})`)
      .join(' + ')} as rows`,
  )) as [{ rows: number }]
  const source = fresh.databaseUrl.replace('sqlite:', '')
  const megabytes = ((statSync(file).size + statSync(accounts).size) / 1e6).toFixed(1)
  expect(stdout).toBe(
    `Copied ${source} to ${file} and ${accounts}: municipalities 1, accounts 0, rows ${rows}, ${megabytes} MB.\n`,
  )
  const quiet = await reeve.call(['backup', join(reeve.folder, 'quiet.db'), '--quiet'], settings())
  expect(quiet).toEqual({ status: 0, stdout: '', stderr: '' })
})

it('is written by one of two concurrent commands with the same file', async () => {
  const file = join(reeve.folder, 'same.db')
  const ends = await Promise.all([1, 2].map(() => reeve.run(['backup', file], settings())))
  expect(ends.map(({ status }) => status).sort()).toEqual([0, 2])
  const said = ends.map(({ stderr }) => stderr).join('')
  expect(said).toMatch(/^reeve: \S+same(-accounts)?[.]db already exists: name a new file\b.*\n$/)
  expect(filesOf('same')).toEqual(['same-accounts.db', 'same.db'])
})

it('works on a file system without hard links', () => {
  const file = join(reeve.folder, 'unlinked.db')
  const { status, stderr } = strace(file, 'link,linkat:error=EPERM')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(filesOf('unlinked')).toEqual(['unlinked-accounts.db', 'unlinked.db'])
})

describe('a failed backup', () => {
  it('does not have the name of a complete one, and does not prevent another one', async () => {
    const file = join(reeve.folder, 'killed.db')
    // The killed command leaves a temporary file with another name.
    expect(strace(file, 'pwrite64:signal=SIGKILL:when=40').signal).toBe('SIGKILL')
    expect(existsSync(file)).toBe(false)
    expect(filesOf('killed').length).toBeGreaterThan(0)
    expect(await backedUp(file)).toEqual({ status: 0, files: ['killed-accounts.db', 'killed.db'] })
  })

  it('that was killed between its two files is not restored, and says what to delete', async () => {
    const file = join(reeve.folder, 'half.db')
    const accounts = join(reeve.folder, 'half-accounts.db')
    expect(strace(file, 'link,linkat:signal=SIGKILL:when=2').signal).toBe('SIGKILL')
    expect([file, accounts].map(existsSync)).toEqual([false, true])
    const other = { DATABASE_URL: `sqlite:${join(reeve.folder, 'other.db')}` }
    const restored = await reeve.call(['restore', file], other)
    expect(restored).toMatchObject({ status: 2, stderr: `reeve: ${file} does not exist\n` })
    const again = await reeve.call(['backup', file], settings())
    expect(again.stderr).toBe(
      `reeve: ${accounts} already exists: name a new file, or delete it if an earlier backup to ${file} was killed\n`,
    )
    rmSync(accounts)
    expect(await backedUp(file)).toEqual({ status: 0, files: ['half-accounts.db', 'half.db'] })
  })

  it.each(['SIGTERM', 'SIGINT'])('is removed at once after %s', async (signal) => {
    const file = join(reeve.folder, `${signal}.db`)
    const { status, stderr } = strace(file, `pwrite64:signal=${signal}:when=40`)
    expect(stderr).toBe(`reeve: cannot write ${file}: stopped by a signal; nothing is left there\n`)
    expect(status).toBe(1)
    expect(filesOf(signal)).toEqual([])
  })

  it('names the full disk, and leaves no file', async () => {
    const file = join(reeve.folder, 'full.db')
    const { status, stderr } = strace(file, 'pwrite64:error=ENOSPC:when=40+')
    expect(stderr).toBe(
      `reeve: cannot write ${file}: the disk that holds ${reeve.folder} is full; nothing is left there\n`,
    )
    expect(status).toBe(1)
    expect(filesOf('full')).toEqual([])
    expect(await backedUp(file)).toEqual({ status: 0, files: ['full-accounts.db', 'full.db'] })
  })

  it('names the file of the database that SQLite cannot write to read it', async () => {
    const path = join(reeve.folder, 'unread.db')
    await backup(fresh.databaseUrl, path)
    const unread = { DATABASE_URL: `sqlite:${path}` }
    expect((await reeve.call(['migrate'], unread)).status).toBe(0)
    const file = join(reeve.folder, 'unreadable.db')
    for (const [call, name] of [
      [1, 'unread.db-shm'],
      [17, 'unread-accounts.db-shm'],
    ]) {
      const { status, stderr } = strace(file, `pwrite64:error=ENOSPC:when=${call}+`, unread)
      expect(stderr).toBe(
        `reeve: cannot write ${join(reeve.folder, String(name))}: the disk that holds ${reeve.folder} is full or has failed\n`,
      )
      expect(status).toBe(1)
    }
    expect(filesOf('unreadable')).toEqual([])
  })

  it('is rejected before anything is written if the folder does not exist', async () => {
    const file = join(reeve.folder, 'missing/copy.db')
    const { status, stderr } = await reeve.call(['backup', file], settings())
    expect(stderr).toBe(`reeve: cannot write ${file}: its folder does not exist\n`)
    expect(status).toBe(2)
  })

  it('does not create a damaged copy', async () => {
    const file = join(reeve.folder, 'damaged.db')
    const damaged = join(reeve.folder, 'source.db')
    await backup(fresh.databaseUrl, damaged)
    chmodSync(damaged, 0o600)
    const bytes = Buffer.alloc(statSync(damaged).size / 2, 1)
    writeFileSync(damaged, bytes, { flag: 'r+', flush: true })
    await expect(backup(`sqlite:${damaged}`, file)).rejects.toThrow()
    expect(filesOf('damaged')).toEqual([])
  })
})

const settings = () => ({ DATABASE_URL: fresh.databaseUrl })

/** Runs a backup under strace, which makes system calls fail. */
function strace(file: string, inject: string, database = settings()) {
  const words = ['-f', '-qq', '-o', '/dev/null', '-e', `trace=${inject.split(':')[0]}`]
  const env = { PATH: process.env.PATH, HOME: reeve.folder, ...database }
  return spawnSync(
    'strace',
    [...words, '-e', `inject=${inject}`, process.execPath, main, 'backup', file],
    { encoding: 'utf8', env },
  )
}

async function backedUp(file: string) {
  const { status } = await reeve.call(['backup', file], settings())
  return { status, files: filesOf(basename(file, '.db')) }
}

const filesOf = (name: string) => readdirSync(reeve.folder).filter((file) => file.startsWith(name))
