import { expect, it } from 'vitest'
import { joinParts } from './join-parts.ts'

it.each([
  ['Kite Fund', 'Kite Fund, Pemberley'],
  ['Kites are to be licensed.', 'Kites are to be licensed. Pemberley'],
  ['Who may fly kites?', 'Who may fly kites? Pemberley'],
])('sets a comma after a part that does not end as a sentence: %s', (title, joined) => {
  expect(joinParts(title, 'Pemberley')).toBe(joined)
})
