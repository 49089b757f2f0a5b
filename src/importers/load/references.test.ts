import type { KyselyPlugin } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { freshImports, type Imports } from '../../../test/support/imports/municipality.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'
import { load } from './load.ts'
import type { LoadReport } from './report.ts'

const meeting = {
  ...{ kind: 'meeting', key: 'm', title: 'Council', date: '2024-01-01', status: 'completed' },
  ...{ has_agenda: true, has_minutes: false, has_transcript: false },
}

/** Items with the same preferred slug; every second one has the previous one as its parent. */
const itemsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    ...{ kind: 'agenda_item', key: `i-${n}`, meeting_key: 'm', position: n, item_number: '1' },
    ...{ title: 'Budget', parent_key: n % 2 === 1 ? `i-${n - 1}` : null },
  }))

interface Statements {
  all: number
  selects: number
  /** The maximum number of rows that one statement returned. */
  rowsMax: number
}

/** Imports a subset and counts the statements of its transaction. */
async function importCounted(
  { store, target }: Imports,
  records: readonly unknown[],
): Promise<Statements & { report: LoadReport }> {
  const statements: Statements = { all: 0, selects: 0, rowsMax: 0 }
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements.all += 1
      if (node.kind === 'SelectQueryNode') statements.selects += 1
      return node
    },
    transformResult: async ({ result }) => {
      statements.rowsMax = Math.max(statements.rowsMax, result.rows.length)
      return result
    },
  }
  const counted: typeof store = {
    ...store,
    transaction: (work, scope) => store.transaction((db) => work(db.withPlugin(counting)), scope),
  }
  const clock = { now: () => 0, monotonic: () => 0 }
  const source = { ...sourceOf(records, 'town'), isPartial: true }
  const report = await load(counted, { target, source, prune: false, dryRun: false, clock })
  return { ...statements, report }
}

async function startImports(): Promise<Imports> {
  const imports = await freshImports()
  onTestFinished(imports.remove)
  return imports
}

async function countStatements(count: number): Promise<number> {
  const imports = await startImports()
  const { all } = await importCounted(imports, [meeting, ...itemsOf(count)])
  const rows = await imports.rows('agenda_items')
  expect(rows.filter(({ parent_id: parent }) => parent !== null)).toHaveLength(count / 2)
  return all
}

/** Motions with votes of people who are not in the subset. */
const motionsOf = (votes: number) =>
  Array.from({ length: 25 }, (_, motion) => ({
    ...{ kind: 'motion', key: `v-${motion}`, position: 1, organization_key: 'none' },
    votes: Array.from({ length: votes }, (_, n) => ({
      ...{ person_key: `p-${n}`, name: `Person ${n}`, value: 'For' },
    })),
  }))

it('needs a constant number of statements for each hundred records', async () => {
  const [few, many] = [await countStatements(100), await countStatements(400)]
  expect((many - few) / 3).toBeLessThan(25)
})

it('unresolved references of any number are counted with the same statements, and the first 100 by kind', async () => {
  const few = await importCounted(await startImports(), motionsOf(6))
  const many = await importCounted(await startImports(), motionsOf(450))
  expect(many.selects).toBe(few.selects)
  expect(many.report.unresolved).toEqual({ organizations: 25, people: 11_250 })
  const { warnings } = many.report
  expect(warnings.length).toBeLessThanOrEqual(101)
  expect(warnings.at(-1)?.reason).toMatch(/^11175 more references/)
  const further = warnings.map(({ subject }) =>
    Number(/, and (\d+) more like this$/.exec(subject)?.[1] ?? 0),
  )
  expect(warnings.length - 1 + further.reduce((sum, more) => sum + more, 0)).toBe(100)
})

it('reads few rows if one of many records with parents has changed', async () => {
  const imports = await startImports()
  const items = itemsOf(400)
  await importCounted(imports, [meeting, ...items])
  const changed = items.map((item, n) => (n === 7 ? { ...item, parent_key: 'i-2' } : item))
  const { rowsMax, report } = await importCounted(imports, [meeting, ...changed])
  expect(report.kinds.agenda_items).toMatchObject({ changed: 1, same: 399 })
  expect(rowsMax).toBeLessThan(100)
})
