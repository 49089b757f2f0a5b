import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  changed,
  type Imports,
  importedTown,
  without,
} from '../../../test/support/imports/municipality.ts'
import { townRecords } from '../../../test/support/towns/town.ts'
import { historyOfRecordMax, historyValueMax } from '../../record/history-fields.ts'
import type { ImportRecord, RecordKind } from '../../record/kinds.ts'
import { removeMunicipality } from './municipalities.ts'

let imports: Imports
const votes = [
  { name: 'A. Adams', person_key: 'p-ng', value: 'For' },
  { name: 'B. Brown', value: 'Against' },
]
const own = {
  meeting: {
    ...{ kind: 'meeting', key: 'h', title: 'Budget night', date: '2024-05-01' },
    ...{
      status: 'scheduled',
      start_time: '18:00',
      location: 'Hall',
      organization_key: 'o-council',
    },
    documents: [{ title: 'Agenda', url: 'https://pemberley.example/a.pdf' }],
  },
  items: ['one', 'two', 'three', 'four'].map((title, at) => ({
    ...{ kind: 'agenda_item', key: `h-${title}`, meeting_key: 'h', title, position: at },
    item_number: `${at + 1}.`,
  })),
  motion: {
    ...{ kind: 'motion', key: 'h-m', meeting_key: 'h', position: 0, text: 'That we do.' },
    ...{ result: 'Carried', mover_key: 'p-ng', seconder_name: 'Someone', votes },
    tally: { for: 5, against: 2 },
  },
  matter: { kind: 'matter', key: 'h-x', title: 'Of budgets', status: 'Open' },
}
const records = [
  ...townRecords(),
  own.meeting,
  ...own.items,
  own.motion,
  own.matter,
] as ImportRecord[]

beforeEach(async () => {
  imports = await importedTown()
  await imports.run(records)
  expect(await history()).toEqual([])
})
afterEach(() => imports.remove())

/** The history as lines, in the order in which it was written. */
const history = async () =>
  (await imports.rows('record_changes')).map(
    ({ kind, field, old, new: now, about_title: title }) =>
      `${kind}${title === null ? '' : ` (${title})`} ${field}: ${old} → ${now}`,
  )

const item = (key: string, fields: object, all = records) =>
  changed(all, 'agenda_item', key, fields)

describe('the history', () => {
  it('has nothing of the same import again', async () => {
    await imports.run(records)
    expect(await history()).toEqual([])
  })

  const url = 'https://pemberley.example/new'
  it.each<[RecordKind, string, object, string[]]>([
    ['meeting', 'h', { title: 'Dogs' }, ['meeting title: Budget night → Dogs']],
    ['meeting', 'h', { date: '2024-05-02' }, ['meeting date: 2024-05-01 → 2024-05-02']],
    ['meeting', 'h', { start_time: '19:30' }, ['meeting start_time: 18:00 → 19:30']],
    ['meeting', 'h', { end_time: '21:00' }, ['meeting end_time: null → 21:00']],
    ['meeting', 'h', { end_date: '2024-05-03' }, ['meeting end_date: null → 2024-05-03']],
    ['meeting', 'h', { location: null }, ['meeting location: Hall → null']],
    ['meeting', 'h', { status: 'cancelled' }, ['meeting status: scheduled → cancelled']],
    ['meeting', 'h', { status: 'completed' }, []],
    ['meeting', 'h', { agenda_url: url }, [`meeting agenda_url: null → ${url}`]],
    ['meeting', 'h', { minutes_url: url }, [`meeting minutes_url: null → ${url}`]],
    ['meeting', 'h', { video_url: url }, [`meeting video_url: null → ${url}`]],
    ['meeting', 'h', { summary: 'Not listed', type: 'Not listed' }, []],
    [
      'meeting',
      'h',
      { documents: [{ title: 'Minutes', url }] },
      [
        'meeting (Agenda) document: https://pemberley.example/a.pdf → null',
        `meeting (Minutes) document: null → ${url}`,
      ],
    ],
    [
      'meeting',
      'h',
      { documents: [{ title: 'Agenda', url }] },
      [`meeting (Agenda) document: https://pemberley.example/a.pdf → ${url}`],
    ],
    [
      'meeting',
      'h',
      { documents: [{ title: 'Agenda', url, language: 'fr' }] },
      [
        'meeting (Agenda) document: https://pemberley.example/a.pdf → null',
        `meeting (Agenda) document: null → ${url}`,
      ],
    ],
    [
      'meeting',
      'h',
      { documents: [{ title: 'Agenda' }] },
      ['meeting (Agenda) document: https://pemberley.example/a.pdf → Agenda'],
    ],
    ['agenda_item', 'h-two', { title: 'Two' }, ['meeting (Two) title: two → Two']],
    ['agenda_item', 'h-two', { item_number: '2a' }, ['meeting (two) item_number: 2. → 2a']],
    ['agenda_item', 'h-one', { position: 9 }, ['meeting (one) position: 0 → 9']],
    ['agenda_item', 'h-one', { description: 'Not listed' }, []],
    [
      'agenda_item',
      'h-one',
      { documents: [{ title: 'Report', url }] },
      [`meeting (Report) document: null → ${url}`],
    ],
    ['motion', 'h-m', { text: 'That we do not.' }, ['motion text: That we do. → That we do not.']],
    ['motion', 'h-m', { result: 'Defeated' }, ['motion result: Carried → Defeated']],
    ['motion', 'h-m', { mover_key: 'p-roy' }, ['motion mover: Vera Ng → Stéphanie Roy']],
    ['motion', 'h-m', { seconder_name: null }, ['motion seconder: Someone → null']],
    ['motion', 'h-m', { tally: { for: 6, against: 2 } }, ['motion tally.for: 5 → 6']],
    ['motion', 'h-m', { summary: 'Not listed' }, []],
    [
      'motion',
      'h-m',
      { votes: [{ ...votes[0], name: 'Vera Adams', value: 'Against' }] },
      ['motion (Vera Adams) vote: For → Against', 'motion (B. Brown) vote: Against → null'],
    ],
    ['motion', 'h-m', { votes: [votes[0], { ...votes[1], person_key: 'p-roy' }] }, []],
    [
      'motion',
      'h-m',
      { votes: [...votes, { name: 'C. Cole', value: 'For' }] },
      ['motion (C. Cole) vote: null → For'],
    ],
    ['matter', 'h-x', { title: 'Of taxes' }, ['matter title: Of budgets → Of taxes']],
    ['matter', 'h-x', { status: 'Closed' }, ['matter status: Open → Closed']],
    ['matter', 'h-x', { category: 'Not listed' }, []],
    ['matter', 'h-x', { documents: [{ title: 'Map' }] }, ['matter (Map) document: null → Map']],
  ])('has of a %s %s with %o: %o', async (kind, key, fields, expected) => {
    await imports.run(changed(records, kind, key, fields))
    expect(await history()).toEqual(expected)
  })

  it('has an item that was removed, and its return', async () => {
    await imports.run(without(records, 'h-two'))
    await imports.run(records)
    expect(await history()).toEqual([
      'meeting (two) agenda_item: two → null',
      'meeting (two) agenda_item: null → two',
    ])
    const [removed] = await imports.rows('record_changes')
    const { slug } = await imports.row('agenda_items', 'h-two')
    expect(removed).toMatchObject({ about_kind: 'agenda_item', about_slug: slug })
  })

  it('has an item that was added, and not that it shifted others', async () => {
    const shifted = own.items
      .slice(1)
      .reduce((all, { key, position }) => item(key, { position: position + 1 }, all), records)
    const added = { ...own.items[0], key: 'h-new', title: 'new', position: 1 } as ImportRecord
    await imports.run([...shifted, added])
    expect(await history()).toEqual(['meeting (new) agenda_item: null → new'])
  })

  it('has an item on another agenda as removed from the one and added to the other', async () => {
    await imports.run(item('h-two', { meeting_key: 'g-4' }))
    expect(await history()).toEqual([
      'meeting (two) agenda_item: two → null',
      'meeting (two) agenda_item: null → two',
    ])
  })

  it('has nothing of an agenda, and of votes, that are published for the first time', async () => {
    const bare = [
      ...townRecords(),
      { ...own.meeting, key: 'h2' },
      { ...own.motion, key: 'h2-m', meeting_key: 'h2', votes: [], tally: null, position: 1 },
    ] as ImportRecord[]
    await imports.run(bare)
    await imports.run(
      changed(
        [...bare, { ...own.items[0], key: 'h2-i', meeting_key: 'h2' } as ImportRecord],
        'motion',
        'h2-m',
        { votes } as object,
      ),
    )
    expect(await history()).toEqual([])
  })

  it('has a motion that was removed, of its meeting', async () => {
    await imports.run(without(records, 'h-m'), { prune: true })
    expect(await history()).toEqual([expect.stringMatching(/^meeting \((.+)\) motion: \1 → null$/)])
  })

  it('has of records that were removed and return only that, with their days', async () => {
    const all = { prune: true } as const
    const gone = without(records, 'h', 'h-m', ...own.items.map(({ key }) => key))
    await imports.run(gone, all)
    await imports.run(changed(records, 'meeting', 'h', { title: 'Dogs' }), all)
    expect(await history()).toEqual([
      'meeting (Budget night) meeting: 2024-05-01 → null',
      'meeting (Dogs) meeting: null → 2024-05-01',
    ])
  })

  it('has counts only if they differ from those of the votes by name', async () => {
    const counted = changed(records, 'motion', 'h-m', { tally: { for: 1, against: 1 } })
    await imports.run(counted)
    const before = (await history()).length
    await imports.run(
      changed(counted, 'motion', 'h-m', {
        votes: [votes[0], { ...votes[1], value: 'For' }],
        tally: { for: 2, against: 0 },
      } as object),
    )
    expect((await history()).slice(before)).toEqual(['motion (B. Brown) vote: Against → For'])
  })

  it('has digests and lengths of values that are too long', async () => {
    const [whole, long] = ['é'.repeat(historyValueMax / 2), `${'é'.repeat(historyValueMax / 2)}x`]
    await imports.run(changed(records, 'motion', 'h-m', { text: whole }))
    await imports.run(changed(records, 'motion', 'h-m', { text: long }))
    const rows = await imports.rows('record_changes')
    const digest = (text: string) => ({
      sha256: createHash('sha256').update(text).digest('hex'),
      bytes: Buffer.byteLength(text),
    })
    expect(rows[0]).toMatchObject({ old: 'That we do.', new: whole, long: null })
    expect(rows[1]).toMatchObject({ old: null, new: null })
    expect(JSON.parse(String(rows[1]?.long))).toEqual({ old: digest(whole), new: digest(long) })
  })

  it('keeps the newest changes of a record', async () => {
    const many = Array.from({ length: historyOfRecordMax + 7 }, (_, at) => ({
      ...{ name: `Person ${at}`, value: 'For' },
    }))
    const listed = changed(records, 'motion', 'h-m', { votes: many } as object)
    await imports.run(listed)
    await imports.run(changed(listed, 'motion', 'h-m', { result: 'Defeated' }))
    const lines = await history()
    expect(lines).toHaveLength(historyOfRecordMax)
    expect(lines.at(-1)).toBe('motion result: Carried → Defeated')
  })

  it('is not written by a dry run, and not of what another version of Reeve read', async () => {
    const other = (title: string) => changed(records, 'matter', 'h-x', { title })
    await imports.run(other('Of taxes'), { dryRun: true })
    await imports.store.db.updateTable('imports').set({ version: '0.0.0-other' }).execute()
    await imports.run(other('Of rates'))
    expect(await history()).toEqual([])
    await imports.run(other('Of fees'))
    expect(await history()).toEqual(['matter title: Of rates → Of fees'])
  })

  it('has nothing of a record of which only a part was known', async () => {
    const recordOf = (fields: object) => [
      ...records,
      { ...own.matter, key: 'part', title: 'Part', ...fields } as ImportRecord,
    ]
    await imports.run(recordOf({ incomplete: true }))
    await imports.run(recordOf({ title: 'Whole' }))
    expect(await history()).toEqual([])
  })

  it('goes with its municipality', async () => {
    await imports.run(changed(records, 'matter', 'h-x', { title: 'Of taxes' }))
    await removeMunicipality(imports.store, imports.target.id)
    expect(await history()).toEqual([])
  })
})
