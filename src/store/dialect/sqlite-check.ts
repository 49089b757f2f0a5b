import { existsSync } from 'node:fs'
import { idBits, recencyBits } from '../search/ranking.ts'
import { openFile } from './sqlite-driver.ts'
import type { SqliteFile } from './sqlite-file.ts'
import { accountsPathOf } from './sqlite-paths.ts'

/** Damage of both files of a database, and of its search index. Writers do not wait. */
export function findSqliteDamage(path: string): string[] {
  return [path, accountsPathOf(path)].filter(existsSync).flatMap((file) => {
    const db = openFile(file, { readOnly: true })
    try {
      const isRecord = file === path
      return [...damageOf(db), ...(isRecord ? searchDamageOf(db) : [])].map(
        (damage) => `${file}: ${damage}`,
      )
    } catch (error) {
      return [`${file}: ${(error as Error).message}`]
    } finally {
      db.close()
    }
  })
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

// The row ids of the index, as `rowIdOf` gives them.
const expected = `select ((municipality_id + 1) * ${2 ** (recencyBits - idBits)} - day) * ${2 ** idBits} - id - 1 as id from search_documents`

function searchDamageOf(db: SqliteFile): string[] {
  const count = (text: string) => db.column<number>(`select count(*) from (${text})`)[0] ?? 0
  return ['search_index', 'search_exact'].flatMap((index) => {
    const indexed = `select id from ${index}_docsize`
    const missing = count(`${expected} except ${indexed}`)
    const extra = count(`${indexed} except ${expected}`)
    if (missing + extra === 0) return []
    return [
      `${index} lacks ${missing} texts and has ${extra} that no longer exist; repair it with: reeve search rebuild`,
    ]
  })
}
