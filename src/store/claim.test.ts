import { once } from 'node:events'
import { readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { engineUnderTest, freshStore } from '../../test/support/database/fresh-store.ts'
import { inspect } from '../../test/support/database/inspector.ts'
import { openBothFiles } from '../../test/support/database/sqlite-database.ts'
import { lockSpace, servingLock } from './dialect/postgres-lock.ts'
import { claimImporting, claimServing, type WriteStore } from './open.ts'
import { StoreBusy, StoreError } from './store-error.ts'

const lost: StoreError[] = []
const claim = (shared: boolean) =>
  claimServing(databaseUrl, { shared, onLost: (reason) => lost.push(reason) })
let store: WriteStore
let databaseUrl: string
let remove: () => Promise<void>
beforeEach(async () => {
  lost.length = 0
  ;({ store, databaseUrl, remove } = await freshStore())
})
afterEach(() => remove())

const rejectionOf = async (shared: boolean) => {
  const error = await claim(shared).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(StoreError)
  return (error as StoreError).message
}

describe('the claim to serve a database', () => {
  it('belongs to one server without shared counters', async () => {
    const first = await claim(false)
    expect(await rejectionOf(false)).toMatch(
      /^another Reeve process is already serving .*: stop it first/,
    )
    expect(await rejectionOf(true)).toMatch(
      /^a Reeve process without REDIS_URL is already serving .*/,
    )
    await first.release()
    await (await claim(true)).release()
    await (await claim(false)).release()
  })

  it('can be shared by servers with shared counters, and by no others', async () => {
    const claims = await Promise.all([claim(true), claim(true), claim(true)])
    expect(await rejectionOf(false)).toMatch(/^another Reeve process is already serving/)
    for (const held of claims.splice(0, 2)) await held.release()
    expect(await rejectionOf(false)).toMatch(/^another Reeve process is already serving/)
    // A rejected claim does not affect the holders.
    claims.push(await claim(true))
    for (const held of claims) await held.release()
    await (await claim(false)).release()
  })
})

describe('the claim to import', () => {
  it('is exclusive for a municipality, and rejected without waiting', async () => {
    const first = await claimImporting(databaseUrl, 'pemberley')
    await expect(claimImporting(databaseUrl, 'pemberley')).rejects.toThrow(StoreBusy)
    await expect(claimImporting(databaseUrl, 'pemberley')).rejects.toThrow(
      /^another import or change of "pemberley" is running/,
    )
    await (await claimImporting(databaseUrl, 'meryton')).release()
    await first.release()
    await (await claimImporting(databaseUrl, 'pemberley')).release()
  })

  it('does not block serving, reading or writing', async () => {
    const held = await claimImporting(databaseUrl, 'pemberley')
    const serving = await claim(false)
    const set = { name: 'Town of Pemberley' }
    await store.transaction((db) => db.updateTable('municipalities').set(set).execute())
    await expect(claimImporting(databaseUrl, 'pemberley')).rejects.toThrow(StoreBusy)
    await expect(claim(false)).rejects.toThrow(/already serving/)
    await serving.release()
    await held.release()
  })
})

if (engineUnderTest() === 'sqlite')
  describe('the claim to serve a file', () => {
    it('reports a damaged lock file as such', async () => {
      const file = `${databaseUrl.replace('sqlite:', '')}-importing-pemberley`
      writeFileSync(file, 'no database, but long enough to be taken for a damaged one'.repeat(20))
      const failure = await claimImporting(databaseUrl, 'pemberley').catch(
        (error: unknown) => error,
      )
      expect(failure).not.toBeInstanceOf(StoreBusy)
      expect((failure as Error).message).toBe(`file is not a database (${file})`)
    })

    it('to import is not denied by another attempt, which reads the lock file before it is rejected', async () => {
      const other = openBothFiles(`${databaseUrl}-importing-pemberley`)
      other.exec('begin; select * from sqlite_master')
      await (await claimImporting(databaseUrl, 'pemberley')).release()
      other.close()
    })

    it.each<[string, (folder: string) => string]>([
      ['to the file', (folder) => join(folder, 'link.db')],
      ['to its folder', (folder) => join(folder, 'elsewhere', 'reeve.db')],
    ])('is the same through a symbolic link %s, even before the file exists', async (_, linked) => {
      const path = databaseUrl.replace('sqlite:', '')
      const folder = dirname(path)
      symlinkSync('reeve.db', join(folder, 'link.db'))
      symlinkSync(folder, join(folder, 'elsewhere'))
      const link = `sqlite:${linked(folder)}`
      const exclusive = { shared: false, onLost: () => undefined }
      for (const isThere of [true, false]) {
        if (!isThere) rmSync(path)
        const importing = await claimImporting(databaseUrl, 'pemberley')
        await expect(claimImporting(link, 'pemberley')).rejects.toThrow(StoreBusy)
        await importing.release()
        const serving = await claimServing(link, exclusive)
        expect(await rejectionOf(false)).toMatch(/^another Reeve process is already serving/)
        await serving.release()
      }
    })

    it('leaves one empty file and no journal', async () => {
      const held = await claim(true)
      const files = () => readdirSync(dirname(databaseUrl.replace('sqlite:', '')))
      expect(files().filter((name) => name.includes('serving'))).toEqual(['reeve.db-serving'])
      await held.release()
      expect(files().filter((name) => name.includes('serving'))).toEqual(['reeve.db-serving'])
    })
  })

if (engineUnderTest() === 'postgres')
  describe('the claim to serve a PostgreSQL database', () => {
    const cut = () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'reeve claim' and datname = current_database()`.execute(store.db)
    /** The session that holds the claim; reading pg_locks does not compete for it. */
    const holder = async () => {
      const { rows } = await sql<{ pid: number }>`
        select pid from pg_locks where locktype = 'advisory' and granted and classid = ${lockSpace}
        and database = (select oid from pg_database where datname = current_database())`.execute(
        store.db,
      )
      return rows[0]?.pid
    }

    /** How many sessions wait for an advisory lock. */
    const waiting = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from pg_locks where locktype = 'advisory' and not granted
        and classid = ${lockSpace} and database = (select oid from pg_database where datname = current_database())`.execute(
        store.db,
      )
      return rows[0]?.count
    }

    it('is taken again after its connection was cut', async () => {
      const held = await claim(false)
      const first = await holder()
      expect(first).toBeDefined()
      await cut()
      const isTakenAgain = async () => {
        const pid = await holder()
        return pid !== undefined && pid !== first
      }
      await expect.poll(isTakenAgain).toBe(true)
      expect(await rejectionOf(false)).toMatch(/^another Reeve process is already serving/)
      expect(lost).toEqual([])
      await held.release()
    })

    it('leaves no session open if it is released while it is being taken again', async () => {
      const { hostname, port } = new URL(databaseUrl)
      const sockets: Socket[] = []
      const pass = (socket: Socket) => {
        const onward = connect(Number(port), hostname)
        socket.pipe(onward).pipe(socket)
        for (const one of [socket, onward]) one.on('error', () => undefined)
        socket.once('close', () => onward.destroy())
      }
      // The first connection is passed on; the second is not, until `pass`.
      const proxy = createServer((socket) => {
        sockets.push(socket)
        if (sockets.length === 1) pass(socket)
      })
      await once(proxy.listen(0, '127.0.0.1'), 'listening')
      const throughProxy = new URL(databaseUrl)
      throughProxy.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
      const onLost = (reason: StoreError) => lost.push(reason)
      const held = await claimServing(throughProxy.href, { shared: false, onLost })
      sockets[0]?.destroy()
      await expect.poll(() => sockets.length).toBe(2)
      await held.release()
      const second = sockets[1] as Socket
      const closed = once(second, 'close')
      pass(second)
      await closed
      proxy.close()
      expect(lost).toEqual([])
    })

    it('calls `onLost` if another server took it meanwhile', async () => {
      const held = await claim(false)
      await inspect(databaseUrl, async (other) => {
        // Waits in the queue of the lock, so that it has it first.
        const taken = other.rows('select pg_advisory_lock(?, ?)', lockSpace, servingLock)
        await expect.poll(waiting).toBe(1)
        await cut()
        await taken
        await expect.poll(() => lost).toHaveLength(1)
      })
      expect(lost[0]?.message).toMatch(/^another Reeve process is already serving this database/)
      await held.release()
    })
  })
