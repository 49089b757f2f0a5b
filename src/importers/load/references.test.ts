import type { KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { freshImports, type Imports } from '../../../test/support/imports/municipality.ts'
import { linkParents } from './parents.ts'
import { Problems } from './problems.ts'
import { References } from './references.ts'

let imports: Imports
beforeEach(async () => {
  imports = await freshImports()
})
afterEach(() => imports.remove())

it('links the parents of any number of items with a few statements for each 200 of them', async () => {
  const count = 400
  const meeting = { kind: 'meeting', key: 'm', title: 'Council', date: '2024-01-01' }
  const has = { has_agenda: true, has_minutes: false, has_transcript: false }
  const item = { kind: 'agenda_item', meeting_key: 'm', title: 'Budget' }
  const keys = Array.from({ length: count }, (_, n) => `i-${n}`)
  const items = keys.map((key, position) => ({ ...item, key, position }))
  await imports.run([{ ...meeting, status: 'completed', ...has }, ...items])
  const ids = new Map((await imports.rows('agenda_items')).map(({ key, id }) => [key, Number(id)]))

  const { store, target } = imports
  const statements: unknown[] = []
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const db = store.db.withPlugin(counting)
  const { dialect } = store
  await dialect.createStaging(store.db)
  const problems = new Problems()
  const owner = { municipalityId: target.id, source: 'town', isPruned: false }
  const references = new References({ db, dialect }, owner, problems)
  const children = keys.slice(1).map((key, n) => ({
    kind: 'agenda_item' as const,
    id: ids.get(key) ?? 0,
    parentKey: keys[n] ?? '',
    referrer: { where: key, subject: key },
  }))
  // Every other item is below the one before it, so that chains are short.
  const flat = children.filter((_, n) => n % 2 === 0)
  await linkParents(flat, { db, dialect, references, problems })
  await dialect.dropStaging(store.db)
  expect(problems.total).toBe(0)
  expect(statements.length).toBeLessThan(12)
  const parents = (await imports.rows('agenda_items')).filter((row) => row.parent_id !== null)
  expect(parents).toHaveLength(flat.length)
})
