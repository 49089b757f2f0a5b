import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentOf } from '../../../test/support/database/content.ts'
import { dumpOf } from '../../../test/support/database/dump.ts'
import { type Row, rowsNow } from '../../../test/support/database/inspector.ts'
import { databaseProblems } from '../../../test/support/database/problems.ts'
import { foundBy } from '../../../test/support/database/search.ts'
import {
  changed,
  type Imports,
  importedTown,
  without,
} from '../../../test/support/imports/municipality.ts'
import { live, responsesOf, serveLegistar } from '../../../test/support/legistar/live.ts'
import { largerTown } from '../../../test/support/legistar/town.ts'
import { sourceOf, town, townRecords } from '../../../test/support/towns/town.ts'
import { openReadStore, type ReadDatabase, type ReadStore } from '../../store/open.ts'
import { load, type Progress } from './load.ts'
import { addMunicipality } from './municipalities.ts'

const records = townRecords()
const clock = { now: () => Date.UTC(2026, 5, 1), monotonic: () => 0 }
const whole = { prune: false, dryRun: false, clock }

let imports: Imports
let reading: ReadStore
beforeEach(async () => {
  imports = await importedTown()
  reading = openReadStore(imports.databaseUrl)
})
afterEach(async () => {
  await reading.close()
  await imports.remove()
})

const locations = async (db: ReadDatabase) => {
  const rows = await db.selectFrom('meetings').select('location').distinct().execute()
  return rows.map(({ location }) => location)
}
const version = async (db: ReadDatabase) => {
  const row = await db.selectFrom('municipalities').select('data_version').executeTakeFirstOrThrow()
  return row.data_version
}
const moved = records.map((record) =>
  record.kind === 'meeting' ? { ...record, location: 'New Hall' } : record,
)

describe('a read', () => {
  it('that began before an import was committed sees the previous state', async () => {
    const seen = await reading.read(async (db) => {
      const before = [await version(db), await locations(db)]
      await imports.run(moved)
      return [before, [await version(db), await locations(db)]]
    })
    expect(seen[1]).toEqual(seen[0])
    expect(seen[1]).toEqual([2, ['Town Hall']])
    expect([await version(reading.db), await locations(reading.db)]).toEqual([3, ['New Hall']])
  })

  it('does not see an import that is not committed', async () => {
    const seen = new Set<string>()
    const steps = new Set<Progress['step']>()
    const look = ({ step, done }: Progress) => {
      steps.add(step)
      if (done % 50 !== 0) return
      const all = 'select distinct location from meetings'
      seen.add(JSON.stringify(rowsNow(imports.databaseUrl, all)))
    }
    const options = { ...whole, target: imports.target, source: sourceOf(moved) }
    await load(imports.store, { ...options, onProgress: look })
    expect([...steps]).toEqual(['reading', 'writing'])
    expect([...seen]).toEqual(['[{"location":"Town Hall"}]'])
    expect(await locations(reading.db)).toEqual(['New Hall'])
  })

  it('does not wait for an import, nor an import for it', async () => {
    const [, counts] = await Promise.all([
      imports.run(moved),
      Promise.all(Array.from({ length: 20 }, () => reading.read(locations))),
    ])
    for (const rows of counts) expect(rows).toHaveLength(1)
  })
})

describe('progress', () => {
  it('counts every record read, then every record written', async () => {
    const last: Record<string, Progress> = {}
    await load(imports.store, {
      ...whole,
      target: imports.target,
      source: sourceOf(moved),
      onProgress: (progress) => {
        last[progress.step] = progress
      },
    })
    const all = { done: records.length, expected: records.length, fraction: null }
    expect(last).toEqual({
      reading: { step: 'reading', ...all },
      writing: { step: 'writing', ...all },
    })
  })
})

describe('another municipality in the same database', () => {
  it('has its own rows, search index and scores', async () => {
    const score = async () => {
      const results = await foundBy(reading, {
        municipalityId: imports.target.id,
        q: 'heron',
        kinds: ['document_section'],
      })
      return results.map((row) => row.score)
    }
    const before = await contentOf(imports.databaseUrl)
    const scored = await score()
    expect(scored).toHaveLength(1)
    const other = { ...town, slug: 'elsewhere', divisionId: 'ocd-division/country:ca/csd:9900002' }
    const target = await addMunicipality(imports.store, other, clock)
    const herons = changed(records, 'meeting', 'g-0', { summary: 'heron heron heron' })
    await load(imports.store, { ...whole, target, source: sourceOf(herons) })
    expect(await databaseProblems(imports.databaseUrl)).toEqual([])
    expect(await score()).toEqual(scored)
    const kept = without(records, 'g-0', 'i-0-1', 'i-0-2', 'v-0', 'g-3')
    await load(imports.store, { ...whole, target, source: sourceOf(kept), prune: true })
    const removed = (await imports.rows('removed_records')).filter(({ kind }) => kind === 'meeting')
    expect(removed.map(({ key }) => key)).toEqual(['g-0', 'g-3'])
    expect(await score()).toEqual(scored)
    const content = await contentOf(imports.databaseUrl)
    const rows = content.meetings?.filter((row) => row.startsWith('[["municipality_id",1]'))
    expect(rows).toEqual(before.meetings)
  })

  it('may be the same council: its records have the same OCD ids, but are separate rows', async () => {
    const target = await addMunicipality(imports.store, { ...town, slug: 'copy' }, clock)
    const { kinds } = await load(imports.store, { ...whole, target, source: sourceOf(records) })
    expect(kinds.people?.added).toBe(8)
    expect(await databaseProblems(imports.databaseUrl)).toEqual([])
    const ids = (await imports.rows('people')).filter(({ key }) => key === 'p-ng')
    expect(new Set(ids.map(({ ocd_id }) => ocd_id)).size).toBe(1)
    expect(ids.map(({ slug }) => slug)).toEqual(['vera-ng', 'vera-ng'])
  })

  it('is rejected with an existing slug or an invalid value', async () => {
    const add = (changes: object) =>
      addMunicipality(imports.store, { ...town, ...changes }, clock).catch(
        (error: Error) => error.message,
      )
    expect(await add({})).toBe('municipality "pemberley" already exists')
    expect(await add({ slug: 'A b' })).toMatch(/^"A b" is not a slug/)
    expect(await add({ slug: 'b', name: ' ' })).toBe('a municipality must have a name')
    expect(await add({ slug: 'b', divisionId: 'csd:1' })).toMatch(/^"csd:1" is not an OCD division/)
    expect(await add({ slug: 'b', timeZone: 'Mars' })).toMatch(/^"Mars" is not an IANA time zone/)
    expect(await imports.rows('municipalities')).toHaveLength(1)
  })
})

describe('two councils that publish with Legistar, in one municipality', () => {
  const tables = ['organizations', 'people', 'memberships', 'matters', 'meetings', 'motions']
  const rowsOf = async (council: string) =>
    Object.fromEntries(
      await Promise.all(
        tables.map(async (table) => [
          table,
          (await imports.rows(table)).filter(({ source }) => source === `legistar:${council}`),
        ]),
      ),
    ) as Record<string, Row[]>
  const importFrom = async (council: string, meetings: number, prune = false) => {
    const server = await serveLegistar(await responsesOf(largerTown(meetings)), { council })
    const source = await live.open(server.base)
    const report = await load(imports.store, { ...whole, target: imports.target, source, prune })
    expect(await databaseProblems(imports.databaseUrl)).toEqual([])
    return report.kinds
  }

  it('can have the same keys, and pruning one does not affect the other', async () => {
    const first = await importFrom('town', 4)
    const before = await rowsOf('town')
    const second = await importFrom('village', 4)
    expect(second).toEqual(first)
    expect(await rowsOf('town')).toEqual(before)
    const village = await rowsOf('village')
    for (const table of tables) {
      const [townRows = [], villageRows = []] = [before[table], village[table]]
      const named = (rows: Row[], column: string) => rows.map((row) => row[column])
      expect(townRows.length, table).toBeGreaterThan(0)
      expect(named(villageRows, 'key'), table).toEqual(named(townRows, 'key'))
      for (const column of ['id', 'ocd_id', 'slug'].filter((name) => name in (townRows[0] ?? {}))) {
        const names = named([...townRows, ...villageRows], column)
        expect(new Set(names).size, `${table} ${column}`).toBe(2 * townRows.length)
      }
    }
    const pruned = await importFrom('village', 2, true)
    expect(pruned).toMatchObject({ meetings: { removed: 2 }, matters: { removed: 2 } })
    expect(await rowsOf('town')).toEqual(before)
  })
})

describe('a municipality that an import creates', () => {
  const young = { ...town, slug: 'young' }
  const slugs = async () => (await imports.rows('municipalities')).map(({ slug }) => slug)

  it('is created together with its record', async () => {
    const { kinds } = await load(imports.store, {
      ...whole,
      target: young,
      source: sourceOf(records),
    })
    expect(kinds.people?.added).toBe(8)
    expect(await slugs()).toEqual(['pemberley', 'young'])
    expect(await databaseProblems(imports.databaseUrl)).toEqual([])
  })

  it('does not exist after a rejected import or a dry run', async () => {
    const before = await dumpOf(imports.databaseUrl)
    const bad = [...records, { kind: 'motion', key: 'late', position: 1, mover_key: 'none' }]
    const rejected = load(imports.store, { ...whole, target: young, source: sourceOf(bad) })
    await expect(rejected).rejects.toThrow(/^1 error in the source; nothing was imported$/)
    const tried = { ...whole, target: young, source: sourceOf(records), dryRun: true }
    expect((await load(imports.store, tried)).kinds.people?.added).toBe(8)
    const faulty = { ...whole, target: { ...young, timeZone: 'Mars' }, source: sourceOf(records) }
    await expect(load(imports.store, faulty)).rejects.toThrow(/is not an IANA time zone/)
    expect(await dumpOf(imports.databaseUrl)).toEqual(before)
  })
})
