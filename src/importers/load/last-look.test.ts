import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  changed,
  freshImports,
  type Imports,
  importedTown,
} from '../../../test/support/imports/municipality.ts'
import { townRecords } from '../../../test/support/towns/town.ts'
import { historyMax } from '../../record/history-fields.ts'

let imports: Imports
beforeEach(async () => {
  imports = await importedTown()
})
afterEach(() => imports.remove())

const records = townRecords()
const titled = (title: string) => changed(records, 'matter', 'x-4', { title })
type Options = NonNullable<Parameters<Imports['run']>[1]>

const gaps = () => ({ gaps: [{ location: 'town', subject: 'a page', reason: 'not read' }] })

/** Which import a change was not seen by: 0 is the first, which read everything. */
async function lastLook(before: readonly Options[], last: Options = {}): Promise<number | null> {
  for (const options of before) await imports.run(records, options)
  await imports.run(titled('Another'), last)
  const changes = await imports.rows('record_changes')
  expect(changes).toHaveLength(1)
  const runs = await imports.rows('imports')
  expect(changes[0]?.seen_at).toBe(runs.at(-1)?.started_at)
  const index = runs.findIndex((run) => run.started_at === changes[0]?.not_before)
  return index === -1 ? (changes[0]?.not_before as null) : index
}

const april = { since: '2024-04-01' }
const may = { since: '2024-05-01' }

describe('the last look before a change', () => {
  it.each<[string, Options[], Options, number]>([
    ['the import before it', [{}, {}], {}, 2],
    ['an import before those with gaps', [{}, gaps(), gaps()], {}, 1],
    ['the import before it, if this one has gaps itself', [{}], gaps(), 1],
    ['an import before those of a part', [{ isPartial: true }], {}, 0],
    ['of all, not an import of a window', [april, may], {}, 0],
    ['of a window, the import before it of the same one', [may, april, april], april, 3],
    ['of a window, the last import of a longer one', [april, may], may, 2],
    ['of a window, not an import of a shorter one', [april, may, may], april, 1],
    ['of a window, an import of all', [{}, may], april, 1],
    ['of a window, not one with gaps', [april, { ...april, ...gaps() }], april, 1],
    ['of the same importer', [{ importer: 'other' }], {}, 0],
  ])('is %s', async (_, before, last, expected) => {
    expect(await lastLook(before, last)).toBe(expected)
  })

  it('is not known of an importer that did not read the source before', async () => {
    expect(await lastLook([{}], { importer: 'other' })).toBeNull()
  })

  it('is not known if all imports before it read a part', async () => {
    await imports.remove()
    imports = await freshImports()
    const part = { isPartial: true }
    expect(await lastLook([part, part])).toBeNull()
  })
})

describe('the history of a municipality', () => {
  it(`keeps the newest ${historyMax} changes`, async () => {
    const { db } = imports.store
    const matter = await imports.row('matters', 'x-4')
    const row = {
      municipality_id: imports.target.id,
      kind: 'matter',
      record_id: Number(matter.id) + 1,
      seen_at: '2026-01-01T00:00:00.000Z',
      field: 'title',
      old: 'A',
      new: 'B',
      about_kind: 'matter',
    } as const
    const batch = Array.from({ length: 1000 }, () => row)
    for (let rows = 0; rows < historyMax; rows += batch.length)
      await db.insertInto('record_changes').values(batch).execute()
    const [first] = await db
      .selectFrom('record_changes')
      .select('id')
      .orderBy('id')
      .limit(2)
      .execute()
    await imports.run(titled('Another'))
    await imports.run(titled('A third'))
    const kept = await db
      .selectFrom('record_changes')
      .select(({ fn }) => [fn.countAll().as('rows'), fn.min('id').as('oldest')])
      .executeTakeFirstOrThrow()
    expect(Number(kept.rows)).toBe(historyMax)
    expect(Number(kept.oldest)).toBe(Number(first?.id) + 2)
    const [newest] = await db
      .selectFrom('record_changes')
      .select(['old', 'new'])
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(newest).toEqual({ old: 'Another', new: 'A third' })
  })
})
