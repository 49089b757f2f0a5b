import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentOf } from '../../../test/support/database/content.ts'
import { dumpOf } from '../../../test/support/database/dump.ts'
import {
  changed,
  freshImports,
  type Imports,
  importedTown,
} from '../../../test/support/imports/municipality.ts'
import { pastMeeting } from '../../../test/support/towns/past-meeting.ts'
import { townRecords } from '../../../test/support/towns/town.ts'
import type { ImportRecord } from '../../record/kinds.ts'

let imports: Imports
const records = townRecords()
beforeEach(async () => {
  imports = await importedTown()
})
afterEach(() => imports.remove())

const item: ImportRecord = {
  kind: 'agenda_item',
  key: 'new',
  meeting_key: 'g-3',
  matter_key: 'x-9',
  position: 9,
  title: 'A late item',
}

describe('updated_at moves', () => {
  it.each<[string, ImportRecord[], string[]]>([
    [
      'with a motion: its meeting and its matter',
      changed(records, 'motion', 'v-4', { result: 'Carried as amended' }),
      ['matters x-4', 'meetings g-4', 'motions v-4'],
    ],
    [
      'with one vote of a motion',
      changed(records, 'motion', 'v-4', { votes: [{ name: 'A. Nother', value: 'For' }] }),
      ['matters x-4', 'meetings g-4', 'motions v-4', 'people p-ames', 'people p-lukasz'],
    ],
    [
      'with an agenda item: its meeting, its matter and its motion',
      changed(records, 'agenda_item', 'i-4-2', { title: 'Renamed' }),
      ['agenda_items i-4-2', 'matters x-4', 'meetings g-4', 'motions v-4'],
    ],
    [
      'with a new agenda item',
      [...records, item],
      ['agenda_items new', 'matters x-9', 'meetings g-3'],
    ],
    [
      'with a membership: the person and the organization',
      changed(records, 'membership', 'm-roy', { role: 'Deputy Mayor' }),
      ['memberships m-roy', 'organizations o-council', 'people p-roy'],
    ],
    [
      'with a meeting: alone',
      changed(records, 'meeting', 'g-4', { location: 'Barn' }),
      ['meetings g-4'],
    ],
    [
      'with one who attended a meeting',
      changed(records, 'meeting', 'g-4', { attendance: [] }),
      ['meetings g-4', 'people p-ng', 'people p-roy'],
    ],
    [
      'with a new meeting: its body, which counts it',
      [...records, pastMeeting('new', { organization_key: 'o-parks' }) as ImportRecord],
      ['meetings new', 'organizations o-parks'],
    ],
    [
      'with a person: alone',
      changed(records, 'person', 'p-ng', { party: 'None' }),
      ['people p-ng'],
    ],
    [
      'with a by-law: alone',
      changed(records, 'bylaw', 'b-0', { status: 'Repealed' }),
      ['bylaws b-0'],
    ],
    [
      'with an organization: alone, if nothing else shows what changed',
      changed(records, 'organization', 'o-parks', { classification: 'board' }),
      ['organizations o-parks'],
    ],
    [
      'with the name of an organization: what shows it',
      changed(records, 'organization', 'o-library', { name: 'Library and Archive' }),
      ['organizations o-library', 'people p-ames'],
    ],
    [
      'with a matter: its by-law',
      changed(records, 'matter', 'x-0', { sponsorships: [] }),
      ['bylaws b-0', 'matters x-0'],
    ],
    [
      'with a matter without a by-law: alone',
      changed(records, 'matter', 'x-4', { sponsorships: [{ name: 'A', primary: true }] }),
      ['matters x-4'],
    ],
    [
      'with the date of a meeting: its body, its motions, the matters that they decide and who voted',
      changed(records, 'meeting', 'g-4', { date: '2024-01-20' }),
      ['matters x-4', 'meetings g-4', 'motions v-4', 'organizations o-council', 'people p-ames'],
    ],
  ])('%s', async (_, next, expected) => {
    const before = (await imports.rows('municipalities'))[0]
    const { kinds } = await imports.run(next)
    expect((await imports.moved()).sort()).toEqual(expected)
    const counts = Object.values(kinds)
    expect(counts.reduce((sum, { added, changed: more }) => sum + added + more, 0)).toBe(1)
    const after = (await imports.rows('municipalities'))[0]
    expect(after?.data_version).toBe(Number(before?.data_version) + 1)
    expect(`${after?.updated_at}` > `${before?.updated_at}`).toBe(true)
  })

  it('but created_at never does', async () => {
    const before = (await imports.row('matters', 'x-0')).created_at
    await imports.run(changed(records, 'matter', 'x-0', { title: 'Another' }))
    expect(await imports.row('matters', 'x-0')).toMatchObject({
      title: 'Another',
      created_at: before,
    })
  })

  it('with an agenda item that goes to another meeting and matter: those that it left, too', async () => {
    const alone = changed(records, 'motion', 'v-4', { agenda_item_key: null })
    await imports.run(alone)
    const there = { meeting_key: 'g-5', parent_key: null, matter_key: 'x-6' }
    await imports.run(changed(alone, 'agenda_item', 'i-4-2', there))
    expect(await imports.moved()).toEqual([
      'matters x-4',
      'matters x-6',
      'meetings g-4',
      'meetings g-5',
      'agenda_items i-4-2',
    ])
  })
})

describe('child rows of a record', () => {
  const counts = async () => ({
    attendance: (await imports.rows('attendance')).length,
    votes: (await imports.rows('votes')).length,
    documents: (await imports.rows('documents')).length,
    document_sections: (await imports.rows('document_sections')).length,
    key_statements: (await imports.rows('key_statements')).length,
    speaking_time: (await imports.rows('speaking_time')).length,
    sponsorships: (await imports.rows('sponsorships')).length,
  })

  it('are replaced as a whole', async () => {
    const before = await counts()
    const meeting = changed(records, 'meeting', 'g-0', {
      attendance: [{ name: 'Nobody', present: false }],
      speaking_time: [],
      key_statements: [
        { speaker: 'A', text: 'The weir is high.' },
        { speaker: 'B', text: 'The weir is low.' },
      ],
      documents: [{ title: 'Errata', sections: [{ text: 'The weir.' }, { text: 'Its gate.' }] }],
    })
    const motion = changed(meeting, 'motion', 'v-0', { votes: [{ name: 'X', value: 'For' }] })
    await imports.run(changed(motion, 'matter', 'x-0', { sponsorships: [], documents: [] }))
    expect(await counts()).toEqual({
      attendance: before.attendance - 2,
      votes: before.votes - 3,
      documents: before.documents - 1,
      document_sections: before.document_sections + 1 - 1,
      key_statements: before.key_statements + 1,
      speaking_time: before.speaking_time - 2,
      sponsorships: before.sponsorships - 1,
    })
    const texts = (await imports.rows('key_statements')).map(({ text }) => text)
    expect(texts).toContain('The weir is low.')
    expect(texts).not.toContain('The culvert at Mill Creek floods, said in meeting 0.')
  })

  it('are all deleted if the record has none any more', async () => {
    const bare = records.map((record) => {
      const { attendance, votes, documents, key_statements, speaking_time, sponsorships, ...rest } =
        record as unknown as Record<string, unknown>
      return rest
    })
    await imports.run(bare)
    expect(new Set(Object.values(await counts()))).toEqual(new Set([0]))
  })

  it('are the same after any sequence of imports as in a new database', async () => {
    const other = changed(
      changed(
        changed(records, 'meeting', 'g-6', { date: '2025-05-05', key_statements: [] }),
        'motion',
        'v-6',
        { meeting_key: 'g-7' },
      ),
      'agenda_item',
      'i-6-2',
      { title: 'On the weir', meeting_key: 'g-7', parent_key: null },
    )
    await imports.run(other)
    await imports.run(records)
    await imports.run(changed(other, 'motion', 'v-6', { text: null }))
    await imports.run(other)
    const fresh = await freshImports()
    await fresh.run(other)
    // Slugs and times depend on the import that created the row.
    const but = ['created_at', 'updated_at', 'scheduled_at', 'slug']
    expect(await contentOf(imports.databaseUrl, but)).toEqual(
      await contentOf(fresh.databaseUrl, but),
    )
    await fresh.remove()
  })
})

describe('a dry run', () => {
  it.each<[string, ImportRecord[], boolean]>([
    ['a change', changed([...records, item], 'meeting', 'g-1', { date: '2024-03-03' }), false],
    ['a removal', records.filter(({ kind, key }) => kind !== 'motion' || key === 'v-4'), true],
  ])('reports %s as the real import does, and changes no row', async (_, source, prune) => {
    const before = await dumpOf(imports.databaseUrl)
    const tried = await imports.run(source, { prune, dryRun: true })
    expect(await dumpOf(imports.databaseUrl)).toEqual(before)
    const done = await imports.run(source, { prune })
    expect(tried).toEqual(done)
    expect(await dumpOf(imports.databaseUrl)).not.toEqual(before)
  })

  it('is rejected for the same errors as a real one', async () => {
    const bad = [...records, { ...item, matter_key: 'nowhere' }]
    const dry = await imports.rejected(bad, { dryRun: true })
    const real = await imports.rejected(bad)
    expect(dry.errors).toEqual(real.errors)
    expect(dry.total).toBe(1)
  })
})
