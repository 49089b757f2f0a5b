import { expect, it } from 'vitest'
import { parseResult } from './motion-texts.ts'

it.each([
  ['Lost (5 to 7)', 'Defeated', { for: 5, against: 7 }],
  ['Carried (11 to 1)', 'Carried', { for: 11, against: 1 }],
  ['LOST', 'Defeated', null],
  ['Defeated', 'Defeated', null],
  [' carried ', 'Carried', null],
  ['Withdrawn', 'Withdrawn', null],
  ['Tabled', 'Tabled', null],
  ['Referred', 'Referred', null],
  ['Received', 'Received', null],
  ['Carried as amended', 'Carried as amended', null],
  ['Carried (unanimously)', 'Carried (unanimously)', null],
  ['', null, null],
  [null, null, null],
])('reads the printed result %j as %j with the counts %j', (written, result, counts) => {
  expect(parseResult(written)).toEqual({ result, counts })
})
