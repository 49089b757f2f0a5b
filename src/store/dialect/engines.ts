import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { Kysely, PostgresAdapter } from 'kysely'
import pg from 'pg'
import { allMigrations, applyMigrations } from '../apply-migrations.ts'
import { StoreError } from '../store-error.ts'
import type { Tables } from '../tables.ts'
import type { SqlDialect } from './dialect.ts'
import type { Engine } from './engine.ts'
import { dialectOver, openPool, postgresDialect } from './postgres.ts'
import {
  checkPostgres,
  findPostgresDamage,
  holdsTablesOn,
  shownAddress,
  sizeOnServer,
} from './postgres-check.ts'
import { claimPostgres, claimPostgresImporting } from './postgres-lock.ts'
import { readingSqlite, sqliteDialect, writingSqlite } from './sqlite.ts'
import { copySqlite, restoreSqlite } from './sqlite-backup.ts'
import { findSqliteDamage, sizeOfFiles } from './sqlite-check.ts'
import { lockImporting, lockServing } from './sqlite-lock.ts'
import { holdsTables, migrateFiles } from './sqlite-schema.ts'

const sqlite: Engine = {
  dialect: sqliteDialect,
  open(databaseUrl, use) {
    const path = pathOf(databaseUrl)
    if (use === 'serving' || use === 'command') return { dialect: writingSqlite(path) }
    return readingSqlite(path)
  },
  migrate(db, databaseUrl, available) {
    const path = pathOf(databaseUrl)
    return path === ':memory:'
      ? applyMigrations(db, allMigrations(available))
      : migrateFiles(db, path, available)
  },
  // Opening the file has already validated it.
  check: async () => {},
  exists: async (databaseUrl) => holdsTables(pathOf(databaseUrl)),
  address: (databaseUrl) => resolve(pathOf(databaseUrl)),
  copyTo: (databaseUrl, to, signal) => copySqlite(pathOf(databaseUrl), to, signal),
  findDamage: async (databaseUrl, checks) => findSqliteDamage(pathOf(databaseUrl), checks),
  size: async (databaseUrl) => sizeOfFiles(pathOf(databaseUrl)),
  restoreFrom: (databaseUrl, file, options) => restoreSqlite(pathOf(databaseUrl), file, options),
  databaseIdentity(databaseUrl) {
    const path = pathOf(databaseUrl)
    if (!existsSync(path)) return resolve(path)
    const { dev, ino } = statSync(path)
    return `${dev} ${ino}`
  },
  claimServing: (databaseUrl, { shared }) => lockServing(pathOf(databaseUrl), shared),
  claimImporting: (databaseUrl, municipality) => lockImporting(pathOf(databaseUrl), municipality),
}

const postgres: Engine = {
  dialect: postgresDialect,
  open(databaseUrl, use) {
    const pool = openPool(databaseUrl, use)
    return { dialect: dialectOver(pool), connections: () => pool.connections }
  },
  migrate: (db, _databaseUrl, available) => applyMigrations(db, allMigrations(available)),
  check: checkPostgres,
  exists: (databaseUrl) => reporting(databaseUrl, (db) => holdsTablesOn(db, databaseUrl)),
  findDamage: (databaseUrl, checks) =>
    reporting(databaseUrl, (db) => findPostgresDamage(db, checks)),
  size: (databaseUrl) => reporting(databaseUrl, sizeOnServer),
  address: shownAddress,
  databaseIdentity(databaseUrl) {
    const { host, port, database } = clientOf(databaseUrl)
    return `${host} ${port} ${database}`
  },
  claimServing: claimPostgres,
  claimImporting: claimPostgresImporting,
}

async function reporting<T>(
  databaseUrl: string,
  work: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  const db = new Kysely<Tables>({ dialect: dialectOver(openPool(databaseUrl, 'report')) })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Does not connect. Throws `StoreError` if the URL is invalid or names an unreadable file, such as a certificate. */
function clientOf(databaseUrl: string): pg.Client {
  try {
    return new pg.Client({ connectionString: databaseUrl })
  } catch (error) {
    throw new StoreError(`invalid database URL: ${(error as Error).message}`)
  }
}

function pathOf(databaseUrl: string): string {
  return databaseUrl.replace(/^sqlite:/, '')
}

export function engineOf(databaseUrl: string): Engine {
  if (databaseUrl.startsWith('sqlite:')) return sqlite
  if (/^postgres(ql)?:/.test(databaseUrl)) return postgres
  throw new StoreError('a database URL must begin with sqlite: or postgres:')
}

export function dialectOf(db: Pick<Kysely<Tables>, 'getExecutor'>): SqlDialect {
  const { adapter } = db.getExecutor()
  return adapter instanceof PostgresAdapter ? postgresDialect : sqliteDialect
}
