import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { accessTables } from '../../../src/store/access-tables.ts'
import { backup } from '../../../src/store/backup.ts'
import { SqliteFile } from '../../../src/store/dialect/sqlite-file.ts'
import { migrate, openWriteStore } from '../../../src/store/open.ts'
import { makeSingleFile } from '../../support/database/single-file.ts'
import { withDatabase } from '../../support/database/sqlite-database.ts'

/** Databases whose accounts move to their own file. */
export const startingPoints = ['old version', 'restored backup', 'after a rollback'] as const
export type StartingPoint = (typeof startingPoints)[number]

const accountsMade = 200
const firstCopy = 'reeve-before-accounts-file.db'

/** The files of each starting point, and what they must contain afterwards. */
export interface Separations {
  /** Puts the files of a starting point in an empty folder. */
  prepare(point: StartingPoint, folder: string): void
  /** The errors in the folder after a successful start. */
  problemsIn(point: StartingPoint, folder: string): string[]
}

/** Creates the database of each starting point in `templates`. */
export async function makeSeparations(templates: string): Promise<Separations> {
  mkdirSync(templates)
  const fileOf = (point: StartingPoint) => join(templates, `${point}.db`)
  await makeOldVersion(fileOf('old version'))
  const separated = join(templates, 'separated.db')
  copyFileSync(fileOf('old version'), separated)
  const store = openWriteStore(`sqlite:${separated}`)
  await migrate(store)
  await store.close()
  await backup(`sqlite:${separated}`, fileOf('restored backup'))
  const kept = join(templates, `separated-before-accounts-file.db`)
  copyFileSync(kept, fileOf('after a rollback'))
  withDatabase(`sqlite:${fileOf('after a rollback')}`, (db) =>
    db.exec("insert into accounts (id, email, created_at) values ('later', 'later@x', 'now')"),
  )
  return {
    prepare(point, folder) {
      copyFileSync(fileOf(point), join(folder, 'reeve.db'))
      if (point === 'after a rollback') copyFileSync(kept, join(folder, firstCopy))
    },
    problemsIn: (point, folder) => [
      ...problemsOf(folder, fileOf(point)),
      ...copyProblems(point, folder, { template: fileOf(point), kept }),
    ],
  }
}

async function makeOldVersion(file: string): Promise<void> {
  await makeSingleFile(`sqlite:${file}`)
  withDatabase(`sqlite:${file}`, (db) => {
    const account = db.prepare("insert into accounts (id, email, created_at) values (?, ?, 'then')")
    const key = db.prepare(
      "insert into api_keys (id, account_id, prefix, hash, created_at) values (?, ?, ?, ?, 'then')",
    )
    for (let i = 0; i < accountsMade; i += 1) {
      account.run(`a${i}`, `${i}@example.ca`)
      key.run(`k${i}`, `a${i}`, `reeve_${i}`, `secret-hash-${i}`)
    }
    db.exec('pragma journal_mode = delete')
  })
}

function problemsOf(folder: string, template: string): string[] {
  const record = join(folder, 'reeve.db')
  const accounts = join(folder, 'reeve-accounts.db')
  if (!existsSync(accounts)) return ['there is no file of accounts']
  const left = tablesIn(record).filter((name) => accessTables.some((table) => table === name))
  return [
    ...left.map((name) => `the record still has ${name}`),
    ...(accountsIn(accounts, template) === accountsIn(template, template) ? [] : ['rows are lost']),
    ...(municipalitiesIn(record, template) === municipalitiesIn(template, template)
      ? []
      : ['the record is not whole']),
    ...[record, accounts].flatMap((file) => damageOf(file).map((line) => `${file}: ${line}`)),
    ...(readFileSync(record).includes('secret-hash')
      ? ['the record still has hashes of keys']
      : []),
    ...readdirSync(folder)
      .filter((name) => name.includes('.part'))
      .map((name) => `${name} is left`),
  ]
}

/** Checks that earlier copies are unchanged and that one copy has all accounts. */
function copyProblems(
  point: StartingPoint,
  folder: string,
  { template, kept }: { template: string; kept: string },
): string[] {
  if (point === 'restored backup') return []
  const copies = readdirSync(folder).filter((name) => /before-accounts-file(-\d+)?\.db$/.test(name))
  const isKept = (name: string) =>
    accountsIn(join(folder, name), template) === accountsIn(template, template)
  const first = join(folder, firstCopy)
  const isOverwritten =
    point === 'after a rollback' && !readFileSync(first).equals(readFileSync(kept))
  const expected = point === 'after a rollback' ? 2 : 1
  return [
    ...(copies.length === expected ? [] : [`there are ${copies.length} copies: ${copies}`]),
    ...(copies.some(isKept) ? [] : [`none of the copies ${copies} is whole`]),
    ...(isOverwritten ? ['the first copy is overwritten'] : []),
  ]
}

/** The rows of accounts and keys in the columns that the template has. */
const accountsIn = (file: string, template: string) => rowsIn(file, template, accessTables)

const municipalitiesIn = (file: string, template: string) =>
  rowsIn(file, template, ['municipalities'])

// Later migrations add columns.
function rowsIn(file: string, template: string, tables: readonly string[]): string {
  const rows = tables.map((table) => {
    const names = reading(template, (db) =>
      db.column(`select name from pragma_table_info('${table}')`).join(),
    )
    return reading(file, (db) => db.rows(`select ${names} from ${table} order by 1, 2`))
  })
  return JSON.stringify(rows)
}

const tablesIn = (file: string) =>
  reading(file, (db) => db.column("select name from sqlite_master where type = 'table'"))

const damageOf = (file: string): string[] =>
  reading(file, (db) => [
    ...db.column('pragma integrity_check').filter((line) => line !== 'ok'),
    ...db.column('pragma foreign_key_check').map((table) => `${table} refers to none`),
  ])

function reading<T>(file: string, work: (db: SqliteFile) => T): T {
  const db = new SqliteFile(file, { readOnly: true })
  try {
    return work(db)
  } finally {
    db.close()
  }
}

/** Deletes the content of a folder. */
export function emptyFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
}
