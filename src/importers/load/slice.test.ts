import type { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rowsOf, runOn } from '../../../test/support/database/inspector.ts'
import {
  freshImports,
  type Imports,
  reasonsOf,
} from '../../../test/support/imports/municipality.ts'
import { up } from '../../store/migrations/0011-unresolved-references.ts'
import { openWriteStore } from '../../store/open.ts'
import { tableOf } from './kind-tables.ts'

let imports: Imports
beforeEach(async () => {
  imports = await freshImports()
})
afterEach(() => imports.remove())

const slice = { isPartial: true }
const person = { kind: 'person', key: 'p', name: 'Vera Ng' }
const matter = { kind: 'matter', key: 'x', title: 'Sidewalks' }
const meeting = {
  kind: 'meeting',
  key: 'm',
  title: 'Council',
  date: '2024-01-01',
  status: 'completed',
  has_agenda: false,
  has_minutes: false,
  has_transcript: false,
}
const item = {
  kind: 'agenda_item',
  key: 'i',
  meeting_key: 'm',
  position: 1,
  title: 'Sidewalks',
  matter_key: 'x',
}
const motion = {
  kind: 'motion',
  key: 'v',
  position: 1,
  meeting_key: 'm',
  agenda_item_key: 'i',
  matter_key: 'x',
  votes: [{ person_key: 'p', name: 'Vera Ng', value: 'For' }],
}

// Of every kind one that stays: a source without any of a kind is not pruned by.
const others = [
  { ...matter, key: 'x-2' },
  { ...person, key: 'p-2' },
  { ...meeting, key: 'm-2' },
  { ...item, key: 'i-2', meeting_key: 'm-2', matter_key: 'x-2' },
]

describe('a slice of a record', () => {
  it('is imported without what it refers to outside of itself, and lists that', async () => {
    const { kinds, notices, leftOut } = await imports.run([meeting, item, motion], slice)
    expect(leftOut).toEqual({ matters: 2, people: 1 })
    expect(kinds.motions).toEqual({ added: 1, changed: 0, same: 0, removed: 0 })
    expect(notices.map(({ where, subject }) => `${where} ${subject}`)).toEqual([
      'town:2 agenda_item i',
      'town:3 motion v',
      'town:3 motion v',
    ])
    expect(notices[0]?.reason).toBe(
      'refers to matter "x", which neither this source nor an earlier import of it holds',
    )
    expect(await imports.row('agenda_items', 'i')).toMatchObject({ matter_id: null })
    expect(await imports.row('motions', 'v')).toMatchObject({ matter_id: null })
  })

  it('is filled in by the next that has what was missing, and moves what that changes', async () => {
    await imports.run([meeting, item, motion], slice)
    const { kinds, notices } = await imports.run([matter, person, meeting, item, motion], slice)
    expect(notices).toEqual([])
    expect(kinds.agenda_items).toMatchObject({ changed: 1, same: 0 })
    expect(kinds.motions).toMatchObject({ changed: 1, same: 0 })
    const { id } = await imports.row('matters', 'x')
    expect(await imports.row('agenda_items', 'i')).toMatchObject({ matter_id: id })
    expect(await imports.row('motions', 'v')).toMatchObject({ matter_id: id })
    expect((await imports.rows('votes')).map(({ person_id }) => person_id)).not.toContain(null)
    expect(await imports.moved()).toEqual(
      expect.arrayContaining(['meetings m', 'agenda_items i', 'motions v']),
    )
  })

  it('is imported without a parent that it does not hold, and gets it from the next that has it', async () => {
    const parks = { kind: 'organization', key: 'parks', name: 'Parks', parent_key: 'council' }
    const council = { kind: 'organization', key: 'council', name: 'Council' }
    const child = { ...item, parent_key: 'above', matter_key: null }
    const above = { ...child, key: 'above', position: 0, parent_key: null }
    const first = await imports.run([parks, meeting, child], slice)
    expect(first.leftOut).toEqual({ organizations: 1, agenda_items: 1 })
    expect(await imports.row('agenda_items', 'i')).toMatchObject({ parent_id: null })
    const again = await imports.run([parks, meeting, child], slice)
    expect(again.kinds.agenda_items).toMatchObject({ changed: 0, same: 1 })
    const { kinds, leftOut } = await imports.run([parks, council, meeting, child, above], slice)
    expect(leftOut).toEqual({})
    expect(kinds.organizations).toMatchObject({ added: 1, changed: 1 })
    expect(kinds.agenda_items).toMatchObject({ added: 1, changed: 1 })
    const parents = async () =>
      Promise.all(
        [
          ['organizations', 'parks'],
          ['agenda_items', 'i'],
        ].map(async ([table = '', key = '']) => (await imports.row(table, key)).parent_id),
      )
    const { id: councilId } = await imports.row('organizations', 'council')
    const { id: aboveId } = await imports.row('agenda_items', 'above')
    expect(await parents()).toEqual([councilId, aboveId])
    const pruned = await imports.run([parks, meeting, child], { ...slice, prune: true })
    expect(pruned.kinds.agenda_items).toMatchObject({ changed: 1, removed: 1 })
    expect(await parents()).toEqual([null, null])
    const still = await imports.run([parks, meeting, child], { ...slice, prune: true })
    expect(still.kinds.organizations).toEqual({ added: 0, changed: 0, same: 1, removed: 0 })
  })

  it('refers to what an earlier slice held', async () => {
    await imports.run([matter, person, meeting], slice)
    const { notices } = await imports.run([item, motion], slice)
    expect(notices).toEqual([])
    expect((await imports.run([item, motion], slice)).kinds.motions).toMatchObject({ same: 1 })
  })

  it('changes nothing when it comes again as it was', async () => {
    await imports.run([meeting, item, motion], slice)
    const { kinds } = await imports.run([meeting, item, motion], slice)
    expect(kinds.agenda_items).toEqual({ added: 0, changed: 0, same: 1, removed: 0 })
    expect(kinds.motions).toEqual({ added: 0, changed: 0, same: 1, removed: 0 })
    expect(await imports.moved()).toEqual([])
  })

  it.each([
    ['matter', [person, meeting, item, motion], { agenda_items: 1, motions: 1 }],
    ['person', [matter, meeting, item, motion], { motions: 1 }],
    ['agenda_item', [matter, person, meeting, motion], { motions: 1 }],
    ['meeting', [matter, person, motion], { motions: 1 }],
  ])(
    'that has a %s no more is pruned by once: again, it changes nothing',
    async (_, some, moved) => {
      const left = [...others, ...some]
      const whole = [...others, matter, person, meeting, item, motion]
      await imports.run(whole, slice)
      const pruning = { ...slice, prune: true }
      const first = await imports.run(left, pruning)
      const changes = Object.entries(first.kinds).filter(([, { changed }]) => changed > 0)
      expect(Object.fromEntries(changes.map(([kind, { changed }]) => [kind, changed]))).toEqual(
        moved,
      )
      expect(first.notices[0]?.reason).toContain('which this source does not hold')
      for (const options of [pruning, slice]) {
        const { kinds } = await imports.run(left, options)
        for (const { added, changed, removed } of Object.values(kinds))
          expect({ added, changed, removed }).toEqual({ added: 0, changed: 0, removed: 0 })
        expect(await imports.moved()).toEqual([])
      }
      const back = await imports.run(whole, pruning)
      expect(back.notices).toEqual([])
      expect((await imports.run(whole, pruning)).kinds).toEqual(
        (await imports.run(whole, slice)).kinds,
      )
    },
  )

  it('is refused where what goes with prune is what a record is nothing without', async () => {
    await imports.run([meeting, item], slice)
    expect(reasonsOf(await imports.refused([item], { ...slice, prune: true }))).toEqual([
      'town:1: agenda_item i: refers to meeting "m", which this source does not hold, so that --prune takes it out',
    ])
  })

  it('is refused where a record is nothing without what is missing', async () => {
    await imports.run([meeting], slice)
    const refusal = await imports.refused([{ ...item, meeting_key: 'other' }], slice)
    expect(reasonsOf(refusal)).toEqual([
      'town:1: agenda_item i: refers to meeting "other", which neither this source nor an earlier import of it holds',
    ])
  })

  it('counts what does not fit into the list', async () => {
    const items = Array.from({ length: 130 }, (_, n) => ({ ...item, key: `i-${n}`, position: n }))
    const { notices } = await imports.run([meeting, ...items], slice)
    expect(notices).toHaveLength(101)
    expect(notices.at(-1)).toEqual({
      where: 'this source',
      subject: 'and',
      reason: '30 more references lead out of this source',
    })
  })
})

const unresolved = (what: 'records' | 'references') =>
  rowsOf<Record<string, unknown>>(imports.databaseUrl, `select * from unresolved_${what}`)

describe('an incomplete record', () => {
  const named = { ...person, incomplete: true }
  const full = { ...person, party: 'Independent' }
  const seen = { ...motion, incomplete: true, votes: undefined, summary: 'Seen on the agenda' }

  it('never replaces a complete one, and is replaced by it', async () => {
    await imports.run([named], slice)
    expect((await imports.run([full], slice)).kinds.people).toMatchObject({ changed: 1 })
    expect((await imports.run([named], slice)).kinds.people).toMatchObject({ same: 1, changed: 0 })
    expect(await imports.moved()).toEqual([])
    expect(await imports.row('people', 'p')).toMatchObject({
      party: 'Independent',
      is_incomplete: 0,
    })
  })

  it('does not take the votes from a motion', async () => {
    await imports.run([matter, person, meeting, item, motion], slice)
    await imports.run([meeting, item, seen], slice)
    expect(await imports.rows('votes')).toHaveLength(1)
    expect(await imports.row('motions', 'v')).toMatchObject({ summary: null, tally_for: 1 })
  })

  it('is replaced by a newer incomplete one', async () => {
    await imports.run([meeting, seen], slice)
    await imports.run([meeting, { ...seen, result: 'Carried' }], slice)
    expect(await imports.row('motions', 'v')).toMatchObject({ result: 'Carried', is_incomplete: 1 })
  })

  it('does not keep a complete one from getting what it refers to', async () => {
    await imports.run([matter, person, motion], slice)
    await imports.run([meeting, item, seen], slice)
    const { id } = await imports.row('agenda_items', 'i')
    expect(await imports.row('motions', 'v')).toMatchObject({
      agenda_item_id: id,
      is_incomplete: 0,
      summary: null,
    })
    expect(await imports.rows('votes')).toHaveLength(1)
    expect(await unresolved('records')).toEqual([])
  })
})

describe('an unresolved reference', () => {
  it('is resolved by the import that brings its target, though nothing else of it refers there', async () => {
    await imports.run([meeting, item, motion], slice)
    const { kinds, notices } = await imports.run([matter], slice)
    expect(notices).toEqual([])
    expect(kinds).toMatchObject({
      agenda_items: { changed: 1, same: 0 },
      motions: { changed: 1, same: 0 },
    })
    const { id } = await imports.row('matters', 'x')
    expect(await imports.row('agenda_items', 'i')).toMatchObject({ matter_id: id })
    expect(await imports.row('motions', 'v')).toMatchObject({ matter_id: id })
    const waiting = await unresolved('references')
    expect(waiting.map(({ target_kind: kind, target_key: key }) => `${kind} ${key}`)).toEqual([
      'person p',
    ])
    await imports.run([person], slice)
    expect((await imports.rows('votes')).map(({ person_id }) => person_id)).not.toContain(null)
    expect(await unresolved('references')).toEqual([])
  })

  it('to a parent is resolved as well', async () => {
    await imports.run([meeting, { ...item, matter_key: null, parent_key: 'above' }], slice)
    const above = { ...item, key: 'above', position: 0, matter_key: null }
    await imports.run([above], slice)
    const { id } = await imports.row('agenda_items', 'above')
    expect(await imports.row('agenda_items', 'i')).toMatchObject({ parent_id: id })
  })

  it('is forgotten with a record that is pruned', async () => {
    await imports.run([...others, item, meeting], slice)
    await imports.run(others, { ...slice, prune: true })
    expect(await unresolved('records')).toEqual([])
    await imports.run([matter], slice)
    expect((await imports.row('agenda_items', 'i')).removed_at).not.toBeNull()
  })

  it('of a slice does not refuse a whole source that brings one of its targets', async () => {
    await imports.run([meeting, item, motion], slice)
    const { kinds } = await imports.run([matter])
    expect(kinds.motions).toMatchObject({ changed: 1 })
    const left = await unresolved('references')
    expect(left.map(({ target_key: key }) => key)).toEqual(['p'])
  })
})

describe('a database of before incomplete records', () => {
  const counted = { ...motion, votes: undefined, summary: 'Approved', result: 'Carried' }

  async function upgrade(): Promise<void> {
    for (const table of Object.values(tableOf))
      await runOn(imports.databaseUrl, `alter table ${table} drop column is_incomplete`)
    for (const what of ['records', 'references'])
      await runOn(imports.databaseUrl, `drop table unresolved_${what}`)
    const upgraded = openWriteStore(imports.databaseUrl)
    await up(upgraded.db as unknown as Kysely<unknown>)
    await upgraded.close()
    // A connection that was open keeps the old schema until it reads.
    await imports.store.db.selectFrom('motions').selectAll().execute()
  }

  it('takes a correction of what may have been incomplete', async () => {
    await imports.run([matter, person, meeting, item, counted], slice)
    await upgrade()
    await imports.run([{ ...counted, incomplete: true, result: 'Defeated' }], slice)
    await imports.run([{ ...person, incomplete: true, name: 'Vera Ng-Roy' }], slice)
    expect(await imports.row('motions', 'v')).toMatchObject({ result: 'Defeated' })
    expect(await imports.row('people', 'p')).toMatchObject({ name: 'Vera Ng-Roy' })
  })

  it('keeps votes, and knows a record as complete once it is imported again', async () => {
    await imports.run([matter, person, meeting, item, motion], slice)
    await upgrade()
    await imports.run([{ ...counted, incomplete: true }], slice)
    expect(await imports.rows('votes')).toHaveLength(1)
    await imports.run([person], slice)
    expect(await imports.row('people', 'p')).toMatchObject({ is_incomplete: 0 })
  })
})
