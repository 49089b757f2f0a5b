import { expect, it } from 'vitest'
import { shortNameOf } from './short-name.ts'

it.each([
  ['City of Ottawa', 'Ottawa'],
  ['Ville d’Ottawa', 'Ottawa'],
  ['Town of Lowmere (sample)', 'Lowmere'],
  ['The Corporation of the Township of Weir', 'Weir'],
  ['Municipality of the District of Weir', 'Weir'],
  ['Municipalité de L’Ascension', 'L’Ascension'],
  ['New York City', 'New York City'],
  ['Village', 'Village'],
  ['(sample)', '(sample)'],
  ['lowmere', 'lowmere'],
])('%s is %s in short', (name, short) => {
  expect(shortNameOf(name)).toBe(short)
})
