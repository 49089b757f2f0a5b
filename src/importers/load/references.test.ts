import type { KyselyPlugin } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { freshImports } from '../../../test/support/imports/municipality.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'
import { load } from './load.ts'

const meeting = {
  ...{ kind: 'meeting', key: 'm', title: 'Council', date: '2024-01-01', status: 'completed' },
  ...{ has_agenda: true, has_minutes: false, has_transcript: false },
}

/** Items that all want the same slug, each below the one before it. */
const itemsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    ...{ kind: 'agenda_item', key: `i-${n}`, meeting_key: 'm', position: n, item_number: '1' },
    ...{ title: 'Budget', parent_key: n % 2 === 1 ? `i-${n - 1}` : null },
  }))

async function countStatements(count: number): Promise<number> {
  const imports = await freshImports()
  onTestFinished(imports.remove)
  let statements = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const { store, target } = imports
  const counted: typeof store = {
    ...store,
    transaction: (work, turn) => store.transaction((db) => work(db.withPlugin(counting)), turn),
  }
  const clock = { now: () => 0, monotonic: () => 0 }
  const source = sourceOf([meeting, ...itemsOf(count)], 'town')
  await load(counted, { target, source, prune: false, dryRun: false, clock })
  const rows = await imports.rows('agenda_items')
  expect(rows.filter(({ parent_id: parent }) => parent !== null)).toHaveLength(count / 2)
  return statements
}

it('takes a few statements for each hundred records, whatever they refer to', async () => {
  const [few, many] = [await countStatements(100), await countStatements(400)]
  expect((many - few) / 3).toBeLessThan(25)
})
