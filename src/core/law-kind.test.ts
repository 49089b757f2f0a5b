import { expect, it } from 'vitest'
import { lawKindOf } from './law-kind.ts'

it.each([
  ['A Local Law to amend the charter', null, null, 'local_law'],
  ['Ferry docks', 'A local law in relation to ferry docks', null, 'local_law'],
  ['Ferry docks', 'Loi locale sur les quais', null, 'local_law'],
  ['AN ORDINANCE regulating kiosks', null, null, 'ordinance'],
  ['Kiosks', null, 'Ordinance', 'ordinance'],
  ['Ordonnance numéro 7', null, null, 'ordinance'],
  ['A by-law to amend the Ordinance of 1904', 'A Local Law, in part', null, 'bylaw'],
  ['Règlement sur les ordonnances', null, null, 'bylaw'],
  ['Repeal of a local law', 'Repeals the Local Law of 1904', 'Introduction', 'bylaw'],
])('%s, %s, %s is a %s', (title, description, category, kind) => {
  expect(lawKindOf({ title, description, category })).toBe(kind)
})
