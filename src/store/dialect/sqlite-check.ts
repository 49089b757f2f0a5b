import { existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type DatabaseSize, type IndexCheck, indexDamage } from './engine.ts'
import { openFile } from './sqlite.ts'
import type { SqliteFile } from './sqlite-file.ts'
import { accountsPathOf } from './sqlite-file.ts'

/** Damage of both files of a database, and of its search index. Writers do not wait. */
export function findSqliteDamage(path: string, checks: readonly IndexCheck[]): string[] {
  return [path, accountsPathOf(path)].filter(existsSync).flatMap((file) => {
    const db = openFile(file, { readOnly: true })
    try {
      const isRecord = file === path
      return [...damageOf(db), ...(isRecord ? indexDamageOf(db, checks) : [])].map(
        (damage) => `${file}: ${damage}`,
      )
    } catch (error) {
      return [`${file}: ${(error as Error).message}`]
    } finally {
      db.close()
    }
  })
}

/** See `Engine.size`; with the logs of both files. */
export function sizeOfFiles(path: string): DatabaseSize {
  const files = [path, accountsPathOf(path)].flatMap((file) => [file, `${file}-wal`])
  const bytes = files.map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0)
  const { bavail, bsize } = statfsSync(dirname(resolve(path)))
  return { bytes: bytes.reduce((sum, size) => sum + size, 0), freeBytes: bavail * bsize }
}

/** Includes the full-text index, whose inner structure SQLite checks too. */
function damageOf(db: SqliteFile): string[] {
  const lines = db.column('pragma integrity_check')
  const orphans = db.rows<{ table: string; parent: string }>(
    'select distinct "table", parent from pragma_foreign_key_check',
  )
  return [
    ...lines.filter((line) => line !== 'ok'),
    ...orphans.map(({ table, parent }) => `rows of ${table} refer to missing ${parent}`),
  ]
}

function indexDamageOf(db: SqliteFile, checks: readonly IndexCheck[]): string[] {
  const count = (text: string) => db.column<number>(`select count(*) from (${text})`)[0] ?? 0
  return checks.flatMap((check) => {
    const { expected, indexed } = check
    const missing = count(`${expected} except ${indexed}`)
    return indexDamage(check, missing, count(`${indexed} except ${expected}`))
  })
}
