import type { KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dumpOf } from '../../../test/support/database/dump.ts'
import { type Imports, importedTown } from '../../../test/support/imports/municipality.ts'
import { sourceOf, townRecords } from '../../../test/support/towns/town.ts'
import type { WriteStore } from '../../store/open.ts'
import { load } from './load.ts'

let imports: Imports
beforeEach(async () => {
  imports = await importedTown()
})
afterEach(() => imports.remove())

/** Imports the records, and returns what the statements of its transaction write and read. */
async function importLogged(records: readonly unknown[], prune = false) {
  const { store, target } = imports
  const writes: string[] = []
  const reads: string[] = []
  const log: KyselyPlugin = {
    transformQuery: ({ node }) => {
      const { sql } = store.db.getExecutor().compileQuery(node as never, { queryId: 'log' })
      if (/^\s*select /i.test(sql)) reads.push(sql)
      else writes.push(sql)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const logged: WriteStore = {
    ...store,
    transaction: (work, scope) => store.transaction((db) => work(db.withPlugin(log)), scope),
  }
  const clock = { now: () => Date.UTC(2026, 5, 1), monotonic: () => 0 }
  const source = sourceOf(records, 'town')
  const report = await load(logged, { target, source, prune, dryRun: false, clock })
  const ofRecord = (text: string) => !/^(insert into|delete from) "(imports|staging)"/.test(text)
  return { report, writes: writes.filter(ofRecord), reads }
}

/** Every row of every table but that of the runs of imports. */
async function recordIn({ databaseUrl }: Imports) {
  const { imports: _runs, sqlite_sequence: _ids, ...record } = await dumpOf(databaseUrl)
  return record
}

const counting = /"(agreements|facets|has_votes|votes_for|tally_for|language)"/
/** What is no longer in the source, of which there is nothing; the history would have its columns. */
const ofRemoved = /not exists \(select "staging"/

describe('an import that changes nothing', () => {
  it.each([false, true])('writes nothing and counts nothing; prune: %s', async (prune) => {
    const before = await recordIn(imports)
    const { report, writes, reads } = await importLogged(townRecords(), prune)
    const { added, changed, same, removed } = Object.values(report.kinds).reduce((sum, one) => ({
      added: sum.added + one.added,
      changed: sum.changed + one.changed,
      same: sum.same + one.same,
      removed: sum.removed + one.removed,
    }))
    expect([added, changed, same, removed]).toEqual([0, 0, townRecords().length, 0])
    expect(writes).toEqual([])
    expect(reads.filter((text) => counting.test(text) && !ofRemoved.test(text))).toEqual([])
    expect(await recordIn(imports)).toEqual(before)
  })

  it('derives all again if another version of Reeve ran the last import', async () => {
    const { store } = imports
    await store.db.updateTable('people').set({ votes_for: 99 }).execute()
    await store.db.deleteFrom('facets').execute()
    await importLogged(townRecords())
    expect(await imports.rows('people')).toContainEqual(expect.objectContaining({ votes_for: 99 }))
    await store.db.updateTable('imports').set({ version: '0.9.0' }).execute()
    await imports.run(townRecords())
    const { length } = await store.db.selectFrom('facets').select('value').execute()
    expect(length).toBeGreaterThan(10)
  })
})

describe('an import of the same files', () => {
  /** Imports the records as files with this digest; returns the report, and whether the files were read. */
  async function importFiles(digest: string, { day = 1, prune = false } = {}) {
    const { store, target } = imports
    let isRead = false
    const source = {
      ...sourceOf([]),
      name: 'town',
      digest: () => digest,
      get items() {
        isRead = true
        return sourceOf(townRecords()).items
      },
    }
    const clock = { now: () => Date.UTC(2026, 5, day, 20), monotonic: () => 0 }
    const report = await load(store, { target, source, prune, dryRun: false, clock })
    return { report, isRead }
  }

  it('reads nothing on the same day, and is recorded like one that reads them', async () => {
    const first = await importFiles('a')
    const second = await importFiles('a')
    expect([first.isRead, second.isRead]).toEqual([true, false])
    const { repeats, ...report } = second.report
    expect(report).toEqual(first.report)
    const [{ id, ...before } = {}, { id: _, ...after } = {}] = (
      await imports.rows('imports')
    ).slice(-2)
    expect(repeats).toBe(id)
    expect(after).toEqual(before)
  })

  it('reads them if a file, the day or an option is another, or something else was imported', async () => {
    await importFiles('a')
    expect((await importFiles('b')).isRead).toBe(true)
    expect((await importFiles('a')).isRead).toBe(true)
    expect((await importFiles('a', { day: 2 })).isRead).toBe(true)
    expect((await importFiles('a', { day: 2, prune: true })).isRead).toBe(true)
    await imports.run(townRecords())
    expect((await importFiles('a', { day: 2, prune: true })).isRead).toBe(true)
    await imports.store.db.updateTable('imports').set({ version: '0.9.0' }).execute()
    expect((await importFiles('a', { day: 2, prune: true })).isRead).toBe(true)
    expect((await importFiles('a', { day: 2, prune: true })).isRead).toBe(false)
  })
})
