import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { rowsOf } from '../../../test/support/database/inspector.ts'
import { council, councilsAfter, steps } from '../../../test/support/imports/edited-council.ts'
import { freshImports, type Imports } from '../../../test/support/imports/municipality.ts'
import { seed } from '../../../test/support/project/random-seed.ts'
import type { ImportRecord } from '../../record/kinds.ts'

const derivedTables = [
  ...['agreements', 'facets', 'municipalities', 'people', 'memberships', 'bylaws', 'matters'],
  ...['meetings', 'motions', 'votes', 'voting_spans'],
]

async function derivedOf({ databaseUrl }: Imports): Promise<Record<string, string[]>> {
  const tables = await Promise.all(
    derivedTables.map(async (table) => {
      const rows = await rowsOf(databaseUrl, `select * from ${table}`)
      return [table, rows.map((row) => JSON.stringify(row)).sort()] as const
    }),
  )
  return Object.fromEntries(tables)
}

/** Figures without the ids of their rows, which follow the order of imports. */
async function totalsOf({ databaseUrl }: Imports): Promise<unknown[]> {
  const pairs = await rowsOf(
    databaseUrl,
    `select p.key as person, o.key as other, b.key as body, year, motions, same, contested_motions, contested_same
     from agreements a join people p on p.id = a.person_id join people o on o.id = a.other_id
     left join organizations b on b.id = a.organization_id`,
  )
  const facets = await rowsOf(
    databaseUrl,
    "select list, name, value, count from facets where name not in ('organization', 'person')",
  )
  return [...pairs, ...facets].map((row) => JSON.stringify(row)).sort()
}

const subset = { isPartial: true, prune: true }

async function startImports(): Promise<Imports> {
  const imports = await freshImports()
  onTestFinished(imports.remove)
  return imports
}

it('what follows from rows is the same after any edits as when all is derived, or imported afresh', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const imports = await startImports()
      await imports.run(council, subset)
      let last: ImportRecord[] = []
      for (const records of councilsAfter(all)) {
        await imports.run(records, subset)
        const followed = await derivedOf(imports)
        await imports.store.db.updateTable('imports').set({ version: null }).execute()
        await imports.run(records, subset)
        expect(await derivedOf(imports)).toEqual(followed)
        last = records
      }
      const fresh = await startImports()
      await fresh.run(last, subset)
      expect(await totalsOf(fresh)).toEqual(await totalsOf(imports))
    }),
    { seed, numRuns: 3 },
  )
})
