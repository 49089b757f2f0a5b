import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changed, type Imports, importedTown } from '../../../test/support/imports/municipality.ts'
import { town, townRecords } from '../../../test/support/towns/town.ts'
import { passageOf } from '../../core/passages.ts'
import type { ImportRecord, RecordKind } from '../../record/kinds.ts'
import { findSecret } from '../../store/secrets.ts'
import {
  insertTakedown,
  liftTakedown,
  type NewTakedown,
  recordHash,
  urlHash,
} from '../../store/takedowns.ts'

const file = 'https://pemberley.example/files/letter.pdf'
const named = 'https://pemberley.example/files/una-wickstead-thorne.pdf'
const name = 'Una Wickstead Thorne'
const other = 'Abel Garth Linnet'
const votes = [
  { name, value: 'For' },
  { name: other, value: 'For' },
]
const records = [
  ...townRecords(),
  {
    ...{ kind: 'meeting', key: 'h', title: `Hearing of ${name}`, date: '2024-05-01' },
    ...{ status: 'scheduled', agenda_url: named, location: `Barn of ${other}` },
    documents: [
      { title: 'A letter', url: file },
      { title: 'Another letter', url: named },
      { title: `From ${name}`, url: named.replace('.pdf', '-2.pdf') },
      { title: 'Agenda', url: 'https://pemberley.example/agenda-1.pdf' },
    ],
  },
  ...[`Complaint of ${name} and ${other}`, 'Bees', 'Lamps'].map((title, position) => ({
    ...{ kind: 'agenda_item', key: `h-${position}`, meeting_key: 'h', title, position },
  })),
  {
    ...{ kind: 'motion', key: 'h-m', meeting_key: 'h', position: 0, mover_name: name },
    ...{ text: `That ${name} and ${other} be thanked.`, votes, result: 'Carried' },
  },
] as ImportRecord[]

let imports: Imports
let secret: string
beforeEach(async () => {
  imports = await importedTown()
  await imports.run(records)
  secret = await findSecret(imports.store.db, 'takedown')
})
afterEach(() => imports.remove())

const nothing = { record_kind: null, record_hash: null, hash: null, words: null, prefilter: null }
const add = (takedown: Partial<NewTakedown>) =>
  imports.store.transaction((db) =>
    insertTakedown(db, {
      ...{ ...nothing, municipality: town.slug, kind: 'passage', reason: 'On request.' },
      ...{ added_at: '2026-01-01T00:00:00Z', ...takedown },
    }),
  )
const passage = (text: string) => add({ kind: 'passage', ...passageOf(secret, text) })
/** After the last import, if nothing else is said. */
const lift = (id: number, now = '2026-06-01T00:00:00Z') =>
  imports.store.transaction((db) => liftTakedown(db, { municipality: town.slug, id, now }))
const history = async () =>
  (await imports.rows('record_changes')).map(
    ({ field, old, new: now, about_title: title }) => `${field} ${title}: ${old} → ${now}`,
  )

describe('what was taken down and lifted', () => {
  it.each<[string, () => Promise<number>]>([
    ['words', () => passage(name)],
    ['a file', () => add({ kind: 'document', hash: urlHash(secret, file) })],
    [
      'an agenda item',
      () =>
        add({
          ...{ kind: 'record', record_kind: 'agenda_item' },
          record_hash: recordHash(secret, { kind: 'agenda_item', source: 'town', key: 'h-1' }),
        }),
    ],
  ])('is not a change of the source: %s', async (_, takeDown) => {
    // With it, the records lack something before and after.
    await passage(other)
    const id = await takeDown()
    await imports.run(records, { prune: true })
    await lift(id)
    await imports.run(records, { prune: true })
    expect(await history()).toEqual([])
    const titles = (await imports.rows('documents')).map(({ title }) => title)
    for (const title of ['A letter', 'Another letter', `From ${name}`])
      expect(titles).toContain(title)
    expect((await imports.row('agenda_items', 'h-1')).title).toBe('Bees')
  })

  it.each<[RecordKind, string, object, string[]]>([
    ['meeting', 'h', { date: '2024-05-02' }, ['date null: 2024-05-01 → 2024-05-02']],
    [
      'meeting',
      'h',
      { documents: [{ title: 'Another letter', url: named }] },
      [
        'document A letter: https://pemberley.example/files/letter.pdf → null',
        'document Agenda: https://pemberley.example/agenda-1.pdf → null',
      ],
    ],
    ['motion', 'h-m', { result: 'Defeated' }, ['result null: Carried → Defeated']],
    [
      'agenda_item',
      'h-0',
      { item_number: '7.' },
      [expect.stringMatching(/^item_number .+ → 7\.$/)],
    ],
  ])('does not hide what the source changed: %s %s %o', async (kind, key, fields, expected) => {
    await passage(name)
    await imports.run(records)
    await imports.run(changed(records, kind, key, fields))
    expect(await history()).toEqual(expected)
  })

  it('does not hide files and items that are added after all was read again', async () => {
    const letter = await add({ kind: 'document', hash: urlHash(secret, file) })
    await passage(name)
    await imports.run(records)
    // A minute after the town, the records were read, then without the file.
    await lift(letter, '2026-01-01T00:03:30Z')
    await imports.run(records)
    await imports.run(records)
    const item = { ...records.find(({ key }) => key === 'h-1'), key: 'h-3', title: 'New' }
    const added = 'https://pemberley.example/added.pdf'
    const meeting = records.find(({ key }) => key === 'h') as { documents?: object[] }
    const documents = [...(meeting.documents ?? []), { title: 'Added', url: added }]
    const withFile = changed(records, 'meeting', 'h', { documents } as object)
    await imports.run([...withFile, { ...item, position: 9 } as ImportRecord])
    expect(await history()).toEqual([
      `document Added: null → ${added}`,
      'agenda_item New: null → New',
    ])
  })
})
