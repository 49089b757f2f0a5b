import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freshImports, type Imports, without } from '../../../test/support/imports/municipality.ts'
import { item, meeting, motion, person, slice } from '../../../test/support/imports/sidewalks.ts'
import type { ImportRecord } from '../../record/kinds.ts'

let imports: Imports
beforeEach(async () => {
  imports = await freshImports()
})
afterEach(() => imports.remove())

const bylaw = { kind: 'bylaw', key: 'b', title: 'Sidewalks By-law' }
const passing = {
  ...motion,
  matter_key: null,
  votes: undefined,
  result: 'Carried',
  bylaw_keys: ['b'],
}
const about = { ...item, matter_key: null, bylaw_keys: ['b'] }
const all = [bylaw, meeting, about, passing]

const passed = async () => (await imports.row('bylaws', 'b')).passed_date
const referrers = async () =>
  (await imports.rows('bylaw_references'))
    .filter(({ bylaw_id }) => bylaw_id !== null)
    .map(({ agenda_item_id, motion_id }) =>
      agenda_item_id === null ? `motion ${motion_id}` : `item ${agenda_item_id}`,
    )

describe('the date on which a by-law was passed', () => {
  it('is stated by the source, else that of the last carried motion that names it, else unknown', async () => {
    await imports.run([bylaw])
    expect(await passed()).toBeNull()
    await imports.run(all)
    expect(await passed()).toBe('2024-01-01')
    const again = { ...passing, key: 'v-2', meeting_key: null, agenda_item_key: null }
    await imports.run([
      { ...again, date: '2024-05-02', result: 'carried AS AMENDED' },
      { ...again, key: 'v-3', date: '2024-06-03', result: 'Defeated' },
      { ...again, key: 'v-4', date: null },
    ])
    expect(await passed()).toBe('2024-05-02')
    await imports.run([{ ...bylaw, passed_date: '2023-12-31' }])
    expect(await passed()).toBe('2023-12-31')
  })

  it('is not that of an earlier reading, which leads to it by its matter', async () => {
    const matter = { kind: 'matter', key: 'x', title: 'Sidewalks', bylaw_key: 'b' }
    const first = { ...passing, key: 'v-1', matter_key: 'x', bylaw_keys: undefined }
    const reading = { kind: 'action', key: 'a', matter_key: 'x', position: 1, motion_key: 'v-1' }
    const step = { ...reading, description: 'First reading', classification: ['reading-1'] }
    await imports.run([bylaw, matter, meeting, about, first, step])
    expect(await passed()).toBeNull()
    await imports.run([
      { ...passing, meeting_key: null, agenda_item_key: null, date: '2024-03-04' },
    ])
    expect(await passed()).toBe('2024-03-04')
  })

  it('follows the meeting, and a motion that is removed', async () => {
    await imports.run(all)
    await imports.run([{ ...meeting, date: '2024-02-02' }])
    expect(await passed()).toBe('2024-02-02')
    expect(await imports.moved()).toContain('bylaws b')
    await imports.run([bylaw, meeting, about, { ...passing, key: 'v-9', bylaw_keys: [] }], {
      prune: true,
    })
    expect(await passed()).toBeNull()
  })
})

describe('updated_at of a by-law moves', () => {
  const other = { ...bylaw, key: 'b-2', title: 'Ponds By-law' }
  const matter = { kind: 'matter', key: 'x', title: 'Sidewalks', bylaw_key: 'b' }
  const dated = { ...bylaw, passed_date: '2023-12-31' }
  const records = [dated, other, matter, meeting, about, passing]

  it.each([
    ['a motion no longer names it', { ...passing, bylaw_keys: ['b-2'] }, ['b', 'b-2']],
    ['the motion changes that names it', { ...passing, result: 'Defeated' }, ['b']],
    ['an agenda item no longer names it', { ...about, bylaw_keys: [] }, ['b']],
    ['another motion names it', { ...passing, key: 'v-2', meeting_key: null }, ['b']],
    ['a matter leads to another one', { ...matter, bylaw_key: 'b-2' }, ['b', 'b-2']],
    ['a matter leads to none', { ...matter, bylaw_key: null }, ['b']],
    ['nothing of it changes', { ...matter, key: 'x-2', bylaw_key: null }, []],
  ])('if %s', async (_, record, expected) => {
    await imports.run(records)
    await imports.run([...records.filter(({ key }) => key !== record.key), record])
    const moved = (await imports.moved()).filter((row) => row.startsWith('bylaws '))
    expect(moved).toEqual(expected.map((key) => `bylaws ${key}`))
  })

  it.each([
    ['motion', 'v'],
    ['agenda item', 'i'],
    ['matter', 'x'],
  ])('if its %s is removed', async (_, gone) => {
    const alone = { ...passing, agenda_item_key: null }
    const rest = [
      { ...matter, key: 'x-2', bylaw_key: null },
      { ...about, key: 'i-2', bylaw_keys: [] },
      { ...alone, key: 'v-2', bylaw_keys: [] },
    ]
    const everything = [dated, matter, meeting, about, alone, ...rest]
    await imports.run(everything)
    await imports.run(without(everything as ImportRecord[], gone), { prune: true })
    expect(await imports.moved()).toContain('bylaws b')
  })
})

describe('a reference to a by-law in a list', () => {
  it.each([
    { when: 'before', imported: [[bylaw], [meeting, about, passing]] },
    { when: 'after', imported: [[meeting, about, passing], [bylaw]] },
    { when: 'between', imported: [[meeting, about], [bylaw], [passing]] },
  ])('is resolved if the by-law is imported $when what refers to it', async ({ imported }) => {
    for (const records of imported) await imports.run(records, slice)
    const { id: itemId } = await imports.row('agenda_items', 'i')
    const { id: motionId } = await imports.row('motions', 'v')
    expect((await referrers()).sort()).toEqual([`item ${itemId}`, `motion ${motionId}`])
    const references = await imports.rows('bylaw_references')
    expect(references.map(({ bylaw_id }) => bylaw_id)).not.toContain(null)
    expect(await passed()).toBe('2024-01-01')
    const { kinds } = await imports.run(all, slice)
    for (const [kind, report] of Object.entries(kinds))
      expect(report, kind).toMatchObject({ added: 0, changed: 0 })
  })

  it('is omitted while the by-law is unknown, but the others are not', async () => {
    const several = { ...passing, agenda_item_key: null, bylaw_keys: ['none', 'b'] }
    const { unresolved } = await imports.run([bylaw, meeting, several], slice)
    expect(unresolved).toEqual({ bylaws: 1 })
    expect(await referrers()).toHaveLength(1)
    const { kinds } = await imports.run([several], slice)
    expect(kinds.motions).toMatchObject({ same: 1, changed: 0 })
    await imports.run([{ ...bylaw, key: 'none' }], slice)
    expect(await referrers()).toHaveLength(2)
  })

  it('must lead to a by-law of a complete source, and to each one once', async () => {
    const { errors } = await imports.rejected([meeting, { ...about, bylaw_keys: ['none'] }])
    expect(errors.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('refers to bylaw "none"'),
    ])
    const twice = await imports.rejected([bylaw, meeting, { ...about, bylaw_keys: ['b', 'b'] }])
    expect(twice.errors[0]?.reason).toContain('/bylaw_keys')
  })
})

it('replaces the sponsors and documents of a by-law, and finds the text of its documents', async () => {
  const sections = [{ title: '1', text: 'Every owner ploughs the heron pond.' }]
  const full = {
    ...bylaw,
    enacted_date: '2024-03-01',
    sponsorships: [
      { person_key: 'p', name: 'V. Ng', primary: true },
      { name: 'The Public Advocate', primary: false },
    ],
    documents: [{ title: 'As enacted', url: 'https://town.example/b.pdf', sections }],
  }
  await imports.run([person, full])
  expect(await imports.rows('sponsorships')).toHaveLength(2)
  expect((await imports.rows('search_documents')).map(({ body }) => body)).toEqual([
    'Every owner ploughs the heron pond.',
  ])
  await imports.run([bylaw])
  expect(await imports.rows('sponsorships')).toEqual([])
  expect(await imports.rows('search_documents')).toEqual([])
})

describe('a by-law that was vetoed', () => {
  const matter = { kind: 'matter', key: 'x', title: 'Sidewalks', bylaw_key: 'b' }
  const step = (
    position: number,
    date: string | null,
    kind: string | null,
    description: string,
  ) => ({
    ...{ kind: 'action', key: `a-${position}`, matter_key: 'x', position, date, description },
    classification: kind === null ? undefined : [kind],
  })
  const vetoed = async () => {
    const { passed_date, is_vetoed } = await imports.row('bylaws', 'b')
    return [passed_date, is_vetoed]
  }
  const veto = step(1, '2024-01-05', 'executive-veto', 'Returned')

  it('was not passed, also where the source states when', async () => {
    await imports.run([{ ...bylaw, passed_date: '2024-01-01' }, ...all.slice(1), matter, veto])
    expect(await vetoed()).toEqual([null, 1])
    const { kinds } = await imports.run([{ ...veto, classification: [], description: 'Noted' }])
    expect(kinds.actions?.changed).toBe(1)
    expect(await vetoed()).toEqual(['2024-01-01', 0])
  })

  it('is one by its status, by that of its matter, or by the words of a step', async () => {
    await imports.run([...all, matter])
    expect(await vetoed()).toEqual(['2024-01-01', 0])
    await imports.run([{ ...bylaw, status: 'Mayoral veto' }])
    expect(await vetoed()).toEqual([null, 1])
    await imports.run([{ ...bylaw, status: 'Returned unsigned' }])
    expect(await vetoed()).toEqual(['2024-01-01', 0])
    await imports.run([{ ...matter, status: 'Vetoed' }])
    expect(await vetoed()).toEqual([null, 1])
    await imports.run([matter, step(1, '2024-01-05', null, 'Véto du maire')])
    expect(await vetoed()).toEqual([null, 1])
  })

  it('is found by the matter of the motion that passed it', async () => {
    const own = { ...matter, bylaw_key: null }
    await imports.run([bylaw, meeting, about, { ...passing, matter_key: 'x' }, own, veto])
    expect(await vetoed()).toEqual([null, 1])
  })

  it('was passed when the veto was overridden', async () => {
    const override = step(2, '2024-02-01', 'veto-override-passage', 'Passed over the veto')
    await imports.run([...all, matter, veto, override])
    expect(await vetoed()).toEqual(['2024-02-01', 0])
    await imports.run([{ ...override, result: 'Defeated' }])
    expect(await vetoed()).toEqual([null, 1])
    await imports.run([step(2, null, 'veto-override-passage', 'Passed over the veto')])
    expect(await vetoed()).toEqual(['2024-01-01', 0])
    // A second veto, after the first was overridden.
    await imports.run([override, step(3, '2024-03-01', 'executive-veto', 'Vetoed again')])
    expect(await vetoed()).toEqual([null, 1])
  })

  it('was passed by a later motion, or if it became law later', async () => {
    const later = { ...passing, key: 'v-2', meeting_key: null, agenda_item_key: null }
    await imports.run([...all, matter, veto, { ...later, date: '2024-03-02' }])
    expect(await vetoed()).toEqual(['2024-03-02', 0])
    await imports.run([
      { ...later, date: '2024-01-05' },
      { ...bylaw, enacted_date: '2024-04-01' },
    ])
    expect(await vetoed()).toEqual(['2024-01-05', 0])
  })

  it('in part was passed', async () => {
    await imports.run([...all, matter, step(1, '2024-01-05', 'executive-veto-line-item', 'Vetoed')])
    expect(await vetoed()).toEqual(['2024-01-01', 0])
  })
})

describe('a by-law whose status says that it was withdrawn or defeated', () => {
  it.each(['Withdrawn', 'Defeated'])('%s: was passed by no motion', async (status) => {
    await imports.run([...all.slice(1), { ...bylaw, status }])
    expect(await passed()).toBeNull()
  })
})
