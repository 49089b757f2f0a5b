import { expect, it, onTestFinished } from 'vitest'
import { engineUnderTest, freshStore } from '../../../test/support/database/fresh-store.ts'
import { foundBy, indexTexts } from '../../../test/support/database/search.ts'
import { bareTown } from '../../../test/support/towns/bare-town.ts'
import { bodiesByInitials, initialsIn } from './bodies.ts'
import { parseQuery } from './query-terms.ts'

const bodies = ['Alder Bus Commission', 'Panel on the Weir and Docks', 'Board']

it.each<[string, string[][]]>([
  ['abc', [['bus', 'commission']]],
  ['pwd', [['panel', 'on', 'the', 'weir', 'and', 'docks']]],
  ['pwx', []],
])('%s are the initials of %j', (word, names) => {
  const named = bodies.map((name) => ({ name }))
  const found = bodiesByInitials([word], named, 'Town of Alder')
  expect(found.get(word) ?? []).toEqual(names)
})

it('initials are short words of letters outside quotes', () => {
  expect(initialsIn(parseQuery('ABC fares "pwd" x2y commission ab'))).toEqual(['abc', 'fares'])
})

it(`initials find the name of a body of the record, on ${engineUnderTest()}`, async () => {
  const { store, remove } = await freshStore()
  onTestFinished(() => remove())
  const town = await bareTown(store, 'initials')
  await store.db
    .insertInto('organizations')
    .values({
      ...{ municipality_id: town, source: 's', key: 'o', slug: 'o', ocd_id: 'o' },
      ...{ name: 'Otter Bus Commission', name_folded: 'otter bus commission' },
      ...{ names_folded: 'otter bus commission', other_names: '[]', content_hash: '' },
      ...{ created_at: '', updated_at: '', classification: 'commission' },
    } as never)
    .execute()
  await indexTexts(store, town, [
    { title: 'Text', body: 'The Otter Bus Commission raises its fares.', slug: 'named' },
    { title: 'Text', body: 'A commission on the otter and the bus.', slug: 'apart' },
  ])
  const rows = await foundBy(store, { municipalityId: town, q: 'OBC', match: 'best' })
  expect(rows.map(({ slug }) => slug)).toEqual(['named'])
})
