import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freshImports, type Imports } from '../../../test/support/imports/municipality.ts'
import {
  item,
  matter,
  meeting,
  motion,
  others,
  person,
  slice,
} from '../../../test/support/imports/sidewalks.ts'
import { keyColumn, referenceColumns } from '../../store/record-kinds.ts'

let imports: Imports
beforeEach(async () => {
  imports = await freshImports()
})
afterEach(() => imports.remove())

/** Kind and key of each target of a reference that is unresolved. */
async function unresolved(): Promise<string[]> {
  const found = new Set<string>()
  for (const { table, column, target } of referenceColumns)
    for (const { [column]: id, [keyColumn(column)]: key } of await imports.rows(table))
      if (id === null && key !== null) found.add(`${target} ${key}`)
  return [...found]
}

describe('an incomplete record', () => {
  const named = { ...person, incomplete: true }
  const full = { ...person, party: 'Independent' }
  const seen = { ...motion, incomplete: true, votes: undefined, summary: 'Seen on the agenda' }

  it('never replaces a complete one, but is replaced by it', async () => {
    await imports.run([named], slice)
    expect((await imports.run([full], slice)).kinds.people).toMatchObject({ changed: 1 })
    expect((await imports.run([named], slice)).kinds.people).toMatchObject({ same: 1, changed: 0 })
    expect(await imports.moved()).toEqual([])
    expect(await imports.row('people', 'p')).toMatchObject({
      party: 'Independent',
      is_incomplete: 0,
    })
  })

  it('does not remove the votes of a motion', async () => {
    await imports.run([matter, person, meeting, item, motion], slice)
    await imports.run([meeting, item, seen], slice)
    expect(await imports.rows('votes')).toHaveLength(1)
    expect(await imports.row('motions', 'v')).toMatchObject({ summary: null, tally_for: 1 })
  })

  it('keeps what the complete one has, which a complete record without the field removes', async () => {
    const contact_details = [{ type: 'email', value: 'ng@town.example' }]
    await imports.run([{ ...person, contact_details }])
    const stored = async () => (await imports.row('people', 'p')).contact_details
    await imports.run([named])
    expect(await stored()).toBe(JSON.stringify(contact_details))
    await imports.run([person])
    expect(await stored()).toBe('[]')
  })

  it('is replaced by a newer incomplete one', async () => {
    await imports.run([meeting, seen], slice)
    await imports.run([meeting, { ...seen, result: 'Carried' }], slice)
    expect(await imports.row('motions', 'v')).toMatchObject({ result: 'Carried', is_incomplete: 1 })
  })

  it('does not keep a complete one from resolving its references', async () => {
    await imports.run([matter, person, motion], slice)
    await imports.run([meeting, item, seen], slice)
    const { id } = await imports.row('agenda_items', 'i')
    expect(await imports.row('motions', 'v')).toMatchObject({
      agenda_item_id: id,
      is_incomplete: 0,
      summary: null,
    })
    expect(await imports.rows('votes')).toHaveLength(1)
    expect(await unresolved()).toEqual([])
  })
})

describe('an unresolved reference', () => {
  it('is resolved by the import that brings its target, even without the record that refers to it', async () => {
    await imports.run([meeting, item, motion], slice)
    const { kinds, warnings } = await imports.run([matter], slice)
    expect(warnings).toEqual([])
    expect(kinds).toMatchObject({
      agenda_items: { changed: 1, same: 0 },
      motions: { changed: 1, same: 0 },
    })
    const { id } = await imports.row('matters', 'x')
    expect(await imports.row('agenda_items', 'i')).toMatchObject({ matter_id: id })
    expect(await imports.row('motions', 'v')).toMatchObject({ matter_id: id })
    expect(await unresolved()).toEqual(['person p'])
    await imports.run([person], slice)
    expect((await imports.rows('votes')).map(({ person_id }) => person_id)).not.toContain(null)
    expect(await unresolved()).toEqual([])
  })

  it('to a parent is resolved too', async () => {
    await imports.run([meeting, { ...item, matter_key: null, parent_key: 'above' }], slice)
    const above = { ...item, key: 'above', position: 0, matter_key: null }
    await imports.run([above], slice)
    const { id } = await imports.row('agenda_items', 'above')
    expect(await imports.row('agenda_items', 'i')).toMatchObject({ parent_id: id })
  })

  it('is deleted with a pruned record', async () => {
    await imports.run([...others, item, meeting], slice)
    await imports.run(others, { ...slice, prune: true })
    expect(await unresolved()).toEqual([])
    await imports.run([matter], slice)
    expect((await imports.rows('agenda_items')).map(({ key }) => key)).toEqual(['i-2'])
  })

  it('of a subset does not reject a complete import with one of its targets', async () => {
    await imports.run([meeting, item, motion], slice)
    const { kinds } = await imports.run([matter])
    expect(kinds.motions).toMatchObject({ changed: 1 })
    expect(await unresolved()).toEqual(['person p'])
  })
})
