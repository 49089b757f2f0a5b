import { expect, it } from 'vitest'
import type { Person } from './queries.ts'
import { toTable } from './table.ts'

it('lists pairs of the same share by how many votes they have in common', () => {
  const people = ['Ada', 'Bea', 'Cy'].map(
    (name, at) => ({ id: at + 1, name, slug: name }) as Person,
  )
  const pair = (person_id: number, other_id: number, motions: number) => ({
    ...{ person_id, other_id, motions, same: motions },
    ...{ contested_motions: motions, contested_same: motions },
  })
  const { pairs } = toTable(people, [pair(1, 2, 20), pair(1, 3, 500), pair(2, 3, 40)], false)
  expect(pairs.map(({ one, other }) => `${one.name} ${other.name}`)).toEqual([
    'Ada Cy',
    'Bea Cy',
    'Ada Bea',
  ])
})
