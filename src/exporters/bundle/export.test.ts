import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { differingColumns, recordRows } from '../../../test/support/database/record-columns.ts'
import { writeFolder } from '../../../test/support/imports/collect-items.ts'
import {
  changed,
  freshImports,
  type Imports,
  importedTables,
  importedTown,
  without,
} from '../../../test/support/imports/municipality.ts'
import { statedRecords } from '../../../test/support/imports/stated-records.ts'
import { town, townRecords } from '../../../test/support/towns/town.ts'
import { bundle } from '../../importers/bundle/index.ts'
import { bundleFileName } from '../../importers/bundle/schema.ts'
import { type ImportRecord, recordKindNames } from '../../record/kinds.ts'
import { openReadStore } from '../../store/open.ts'
import { StoreError } from '../../store/store-error.ts'
import { exportBundle } from './export.ts'

const opened: Imports[] = []
afterEach(async () => {
  for (const imports of opened.splice(0)) await imports.remove()
})
const removeAfterTest = async (imports: Promise<Imports>) => {
  const made = await imports
  opened.push(made)
  return made
}
const records = townRecords()
const none = { added: 0, changed: 0, removed: 0 }

/** Exports into a new folder, and returns its path. */
async function exported({ databaseUrl }: Imports, source?: string): Promise<string> {
  const folder = join(await writeFolder({}), 'out')
  const store = openReadStore(databaseUrl)
  onTestFinished(() => store.close())
  await exportBundle(store, { municipality: town.slug, source, folder })
  return folder
}

/** The records of an exported folder. */
async function readBack(folder: string): Promise<ImportRecord[]> {
  const records: ImportRecord[] = []
  for await (const item of (await bundle.open(folder)).items) {
    if (item.type === 'record') records.push(item.record as ImportRecord)
    else if (item.type === 'error') throw new Error(JSON.stringify(item))
  }
  return records
}

/** The rows of all record tables, without timestamps. */
async function namesOf(imports: Imports): Promise<Record<string, unknown>> {
  const rows: Record<string, unknown> = {}
  for (const table of importedTables) {
    rows[table] = (await imports.rows(table)).map(
      ({ created_at: _, updated_at: __, scheduled_at: ___, ...row }) => row,
    )
  }
  return rows
}

describe('an export', () => {
  it('changes nothing when imported into its own database', async () => {
    const imports = await removeAfterTest(importedTown())
    const folder = await exported(imports)
    const { kinds } = await imports.run(await readBack(folder), { prune: true })
    for (const [kind, report] of Object.entries(kinds)) expect(report, kind).toMatchObject(none)
    expect(Object.values(kinds).reduce((sum, { same }) => sum + same, 0)).toBe(records.length)
  })

  it('has every column of a record that states every field', async () => {
    const imports = await removeAfterTest(freshImports())
    await imports.run(statedRecords())
    const other = await removeAfterTest(freshImports())
    await other.run(await readBack(await exported(imports)))
    const [here, there] = [
      await recordRows(imports.databaseUrl),
      await recordRows(other.databaseUrl),
    ]
    expect(differingColumns(here, there).filter((column) => !/^imports[.]/.test(column))).toEqual(
      [],
    )
  })

  it('changes nothing of a meeting whose source does not say what was published', async () => {
    const imports = await removeAfterTest(freshImports())
    const named = { kind: 'meeting', key: 'g-1', title: 'Harbour Board' }
    const plain = { ...named, date: '2024-05-06', status: 'completed' }
    const linked = { ...plain, key: 'g-2', agenda_url: 'https://pemberley.example/g-2.pdf' }
    await imports.run([plain, linked])
    const rows = await imports.rows('meetings')
    expect(rows.map(({ has_agenda: has }) => has)).toEqual([0, 1])
    const { kinds } = await imports.run(await readBack(await exported(imports)))
    expect(kinds.meetings).toMatchObject({ ...none, same: 2 })
  })

  it('has the ends of seats as the source states them, and the other names', async () => {
    const imports = await removeAfterTest(freshImports())
    const others = [{ name: 'Shoreline Board', note: 'until 2019' }]
    const body = changed(records, 'organization', 'o-library', { other_names: others })
    await imports.run(changed(body, 'person', 'p-roy', { death_date: '2024-02-29' }))
    expect((await imports.row('memberships', 'm-roy')).end_date).toBe('2024-02-29')
    const back = await readBack(await exported(imports))
    expect(back.find(({ key }) => key === 'm-roy')).not.toMatchObject({ end_date: '2024-02-29' })
    expect(back.find(({ key }) => key === 'o-library')).toMatchObject({ other_names: others })
    const { kinds } = await imports.run(back, { prune: true })
    for (const [kind, report] of Object.entries(kinds)) expect(report, kind).toMatchObject(none)
  })

  it('has bundle.json, and a file for each kind with its records sorted by key', async () => {
    const imports = await removeAfterTest(importedTown())
    const folder = await exported(imports)
    expect((await readdir(folder)).sort()).toEqual(
      ['bundle.json', ...recordKindNames.map(bundleFileName)].sort(),
    )
    expect(JSON.parse(await readFile(join(folder, 'bundle.json'), 'utf8'))).toEqual({
      format: 'reeve-bundle',
      version: 2,
      municipality: {
        slug: town.slug,
        name: town.name,
        division_id: town.divisionId,
        time_zone: town.timeZone,
        url: town.url,
      },
      source: { name: 'town', url: 'https://pemberley.example', licence: 'CC0' },
    })
    const back = await readBack(folder)
    for (const table of importedTables) {
      const rows = await imports.rows(table)
      const kind = recordKindNames[importedTables.indexOf(table)]
      expect(back.filter((record) => record.kind === kind).map(({ key }) => key)).toEqual(
        rows.map(({ key }) => key).sort(),
      )
    }
  })

  it('keeps slugs and ids in another database, even those that it would assign differently', async () => {
    const first = await removeAfterTest(freshImports())
    await first.run([{ kind: 'person', key: 'p-first', name: 'Stéphanie Roy' }, ...records])
    await first.run(changed(records, 'matter', 'x-3', { title: 'On herons, later' }))
    await first.run(without(records, 'b-7', 'b-8'), { prune: true })
    const { slug } = await first.row('people', 'p-roy')
    expect(slug).toBe('stephanie-roy-2')

    const second = await removeAfterTest(freshImports())
    const report = await second.run(await readBack(await exported(first)))
    expect(report.warnings).toEqual([])
    expect(await namesOf(second)).toEqual(await namesOf(first))
    const added = await second.run([{ kind: 'person', key: 'p-new', name: 'Stéphanie Roy' }])
    expect(added.kinds.people?.added).toBe(1)
    expect((await second.row('people', 'p-new')).slug).toBe('stephanie-roy')
  })

  it('assigns other ids if those are taken, and keeps slugs that are free', async () => {
    const first = await removeAfterTest(importedTown())
    const second = await removeAfterTest(freshImports())
    await second.run([{ kind: 'person', key: 'p-1', name: 'Vera Ng' }], { source: 'elsewhere' })
    const { kinds } = await second.run(await readBack(await exported(first)))
    expect(kinds.people?.added).toBe(records.filter(({ kind }) => kind === 'person').length)
    expect((await second.row('people', 'p-ng')).slug).toBe('vera-ng-2')
    expect((await second.row('people', 'p-roy')).slug).toBe('stephanie-roy')
  })

  it('of a subset says that it is one, and keeps its references out of it', async () => {
    const first = await removeAfterTest(freshImports())
    const few = records.filter(({ kind }) => !['person', 'membership', 'bylaw'].includes(kind))
    const slice = await first.run(few, { isPartial: true })
    expect(slice.warnings.length).toBeGreaterThan(9)
    const folder = await exported(first)
    const [back, { isPartial = false }] = [await readBack(folder), await bundle.open(folder)]
    expect(isPartial).toBe(true)
    const again = await first.run(back, { isPartial, prune: true })
    for (const [kind, report] of Object.entries(again.kinds))
      expect(report, kind).toMatchObject(none)
    const second = await removeAfterTest(freshImports())
    const copied = await second.run(back, { isPartial })
    expect(copied.kinds.motions?.added).toBe(45)
    expect(copied.unresolved).toEqual(slice.unresolved)
    // The complete record adds the same in both databases.
    const whole = await second.run(records)
    expect((await first.run(records)).kinds).toEqual(whole.kinds)
    expect(whole.kinds.motions?.changed).toBeGreaterThan(0)
  })

  it('omits records that depended on a pruned one', async () => {
    const first = await removeAfterTest(importedTown())
    await first.run(without(records, 'g-3', 'p-roy'), { prune: true })
    const folder = await exported(first)
    const [back, { isPartial = false }] = [await readBack(folder), await bundle.open(folder)]
    expect(back.some(({ key }) => key === 'g-3' || key === 'p-roy')).toBe(false)
    const second = await removeAfterTest(freshImports())
    expect((await second.run(back, { isPartial })).kinds.meetings?.added).toBe(44)
    expect(isPartial).toBe(true)
  })

  it.each([
    ['a result in another spelling', { result: 'CARRIED' }],
    ['an unknown result', { result: 'Received' }],
    ['no result', { result: null }],
    ['a tally of unknowns beside votes', { tally: {} }],
    ['a tally that is not that of its votes', { tally: { for: 9, against: null } }],
    ['votes without a tally', { tally: null }],
    ['no votes and no tally', { tally: null, votes: [] }],
    ['no votes and an empty tally', { tally: { for: null }, votes: [] }],
    ['no names at all', { mover_key: null, seconder_key: null, mover_name: null, votes: [] }],
  ])('changes nothing when imported again, with %s', async (_, changes) => {
    const imports = await removeAfterTest(importedTown())
    const other = changed(records, 'motion', 'v-4', changes)
    await imports.run(other)
    const { kinds } = await imports.run(await readBack(await exported(imports)))
    expect(kinds.motions).toEqual({ ...none, same: 45 })
    expect((await imports.run(other)).kinds.motions).toEqual({ ...none, same: 45 })
  })

  it('holds one source, which must be named if there is more than one', async () => {
    const imports = await removeAfterTest(importedTown())
    await imports.run([{ kind: 'person', key: 'p-ng', name: 'V. Ng' }], { source: 'elsewhere' })
    await expect(exported(imports)).rejects.toThrow(
      '"pemberley" has records from 2 sources, but a bundle holds one: choose it with --source; the sources are "elsewhere", "town"',
    )
    await expect(exported(imports, 'nowhere')).rejects.toThrow(
      '"pemberley" has no records from the source "nowhere"; its sources are "elsewhere", "town"',
    )
    const second = await removeAfterTest(freshImports())
    for (const source of ['elsewhere', 'town']) {
      await second.run(await readBack(await exported(imports, source)), { source })
    }
    expect(await namesOf(second)).toEqual(await namesOf(imports))
  })
})

describe('the folder of an export', () => {
  const into = async (imports: Imports, folder: string) => {
    const store = openReadStore(imports.databaseUrl)
    onTestFinished(() => store.close())
    return exportBundle(store, { municipality: town.slug, source: undefined, folder })
  }

  it('may be empty, or a symbolic link to an empty one', async () => {
    const imports = await removeAfterTest(importedTown())
    const parent = await writeFolder({})
    await mkdir(join(parent, 'empty'))
    await symlink(join(parent, 'empty'), join(parent, 'link'))
    // An export that was killed.
    await mkdir(join(parent, 'empty.71-0123abcd.part', 'inside'), { recursive: true })
    const report = await into(imports, join(parent, 'link'))
    expect(report.kinds.meetings).toBe(45)
    expect(await readBack(join(parent, 'empty'))).toHaveLength(records.length)
    expect((await readdir(parent)).sort()).toEqual(['empty', 'link'])
  })

  it('is rejected if it is not empty, and left unchanged', async () => {
    const imports = await removeAfterTest(importedTown())
    const parent = await writeFolder({ 'full/a.txt': 'a', file: 'b' })
    await expect(into(imports, join(parent, 'full'))).rejects.toThrow(StoreError)
    await expect(into(imports, join(parent, 'full'))).rejects.toThrow(
      /full is not empty: choose an/,
    )
    await expect(into(imports, join(parent, 'file'))).rejects.toThrow(
      /file exists and is not a folder/,
    )
    expect(await readdir(join(parent, 'full'))).toEqual(['a.txt'])
  })

  it('is not created if the export fails, and no temporary files remain', async () => {
    const imports = await removeAfterTest(importedTown())
    const parent = await writeFolder({})
    const folder = join(parent, 'late')
    const store = openReadStore(imports.databaseUrl)
    onTestFinished(() => store.close())
    // Another program creates the folder with a file in it during the export.
    const read: typeof store.read = (work) =>
      store.read(async (db) => {
        const done = work(db)
        while (!existsSync(parent) || (await readdir(parent)).length === 0) await Promise.resolve()
        await mkdir(folder)
        await writeFile(join(folder, 'theirs'), 'x')
        return done
      })
    const options = { municipality: town.slug, source: undefined, folder }
    await expect(exportBundle({ read }, options)).rejects.toThrow(/is not empty/)
    expect(await readdir(parent)).toEqual(['late'])
    expect(await readdir(folder)).toEqual(['theirs'])
  })

  it.each([
    ['nowhere', 'municipality "nowhere" does not exist'],
    [town.slug, '"pemberley" has no records to export'],
  ])('is not created if there is nothing to export: %s', async (municipality, message) => {
    const imports = await removeAfterTest(freshImports())
    const parent = await writeFolder({})
    const store = openReadStore(imports.databaseUrl)
    onTestFinished(() => store.close())
    const options = { municipality, source: undefined, folder: join(parent, 'out') }
    await expect(exportBundle(store, options)).rejects.toThrow(message)
    expect(await readdir(parent)).toEqual([])
  })
})
