import { checkDerived } from './derived-problems.ts'
import { describeRows, type Inspector, inspect } from './inspector.ts'
import { checkSearchIndex, checkSearchTexts } from './search-problems.ts'

/**
 * What is inconsistent in a database: SQLite's own checks, orphaned rows, and a search index that differs from the
 * rows.
 */
export async function databaseProblems(databaseUrl: string): Promise<string[]> {
  const problems = await inspect(databaseUrl, async (db) => [
    ...(db.engine === 'sqlite' ? await checkFile(db) : []),
    ...(await checkOwners(db)),
    ...(await checkSearchIndex(db)),
    ...(await checkDerived(db)),
  ])
  return [...problems, ...(await checkSearchTexts(databaseUrl))]
}

// PostgreSQL checks its files and foreign keys itself.
async function checkFile(db: Inspector): Promise<string[]> {
  const integrity = await db.rows<{ integrity_check: string }>('pragma integrity_check')
  const broken = integrity.filter(({ integrity_check }) => integrity_check !== 'ok')
  return [
    ...describeRows('integrity', broken),
    ...describeRows('orphan', await db.rows('pragma foreign_key_check')),
  ]
}

async function checkOwners(db: Inspector): Promise<string[]> {
  const owners = {
    documents: ['meeting_id', 'agenda_item_id', 'matter_id', 'bylaw_id'],
    sponsorships: ['matter_id', 'bylaw_id'],
    bylaw_references: ['agenda_item_id', 'motion_id'],
  }
  const found: string[] = []
  for (const [table, columns] of Object.entries(owners)) {
    const counts = columns.map((column) => `case when ${column} is null then 0 else 1 end`)
    const rows = await db.rows(`select id from ${table} where ${counts.join(' + ')} != 1`)
    found.push(...describeRows(`row of ${table} of not just one owner`, rows))
  }
  return found
}
