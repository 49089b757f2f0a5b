import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountsPathOf } from '../../src/store/dialect/sqlite-file.ts'
import { startPostgres } from '../../test/support/database/postgres-server.ts'

export type EngineName = 'sqlite' | 'postgres'

/** Temporary databases of one run. */
export interface Databases {
  engine: EngineName
  /** The first process of the database server; undefined for SQLite. */
  pid: number | undefined
  /** Returns the URL of a new, empty database. */
  create(): Promise<string>
  /** Returns the URL of a copy; no process may have the original open. */
  copy(databaseUrl: string): Promise<string>
  drop(databaseUrl: string): Promise<void>
  /** Removes all of them, and the server. */
  remove(): Promise<void>
}

export function openDatabases(engine: EngineName): Promise<Databases> {
  return engine === 'sqlite' ? inFolder() : onServer()
}

async function inFolder(): Promise<Databases> {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-bench-'))
  let created = 0
  const create = async () => {
    created += 1
    return `sqlite:${join(folder, `${created}.db`)}`
  }
  const fileOf = (databaseUrl: string) => databaseUrl.replace(/^sqlite:/, '')
  const accountsOf = (databaseUrl: string) => accountsPathOf(fileOf(databaseUrl))
  return {
    engine: 'sqlite',
    pid: undefined,
    create,
    async copy(databaseUrl) {
      const copied = await create()
      for (const file of [fileOf, accountsOf]) copyFileSync(file(databaseUrl), file(copied))
      return copied
    },
    async drop(databaseUrl) {
      for (const part of ['', '-wal', '-shm', '-serving'])
        for (const file of [fileOf, accountsOf]) rmSync(file(databaseUrl) + part, { force: true })
    },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Default settings, except for the memory of a small production server. */
async function onServer(): Promise<Databases> {
  const server = await startPostgres(['-c', 'shared_buffers=512MB'])
  let created = 0
  const createFrom = async (template: string) => {
    created += 1
    const name = `bench_${created}`
    await server.run(`create database ${name} template ${template}`)
    return server.url(name)
  }
  const nameIn = (databaseUrl: string) => databaseUrl.replace(/.*\//, '')
  const pidFile = join(server.folder, 'postmaster.pid')
  return {
    engine: 'postgres',
    pid: Number(readFileSync(pidFile, 'utf8').split('\n')[0]),
    create: () => createFrom('template1'),
    copy: (databaseUrl) => createFrom(nameIn(databaseUrl)),
    async drop(databaseUrl) {
      await server.run(`drop database ${nameIn(databaseUrl)} with (force)`)
    },
    remove: () => server.remove(),
  }
}
