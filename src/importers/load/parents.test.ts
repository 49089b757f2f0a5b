import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  freshImports,
  type Imports,
  reasonsOf,
} from '../../../test/support/imports/municipality.ts'
import type { ImportRecord } from '../../record/kinds.ts'

let imports: Imports
beforeEach(async () => {
  imports = await freshImports()
})
afterEach(() => imports.remove())

describe('parents of the same kind', () => {
  const body = (key: string, parent_key?: string) => ({
    kind: 'organization',
    key,
    name: key,
    ...(parent_key === undefined ? {} : { parent_key }),
  })
  const parentsOf = async () => {
    const rows = await imports.rows('organizations')
    const key = (id: unknown) => rows.find((row) => row.id === id)?.key ?? null
    return Object.fromEntries(rows.map((row) => [row.key, key(row.parent_id)]))
  }
  const chain = [body('a', 'b'), body('b', 'c'), body('c')]

  it.each([[chain], [[...chain].reverse()]])(
    'are linked in any order of the records',
    async (source) => {
      await imports.run(source)
      expect(await parentsOf()).toEqual({ a: 'b', b: 'c', c: null })
    },
  )

  it('are cleared if the record no longer has one', async () => {
    await imports.run(chain)
    await imports.run([body('a'), body('b', 'c'), body('c')])
    expect(await parentsOf()).toEqual({ a: null, b: 'c', c: null })
  })

  it.each<[string, object[], RegExp[]]>([
    ['itself', [body('a', 'a')], [/^town:1: organization a: parent "a" creates a cycle/]],
    [
      'each other',
      [body('a', 'b'), body('b', 'a'), body('c', 'a')],
      [/^town:1: organization a: parent "b" creates a cycle/],
    ],
    [
      'two cycles',
      [body('x', 'a'), body('a', 'b'), body('b', 'a'), body('c', 'd'), body('d', 'c')],
      [
        /^town:2: organization a: parent "b" creates a cycle/,
        /^town:4: organization c: parent "d" creates a cycle/,
      ],
    ],
  ])('are rejected if they form a cycle: %s', async (_, source, expected) => {
    const reasons = reasonsOf(await imports.rejected(source as ImportRecord[]))
    expect(reasons).toHaveLength(expected.length)
    for (const [index, reason] of reasons.entries()) expect(reason).toMatch(expected[index] ?? /^$/)
  })

  it('are rejected if they form a cycle among more than ten thousand', async () => {
    const many = Array.from({ length: 10_001 }, (_, i) => body(`k${i}`, `k${i === 0 ? 1 : i - 1}`))
    expect(reasonsOf(await imports.rejected(many))).toEqual([
      expect.stringMatching(/^town:1: organization k0: parent "k1" creates a cycle/),
    ])
  })

  it('are rejected if part of the cycle is already in the database', async () => {
    await imports.run(chain)
    const rejected = await imports.rejected([body('c', 'a')])
    expect(reasonsOf(rejected)[0]).toMatch(/^town:1: organization c: parent "a" creates a cycle/)
  })

  it('are rejected if they are items of another meeting', async () => {
    const meeting = (key: string) => ({
      ...{ kind: 'meeting', key, title: key, date: '2024-01-01', status: 'completed' },
      ...{ has_agenda: true, has_minutes: false, has_transcript: false },
    })
    const item = (key: string, meeting_key: string, parent_key: string | null) => ({
      ...{ kind: 'agenda_item', key, meeting_key, position: 0, title: key, parent_key },
    })
    const meetings = [meeting('m'), meeting('n')]
    const good = [...meetings, item('m1', 'm', null), item('m2', 'm', 'm1')]
    await imports.run(good as ImportRecord[])
    const rejected = await imports.rejected([
      ...meetings,
      ...[item('n1', 'n', 'm1'), item('m3', 'm', 'm2')],
    ] as ImportRecord[])
    expect(reasonsOf(rejected)).toEqual([
      'town:3: agenda_item n1: parent "m1" belongs to meeting "m": an item and its parent must belong to the same meeting',
    ])
  })

  it('can be nested a thousand levels deep', async () => {
    const tall = Array.from({ length: 1000 }, (_, i) =>
      body(`k${i}`, i === 0 ? undefined : `k${i - 1}`),
    )
    await imports.run(tall.reverse())
    expect((await parentsOf()).k999).toBe('k998')
  })
})

describe('the agenda item of a motion', () => {
  const meeting = (key: string) => ({
    ...{ kind: 'meeting', key, title: 'Council', date: '2024-01-01', status: 'completed' },
  })
  const item = { kind: 'agenda_item', key: 'i', meeting_key: 'g', position: 1, title: 'Budget' }
  const motion = { kind: 'motion', key: 'v', meeting_key: 'g', agenda_item_key: 'i', position: 1 }
  const foreign = (at: string, other: string, own: string) =>
    `${at}: motion v: /agenda_item_key: "i" belongs to meeting "${other}", not to "${own}": a motion and its agenda item must belong to the same meeting`

  it('must belong to the same meeting, also in a later import', async () => {
    const records = [meeting('g'), meeting('h'), item]
    const wrong = { ...motion, meeting_key: 'h' }
    expect(reasonsOf(await imports.rejected([...records, wrong]))).toEqual([
      foreign('town:4', 'g', 'h'),
    ])
    await imports.run([...records, motion])
    expect(reasonsOf(await imports.rejected([wrong]))).toEqual([foreign('town:1', 'g', 'h')])
    expect(reasonsOf(await imports.rejected([{ ...item, meeting_key: 'h' }, motion]))).toEqual([
      foreign('town:2', 'h', 'g'),
    ])
  })

  it('may be that of a motion without a meeting', async () => {
    await imports.run([meeting('g'), item, { ...motion, meeting_key: null }])
    expect(await imports.rows('motions')).toMatchObject([{ meeting_id: null }])
  })
})

describe('the agenda item of a statement', () => {
  const meeting = (key: string, on: string | null) => ({
    ...{ kind: 'meeting', key, title: 'Council', date: '2024-01-01', status: 'completed' },
    key_statements: [{ text: 'The ferry is late.' }, { text: 'Again.', agenda_item_key: on }],
  })
  const item = (key: string, meeting_key: string) => ({
    ...{ kind: 'agenda_item', key, meeting_key, position: 1, title: 'Ferry' },
  })
  const foreign = (at: string, own: string, key: string) =>
    `${at}: meeting ${own}: /key_statements: agenda_item_key "${key}" is not an item of this meeting: name an item whose meeting_key is "${own}", or omit the field`

  it('must be on the agenda of its meeting, also in a later import', async () => {
    const items = [item('a', 'g'), item('b', 'h')]
    const records = [meeting('g', 'b'), meeting('h', 'none'), ...items]
    expect(reasonsOf(await imports.rejected(records))).toEqual([
      foreign('town:1', 'g', 'b'),
      foreign('town:2', 'h', 'none'),
    ])
    await imports.run([meeting('g', 'a'), meeting('h', null), ...items])
    expect(reasonsOf(await imports.rejected([meeting('h', 'a')]))).toEqual([
      foreign('town:1', 'h', 'a'),
    ])
    await imports.run([meeting('h', 'b')])
    const rows = await imports.rows('key_statements')
    expect(rows.map(({ agenda_item_key: key }) => key).sort()).toEqual(['a', 'b', null, null])
  })
})
