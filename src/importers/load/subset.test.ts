import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  freshImports,
  type Imports,
  reasonsOf,
} from '../../../test/support/imports/municipality.ts'
import {
  item,
  matter,
  meeting,
  motion,
  others,
  person,
  slice,
} from '../../../test/support/imports/sidewalks.ts'

let imports: Imports
beforeEach(async () => {
  imports = await freshImports()
})
afterEach(() => imports.remove())

describe('a subset of a record', () => {
  it('is imported without references out of it, which it lists', async () => {
    const { kinds, warnings, unresolved } = await imports.run([meeting, item, motion], slice)
    expect(unresolved).toEqual({ matters: 2, people: 1 })
    expect(kinds.motions).toEqual({ added: 1, changed: 0, same: 0, removed: 0 })
    expect(warnings.map(({ location, subject }) => `${location} ${subject}`)).toEqual([
      'town:2 agenda_item i',
      'town:3 motion v',
      'town:3 motion v',
    ])
    expect(warnings[0]?.reason).toBe(
      '/matter_key: refers to matter "x", which is not in this source or an earlier import of it',
    )
    expect(await imports.row('agenda_items', 'i')).toMatchObject({ matter_id: null })
    expect(await imports.row('motions', 'v')).toMatchObject({ matter_id: null })
  })

  it('is completed by the next subset with the missing records, and updated_at moves', async () => {
    await imports.run([meeting, item, motion], slice)
    const { kinds, warnings } = await imports.run([matter, person, meeting, item, motion], slice)
    expect(warnings).toEqual([])
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

  it('is imported without parents outside of it, which the next subset with them adds', async () => {
    const parks = { kind: 'organization', key: 'parks', name: 'Parks', parent_key: 'council' }
    const council = { kind: 'organization', key: 'council', name: 'Council' }
    const child = { ...item, parent_key: 'above', matter_key: null }
    const above = { ...child, key: 'above', position: 0, parent_key: null }
    const first = await imports.run([parks, meeting, child], slice)
    expect(first.unresolved).toEqual({ organizations: 1, agenda_items: 1 })
    expect(await imports.row('agenda_items', 'i')).toMatchObject({ parent_id: null })
    const again = await imports.run([parks, meeting, child], slice)
    expect(again.kinds.agenda_items).toMatchObject({ changed: 0, same: 1 })
    const { kinds, unresolved } = await imports.run([parks, council, meeting, child, above], slice)
    expect(unresolved).toEqual({})
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

  it('can refer to records of an earlier subset', async () => {
    await imports.run([matter, person, meeting], slice)
    const { warnings } = await imports.run([item, motion], slice)
    expect(warnings).toEqual([])
    expect((await imports.run([item, motion], slice)).kinds.motions).toMatchObject({ same: 1 })
  })

  it('changes nothing when it is imported again', async () => {
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
    'from which a %s was removed changes nothing when it is pruned by a second time',
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
      expect(first.warnings[0]?.reason).toContain('which is not in this source')
      for (const options of [pruning, slice]) {
        const { kinds } = await imports.run(left, options)
        for (const { added, changed, removed } of Object.values(kinds))
          expect({ added, changed, removed }).toEqual({ added: 0, changed: 0, removed: 0 })
        expect(await imports.moved()).toEqual([])
      }
      const back = await imports.run(whole, pruning)
      expect(back.warnings).toEqual([])
      expect((await imports.run(whole, pruning)).kinds).toEqual(
        (await imports.run(whole, slice)).kinds,
      )
    },
  )

  it('is rejected if --prune would remove a required record', async () => {
    await imports.run([meeting, item], slice)
    expect(reasonsOf(await imports.rejected([item], { ...slice, prune: true }))).toEqual([
      'town:1: agenda_item i: /meeting_key: refers to meeting "m", which is not in this source, so --prune removes it',
    ])
  })

  it('is rejected if a required record is missing', async () => {
    await imports.run([meeting], slice)
    const rejected = await imports.rejected([{ ...item, meeting_key: 'other' }], slice)
    expect(reasonsOf(rejected)).toEqual([
      'town:1: agenda_item i: /meeting_key: refers to meeting "other", which is not in this source or an earlier import of it',
    ])
  })

  it('counts the references that the list omits', async () => {
    const items = Array.from({ length: 130 }, (_, n) => ({ ...item, key: `i-${n}`, position: n }))
    const { warnings } = await imports.run([meeting, ...items], slice)
    expect(warnings).toHaveLength(101)
    expect(warnings.at(-1)).toEqual({
      location: 'this source',
      subject: 'and',
      reason: '30 more references to records outside this source',
    })
  })
})
