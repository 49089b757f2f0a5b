import { expressionBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshStore } from '../../test/support/database/fresh-store.ts'
import { barePeople, bareTown } from '../../test/support/towns/bare-town.ts'
import { cachedQuery } from './cached-query.ts'
import { jsonRows, parseRows } from './json-rows.ts'
import type { WriteStore } from './open.ts'
import type { Tables } from './tables.ts'

const names = ['plain', 'say "ay"', 'back\\slash', 'two\nlines\t\u0001', '‹\u2028é😀›', '[1]', '']

let store: WriteStore
let remove: () => Promise<void>
let town: number
beforeAll(async () => {
  ;({ store, remove } = await freshStore())
  town = await bareTown(store, 'nested')
  const rows = names.map((name, i) => ({
    name,
    name_folded: `${9 - i}`,
    party: i % 2 === 0 ? null : 'a party',
    votes_for: i,
    other_names: '[{"name":"Vee"}]',
  }))
  await barePeople(store, town, rows)
})
afterAll(() => remove())

const people = expressionBuilder<Tables, 'municipalities'>()
  .selectFrom('people')
  .select(['people.name', 'people.party', 'votes_for as votes', 'municipalities.slug as town'])
  .select(({ lit }) => lit(1).as('one'))
  .select('other_names')
  .whereRef('people.municipality_id', '=', 'municipalities.id')
  .where('votes_for', '>', 0)
  .orderBy('people.name_folded')

const townOf = cachedQuery((db, { id }: { id: number }) =>
  db
    .selectFrom('municipalities')
    .select('slug')
    .select(jsonRows(db, people).as('people'))
    .where('id', '=', id),
)

describe('rows in a JSON column', () => {
  it('are the child rows in order, with unchanged values', async () => {
    const [row] = await townOf(store.db, { id: town })
    const expected = names.map((name, i) => ({
      name,
      party: i % 2 === 0 ? null : 'a party',
      votes: i,
      town: 'nested',
      one: 1,
      other_names: '[{"name":"Vee"}]',
    }))
    expect(parseRows(row?.people ?? '')).toEqual(expected.slice(1).reverse())
  })

  it('are an empty list without child rows', async () => {
    const [row] = await townOf(store.db, { id: await bareTown(store, 'empty') })
    expect(parseRows(row?.people ?? '')).toEqual([])
  })
})
