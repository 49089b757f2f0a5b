import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentOf } from '../../../test/support/database/content.ts'
import { foundBy } from '../../../test/support/database/search.ts'
import {
  changed,
  type Imports,
  importedTown,
  reasonsOf,
  without,
} from '../../../test/support/imports/municipality.ts'
import { readArchive } from '../../../test/support/legistar/read-archive.ts'
import { townMatter } from '../../../test/support/legistar/town.ts'
import { townRecords } from '../../../test/support/towns/town.ts'
import type { ImportRecord } from '../../record/kinds.ts'

let imports: Imports
const records = townRecords()
beforeEach(async () => {
  imports = await importedTown()
})
afterEach(() => imports.remove())

const identityOf = ({ id, slug, ocd_id, created_at }: Record<string, unknown>) => ({
  id,
  slug,
  ocd_id,
  created_at,
})

const legistar = { source: 'legistar:town', isPartial: true }

/** An archive of three years, and a slice of it without the introductions of the first two. */
async function threeYears() {
  const files: [string, unknown][] = [2022, 2023, 2024].flatMap((year) =>
    Array.from({ length: 40 }, (_, n): [string, unknown] => {
      const id = year * 100 + n
      const step = { ...townMatter.History[0], ID: id, Date: `${year}-02-01T12:00:00Z` }
      const dates = { IntroDate: step.Date, PassedDate: step.Date, EnactmentDate: step.Date }
      const matter = { ...townMatter, ...dates, ID: id, File: `F ${id}`, History: [step] }
      return n < 20
        ? [`introduction/${year}/${n}.json`, { ...matter, LocalLaw: `${year}/${n}` }]
        : [`resolution/${year}/${n}.json`, { ...matter, TypeName: 'Resolution', LocalLaw: '' }]
    }),
  )
  const isInSlice = ([path]: [string, unknown]) => !/^introduction\/202[23]/.test(path)
  const read = async (some: typeof files) => {
    const none = { 'introduction/2024/0012.json': { ...townMatter, History: [], LocalLaw: '' } }
    const { records } = await readArchive({ ...none, ...Object.fromEntries(some) })
    return records.map(({ record }) => record as ImportRecord)
  }
  return { whole: await read(files), slice: await read(files.filter(isInSlice)) }
}

const removedKeys = async () => (await imports.rows('removed_records')).map(({ key }) => key)

/** Kinds and slugs of the search results for a word. */
async function search(word: string): Promise<string[]> {
  const rows = await foundBy(imports.store, { municipalityId: imports.target.id, q: word })
  return rows
    .flatMap((row) => [row, ...row.others])
    .map(({ kind, slug }) => `${kind} ${slug}`)
    .sort()
}

describe('an import without prune', () => {
  it('removes the items that an agenda lost, and suggests a prune for what else is gone', async () => {
    const [lost, ...rest] = records.filter(({ kind }) => kind === 'agenda_item')
    const without = (kind: string) => records.filter((record) => record.kind === kind).slice(1)
    const { kinds, warnings } = await imports.run([
      ...records.filter(({ kind }) => kind !== 'agenda_item' && kind !== 'bylaw'),
      ...without('bylaw'),
      ...rest,
    ])
    expect(kinds).toMatchObject({ agenda_items: { removed: 1 }, bylaws: { removed: 0 } })
    expect(await removedKeys()).toEqual([lost?.key])
    const reasons = warnings.map(({ subject, reason }) => `${subject}: ${reason}`)
    expect(reasons).toContain(
      'agenda items: removed 1 that their agendas no longer have, such as 1 of meeting g-0',
    )
    expect(reasons.join()).toContain(
      'no longer has 1 bylaw of earlier imports; if they were deleted there, import again with --prune',
    )
  })

  describe('of an agenda', () => {
    const meeting = { kind: 'meeting', key: 'g-long', title: 'Council', date: '2024-02-02' }
    const items = Array.from({ length: 30 }, (_, n) => {
      const numbers = { position: n, item_number: `${n}`, title: `Item ${n}` }
      return { kind: 'agenda_item', key: `i-long-${n}`, meeting_key: meeting.key, ...numbers }
    })
    const held = { ...meeting, status: 'completed' }
    const isLive = async (key: string) =>
      (await imports.rows('agenda_items')).some((row) => row.key === key)
    beforeEach(() => imports.run([held, ...items]))

    it('keeps the items if most of them are missing, and says so', async () => {
      const { kinds, warnings } = await imports.run([held, { ...items[0], key: 'i-new' }])
      expect(kinds.agenda_items).toEqual({ added: 1, changed: 0, same: 0, removed: 0 })
      expect(warnings).toContainEqual({
        location: 'town:1',
        subject: 'meeting g-long',
        reason:
          'has fewer agenda items (1) than earlier imports (30); none is removed, because a part of the agenda may be missing: import all of it, or use --prune',
      })
      expect(await isLive('i-long-29')).toBe(true)
    })

    it('removes them if as many others replace them, or with prune', async () => {
      const others = items.slice(1).map((item) => ({ ...item, key: `${item.key}-b` }))
      const { kinds } = await imports.run([held, ...others])
      expect(kinds.agenda_items).toMatchObject({ added: 29, removed: 30 })
      const last = [...records, held, ...others.slice(0, 19)]
      const pruned = await imports.run(last, { prune: true })
      expect(pruned.kinds.agenda_items).toMatchObject({ removed: 10 })
      expect(await isLive('i-long-29-b')).toBe(false)
    })
  })

  it('removes nothing', async () => {
    const { kinds } = await imports.run(records.slice(0, 5))
    expect(Object.values(kinds).every(({ removed }) => removed === 0)).toBe(true)
    expect(await removedKeys()).toEqual([])
  })
})

describe('an import with prune', () => {
  it('removes missing records, and moves updated_at of the records they were part of', async () => {
    const { kinds } = await imports.run(without(records, 'v-4', 'm-roy'), { prune: true })
    expect(kinds.motions).toEqual({ added: 0, changed: 0, same: 44, removed: 1 })
    expect(kinds.memberships).toEqual({ added: 0, changed: 0, same: 6, removed: 1 })
    expect((await removedKeys()).sort()).toEqual(['m-roy', 'v-4'])
    expect((await imports.moved()).sort()).toEqual([
      'matters x-4',
      'meetings g-4',
      'organizations o-council',
      'people p-ames',
      'people p-lukasz',
      'people p-roy',
    ])
  })

  it('moves updated_at of the records that referred to a removed one, and again when it returns', async () => {
    for (const source of [without(records, 'p-ng'), records]) {
      await imports.run(source, { prune: true })
      expect(await imports.moved()).toEqual(expect.arrayContaining(['motions v-0', 'meetings g-0']))
    }
  })

  it('changes nothing when repeated', async () => {
    const less = without(records, 'v-4')
    await imports.run(less, { prune: true })
    const before = await imports.rows('motions')
    const version = (await imports.rows('municipalities'))[0]?.data_version
    const { kinds } = await imports.run(less, { prune: true })
    expect(kinds.motions).toEqual({ added: 0, changed: 0, same: 44, removed: 0 })
    expect(await imports.rows('motions')).toEqual(before)
    expect((await imports.rows('municipalities'))[0]?.data_version).toBe(version)
  })

  it.each<[string, ImportRecord['kind'], string[]]>([
    ['motions', 'motion', ['v-4']],
    ['meetings', 'meeting', ['g-3']],
    ['matters', 'matter', ['x-0']],
    ['agenda_items', 'agenda_item', ['i-4-2']],
    ['people', 'person', ['p-ng']],
    ['organizations', 'organization', ['o-council']],
    ['bylaws', 'bylaw', ['b-0']],
  ])('restores %s unchanged, in search too', async (table, _, [key = '']) => {
    const identity = identityOf(await imports.row(table, key))
    const but = ['updated_at', 'scheduled_at']
    const before = await contentOf(imports.databaseUrl, but)
    const gone = await imports.run(without(records, key), { prune: true })
    expect(gone.kinds[table]?.removed).toBe(1)
    expect((await contentOf(imports.databaseUrl, but))[table]).not.toEqual(before[table])
    const back = await imports.run(records, { prune: true })
    expect(back.kinds[table]).toMatchObject({ added: 1, changed: 0, removed: 0 })
    expect(identityOf(await imports.row(table, key))).toEqual(identity)
    expect(await contentOf(imports.databaseUrl, but)).toEqual(before)
  })

  it('restores a record with changes', async () => {
    await imports.run(without(records, 'x-3'), { prune: true })
    await imports.run(changed(records, 'matter', 'x-3', { title: 'On otters' }))
    expect(await imports.row('matters', 'x-3')).toMatchObject({ title: 'On otters' })
    expect(await removedKeys()).toEqual([])
    expect(await search('otters')).toEqual(['matter rpt-2023-003'])
  })

  it('never assigns the slug of a removed record to another record', async () => {
    const { slug } = await imports.row('people', 'p-roy')
    const less = without(records, 'p-roy')
    await imports.run([...less, { kind: 'person', key: 'p-new', name: 'Stéphanie Roy' }], {
      prune: true,
    })
    expect((await imports.row('people', 'p-new')).slug).toBe(`${slug}-2`)
  })
})

describe('search', () => {
  it('does not find what belongs to a removed meeting, until it is restored', async () => {
    const before = { ditch: await search('ditch'), called: await search('called') }
    const statements = await search('culvert')
    const slug = String((await imports.row('meetings', 'g-3')).slug)
    await imports.run(without(records, 'g-3'), { prune: true })
    expect(before.ditch).toContain(`agenda_item ${slug}-item-1-1`)
    // The motion is still in the source, so it is found without its meeting.
    const gone = [`agenda_item ${slug}-item-1-1`]
    expect(await search('ditch')).toEqual(before.ditch.filter((result) => !gone.includes(result)))
    expect(await search('culvert')).toEqual(statements.filter((result) => !result.includes(slug)))
    expect(await search('called')).toEqual(before.called.filter((result) => !result.includes(slug)))
    await imports.run(records)
    expect(await search('ditch')).toEqual(before.ditch)
    expect(await search('culvert')).toEqual(statements)
    expect(await search('called')).toEqual(before.called)
  })

  it('does not find sections of a matter that is removed with its agenda items and motions', async () => {
    expect(await search('heron')).toEqual(['document_section rpt-2024-000-1-1'])
    const gone = ['x-0', 'v-0', 'v-25', 'i-0-2', 'i-25-2', 'g-0', 'i-0-1', 'g-25', 'i-25-1']
    await imports.run(without(records, ...gone), { prune: true })
    expect(await search('heron')).toEqual([])
  })

  it('titles a motion by its own words, below its agenda item until that is removed', async () => {
    const titles = async () =>
      (await imports.rows('search_documents')).flatMap((row) =>
        row.slug === 'motion-2024-4' ? [row.title] : [],
      )
    const isFound = async (words: string) => (await search(words)).includes('motion motion-2024-4')
    expect(await isFound('drainage')).toBe(true)
    await imports.run(without(records, 'i-4-2'), { prune: true })
    expect(await isFound('drainage')).toBe(false)
    await imports.run(changed(records, 'agenda_item', 'i-4-2', { title: 'Culvert four' }))
    expect(await isFound('culvert four')).toBe(true)
    expect(await titles()).toEqual(['That ditch 4 be dredged'])
  })
})

describe('two sources of one municipality', () => {
  it('can each have a record with the same key', async () => {
    await imports.run([{ kind: 'person', key: 'p-ng', name: 'Vera Ng' }], { source: 'elsewhere' })
    const rows = (await imports.rows('people')).filter(({ key }) => key === 'p-ng')
    expect(rows.map(({ source, slug }) => `${source} ${slug}`)).toEqual([
      'town vera-ng',
      'elsewhere vera-ng-2',
    ])
    expect(new Set(rows.map(({ ocd_id }) => ocd_id)).size).toBe(2)
  })

  it('are pruned separately', async () => {
    const other = records.filter(({ kind }) => kind === 'person' || kind === 'organization')
    await imports.run(other, { source: 'elsewhere' })
    const { kinds } = await imports.run(other.slice(1), { source: 'elsewhere', prune: true })
    expect(kinds.people).toMatchObject({ same: 7, removed: 1 })
    const gone = await imports.rows('removed_records')
    expect(gone.map(({ source }) => source)).toEqual(['elsewhere'])
    const last = ['person', 'organization'].flatMap((kind) =>
      other.filter((record) => record.kind === kind).slice(-1),
    )
    const one = await imports.run(last, { source: 'elsewhere', prune: true })
    expect((one.kinds.people?.removed ?? 0) + (one.kinds.organizations?.removed ?? 0)).toBe(9)
    expect((await imports.rows('removed_records')).map(({ source }) => source)).not.toContain(
      'town',
    )
  })

  it('are not pruned by an import without records, which is probably an error', async () => {
    const rejected = await imports.rejected([], { prune: true })
    expect(reasonsOf(rejected)).toEqual([
      'town: source: it contains no records, so --prune would remove everything that it once had',
    ])
  })
})

describe('an incomplete source', () => {
  it('is rejected with --prune if it has no records of a kind that was imported before', async () => {
    const less = records.filter(({ kind }) => kind !== 'motion' && kind !== 'membership')
    const reason = (count: number) =>
      `the source has none, so --prune would remove all ${count}; omit --prune or fix the source`
    expect(reasonsOf(await imports.rejected(less, { prune: true }))).toEqual([
      `town: memberships: ${reason(7)}`,
      `town: motions: ${reason(45)}`,
    ])
    await imports.run(less)
    // Rows of another source, or already removed ones, make no difference.
    await imports.run([{ kind: 'person', key: 'p', name: 'Vera Ng' }], { source: 'elsewhere' })
    await imports.run([{ kind: 'person', key: 'q', name: 'A. Roy' }], {
      source: 'elsewhere',
      prune: true,
    })
  })

  it('is rejected with --prune if it has no meeting of a year with recorded ones', async () => {
    const meetings = records.flatMap((record) => (record.kind === 'meeting' ? [record] : []))
    const years = [...new Set(meetings.map(({ date }) => date.slice(0, 4)))].sort()
    const old = Array.from({ length: 5 }, (_, i) => {
      const earlier = { key: `g-old-${i}`, title: 'Old Council', date: `1998-02-0${i + 1}` }
      return { ...meetings[0], ...earlier, status: 'completed' } as ImportRecord
    })
    await imports.run([...records, ...old])
    expect(years).not.toContain('1998')
    expect(reasonsOf(await imports.rejected(records, { prune: true }))).toEqual([
      'town: meetings: the source has none of 1998, so --prune would remove all 5; omit --prune or import all years together',
    ])
    expect(await imports.row('meetings', 'g-old-0')).toMatchObject({ title: 'Old Council' })
  })

  it('is rejected with --prune if it lacks records of other dates: an archive with one folder of matters', async () => {
    const { whole, slice } = await threeYears()
    await imports.run(whole, legistar)
    const rejected = await imports.rejected(slice, { ...legistar, prune: true })
    expect(reasonsOf(rejected).map((reason) => reason.replace(/^legistar:town: /, ''))).toEqual([
      ...['2022', '2023'].map(
        (year) =>
          `bylaws: the source has none of ${year}, so --prune would remove all 20; omit --prune or import all years together`,
      ),
      'matters: --prune would remove 40 of 121 (20 of 2022, 20 of 2023); omit --prune or import the whole source',
      'actions: --prune would remove 40 of 120 (20 of 2022, 20 of 2023); omit --prune or import the whole source',
    ])
    const isCorrected = ({ kind, key }: ImportRecord) => kind === 'action' && key < '202224'
    const corrected = whole.filter((record) => !isCorrected(record))
    const { kinds } = await imports.run(corrected, { ...legistar, prune: true })
    expect(kinds.actions).toMatchObject({ same: 96, removed: 24 })
  })

  it('is rejected with --prune if it reports gaps', async () => {
    const gaps = [
      { location: 'https://a.example/bills', subject: 'bills', reason: 'does not exist' },
    ]
    const rejected = await imports.rejected(records, { prune: true, gaps })
    expect(reasonsOf(rejected)).toEqual([
      'https://a.example/bills: bills: does not exist; omit --prune or fix the source',
    ])
    await imports.run(records, { gaps })
  })
})
