import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  freshImports,
  type Imports,
  reasonsOf,
} from '../../../test/support/imports/municipality.ts'

let imports: Imports
beforeEach(async () => {
  imports = await freshImports()
})
afterEach(() => imports.remove())

const thirdParty = { isThirdParty: true }
const person = { kind: 'person', key: 'ann', name: 'Ann Amato' }
const matter = (rest: object = {}) => ({ kind: 'matter', key: 'x', title: 'Parking', ...rest })
const meeting = (rest: object = {}) => ({
  kind: 'meeting',
  key: 'm',
  title: 'Council',
  date: '2026-03-03',
  status: 'completed',
  ...rest,
})
const item = (rest: object = {}) => ({
  kind: 'agenda_item',
  key: 'i',
  meeting_key: 'm',
  position: 1,
  title: 'Parking',
  ...rest,
})
const motion = (rest: object = {}) => ({ kind: 'motion', key: 'v', position: 1, ...rest })

const reasons = ({ warnings }: { warnings: { reason: string }[] }) =>
  warnings.map(({ reason }) => reason)

describe('an odd part of a record that no one here can edit', () => {
  it.each<[string, object, string[], string, object]>([
    [
      'is cut if it is too long',
      matter({ description: `${'é'.repeat(1_999_999)}\u{1f41d}ss`, status: 's'.repeat(201) }),
      [
        'description has 2,000,003 characters; cut at 2,000,000',
        'status has 201 characters; cut at 200',
      ],
      'matters',
      { description: `${'é'.repeat(1_999_999)}…`, status: `${'s'.repeat(199)}…` },
    ],
    [
      'is omitted if it is a reference that would be cut',
      motion({ mover_key: 'a'.repeat(301), mover_name: 'Ann' }),
      [`mover_key must have at most 300 characters; found "${'a'.repeat(56)}...; skipped`],
      'motions',
      { mover_id: null, mover_name: 'Ann' },
    ],
    [
      'is omitted if it has another form, type or range',
      meeting({ start_time: '7 PM', video_url: 'https://a:b@town.example/', summary: 5, room: 2 }),
      [
        'start_time must be a time HH:MM, without seconds, from 00:00 to 23:59; found "7 PM"; skipped',
        'video_url must be an http or https URL (no spaces, no password); skipped',
        'summary must be a string; found 5; skipped',
        'room is not a known field; skipped',
      ],
      'meetings',
      { starts_at: null, video_url: null, summary: null },
    ],
    [
      'is omitted if it is an unknown field, whatever its name',
      matter({ constructor: 'A', toString: 'B' }),
      ['constructor is not a known field; skipped', 'toString is not a known field; skipped'],
      'matters',
      { title: 'Parking' },
    ],
    [
      'is replaced if no database can store it',
      matter({ title: 'Par\u0000king \ud800' }),
      ['title has characters that are not text; replaced'],
      'matters',
      { title: 'Par\ufffdking \ufffd' },
    ],
    [
      'is omitted if it is a contact that is none',
      {
        ...person,
        contact_details: [
          { type: 'email', value: 'see the clerk' },
          { type: 'voice', value: '604' },
        ],
      },
      ['contact_details/0 must be an e-mail address; omitted'],
      'people',
      { contact_details: '[{"type":"voice","value":"604"}]' },
    ],
    [
      'is listed once if it must be',
      motion({ bylaw_keys: ['b', 'b'] }),
      ['bylaw_keys/1 is listed twice; omitted'],
      'motions',
      { key: 'v' },
    ],
  ])('%s', async (_, record, expected, table, columns) => {
    const report = await imports.run([record], thirdParty)
    expect(reasons(report).filter((reason) => !/refers to bylaw/.test(reason))).toEqual(expected)
    expect(report.omitted).toEqual({})
    expect((await imports.rows(table))[0]).toMatchObject(columns)
    await imports.rejected([record])
  })

  it('is named by its link, and omitted without one, if it is a document without a title', async () => {
    const url = 'https://town.example/1.pdf'
    const documents = [{ title: ' ', url }, { title: '', url: null }, { title: 'Map' }]
    const report = await imports.run([matter({ documents })], thirdParty)
    expect(reasons(report)).toEqual([
      'documents/0/title is blank; named by its link',
      'documents/1/title must not be blank; found ""; omitted',
    ])
    expect((await imports.rows('documents')).map(({ title }) => title)).toEqual([url, 'Map'])
  })

  it('is split, and nothing is lost, if it is a section of a document', async () => {
    const [one, other] = ['a'.repeat(1_999_000), 'b'.repeat(400_000)]
    const sections = [{ title: 'Section 1', text: `${one}\n\n${other}` }]
    const report = await imports.run(
      [matter({ documents: [{ title: 'Text', sections }] })],
      thirdParty,
    )
    expect(reasons(report)).toEqual([
      'documents/0/sections/0/text has 2,399,002 characters; split into 2 sections',
    ])
    const rows = await imports.rows('document_sections')
    // A page of a text has at most 400,000 characters.
    const lengths = [400_000, 400_000, 400_000, 400_000, 399_000, other.length]
    expect(rows.map(({ title }) => title)).toEqual([
      'Section 1',
      ...lengths.slice(1).map(() => null),
    ])
    expect(rows.map(({ text }) => String(text).length)).toEqual(lengths)
  })

  it('is omitted if it is a vote, and then the votes are not counted', async () => {
    const votes = [
      { name: 'Ann Amato', value: 'For' },
      { name: ' ', value: 'Against' },
    ]
    const report = await imports.run([motion({ votes })], thirdParty)
    expect(reasons(report)).toEqual(['votes/1/name must not be blank; found " "; omitted'])
    expect(await imports.row('motions', 'v')).toMatchObject({
      tally_for: null,
      tally_against: null,
    })
    expect(await imports.rows('votes')).toHaveLength(1)
  })
})

describe('a record that cannot be right', () => {
  it('is omitted, with what belongs to it, and counted', async () => {
    const records = [
      person,
      meeting({ date: '2026-02-30' }),
      item(),
      motion({ meeting_key: 'm', agenda_item_key: 'i' }),
      motion({ key: '', text: 'THAT it be done.' }),
    ]
    const report = await imports.run(records, thirdParty)
    expect(reasonsOf({ errors: report.warnings })).toEqual([
      'town:2: meeting m: date must be a real date written YYYY-MM-DD; found "2026-02-30"; the meeting is omitted',
      'town:5: motion : key must not be empty; found ""; the motion is omitted',
      'town:3: agenda_item i: belongs to meeting "m", which is not in this source; the agenda item is omitted',
      'town:4: motion v: /meeting_key: refers to meeting "m", which is not in this source or an earlier import of it',
      'town:4: motion v: /agenda_item_key: refers to agenda_item "i", which is not in this source or an earlier import of it',
    ])
    expect(report.omitted).toEqual({ meetings: 1, motions: 1, agenda_items: 1 })
    expect((await imports.rows('imports')).map((run) => run.unread_motions)).toEqual([1])
    expect(await imports.row('motions', 'v')).toMatchObject({
      meeting_id: null,
      agenda_item_id: null,
    })
  })

  it('stays as it is stored, also with --prune', async () => {
    const records = [meeting(), item(), motion({ meeting_key: 'm' }), meeting({ key: 'n' })]
    await imports.run(records, thirdParty)
    const odd = [meeting({ date: '3 March' }), item(), motion({ meeting_key: 'm' }), records[3]]
    const { kinds, omitted } = await imports.run(odd, { ...thirdParty, prune: true })
    expect(omitted).toEqual({ meetings: 1, agenda_items: 1 })
    expect(kinds.meetings).toMatchObject({ removed: 0, same: 1 })
    expect(kinds.agenda_items).toMatchObject({ removed: 0 })
  })

  it('is not a fifth of a kind: the source has changed its format then', async () => {
    const odd = Array.from({ length: 20 }, (_, n) => meeting({ key: `o${n}`, date: '' }))
    const right = Array.from({ length: 40 }, (_, n) => meeting({ key: `m${n}` }))
    const rejected = await imports.rejected([...odd, ...right], thirdParty)
    expect(reasonsOf(rejected)).toEqual([
      'town: meetings: 20 of 60 would be omitted, the first because meeting o0 date must be a real date written YYYY-MM-DD; found ""; the meeting is omitted: the source may have changed its format, or some of its files may be missing; import a complete copy',
    ])
  })

  const many = (count: number, from = 0) =>
    Array.from({ length: count }, (_, n) => item({ key: `i${from + n}`, position: n }))

  it('is not a fifth of a kind that belongs to others which are missing', async () => {
    const lost = many(20, 40).map((record) => ({ ...record, meeting_key: 'gone' }))
    const records = [meeting(), ...many(40), ...lost]
    expect(reasonsOf(await imports.rejected(records, thirdParty))).toEqual([
      expect.stringContaining(
        'town: agenda_items: 20 of 60 would be omitted, the first because agenda_item i40 belongs to meeting "gone"',
      ),
    ])
    const gaps = [{ location: 'https://a.example', subject: 'meetings', reason: 'returned 404' }]
    const { omitted } = await imports.run(records, { ...thirdParty, gaps })
    expect(omitted).toEqual({ agenda_items: 20 })
  })

  it('is not a fifth of a kind that has the keys of others', async () => {
    const others = many(20).map((record) => ({ ...record, title: 'Another' }))
    expect(
      reasonsOf(await imports.rejected([meeting(), ...many(40), ...others], thirdParty)),
    ).toEqual([
      expect.stringContaining(
        'town: agenda_items: 20 of 60 would be omitted, the first because agenda_item i0 has the key of the record at town:2',
      ),
    ])
  })

  it('is not one that the source repeats, or has in an older copy', async () => {
    const dated = (title: string, day: number) =>
      many(40, 60).map((record) => ({
        ...record,
        title,
        source_updated_at: `2026-03-0${day}T00:00:00Z`,
      }))
    const records = [meeting(), ...many(60), ...many(60), ...dated('Old', 1), ...dated('New', 2)]
    const { omitted, kinds } = await imports.run(records, thirdParty)
    expect(omitted).toEqual({})
    expect(kinds.agenda_items).toMatchObject({ added: 100 })
    expect(await imports.row('agenda_items', 'i60')).toMatchObject({ title: 'New' })
  })
})

describe('records with one key', () => {
  it('are one record, with a warning', async () => {
    const records = [
      { ...person, incomplete: true },
      person,
      matter(),
      matter({ title: 'Again' }),
      matter({ title: 'Once more' }),
    ]
    const report = await imports.run(records, thirdParty)
    expect(reasonsOf({ errors: report.warnings }).sort()).toEqual([
      'town:1: person ann: repeats the record at town:2; skipped',
      'town:4: matter x: has the key of the record at town:3, but other content; omitted',
      'town:5: matter x: has the key of the record at town:3, but other content; omitted',
    ])
    expect(report.omitted).toEqual({ matters: 2 })
    expect(await imports.row('people', 'ann')).toMatchObject({ is_incomplete: 0 })
    expect(await imports.row('matters', 'x')).toMatchObject({ title: 'Parking' })
  })
})
