import { describe, expect, it } from 'vitest'
import { moverIn } from './mover-in-text.ts'

const members = [
  { name: 'Wei Marsh', family: 'Marsh' },
  { name: 'Ada Quill', family: 'Quill' },
  { name: 'Bo Reed', family: 'Reed' },
  { name: 'Cy Reed', family: 'Reed' },
  { name: 'Ana De La Cruz', family: 'De La Cruz' },
  { name: 'Flo Pell-Ito', family: 'Pell-Ito' },
]

describe('the mover in the words of a vote', () => {
  it.each([
    ['Majority required - W1.2 - Marsh - motion 3a', 'Wei Marsh'],
    ['Majority required - W1.2 - Quill - Motion 2 - Part 1 only - REVOTE', 'Ada Quill'],
    ['Majority required - W1.2 - Quill, Balance of Motion 1', 'Ada Quill'],
    ['Majority required - W1.2 - Quill, motion 2', 'Ada Quill'],
    ['Majority required - W1.2 - Quill- motion 2', 'Ada Quill'],
    ['Majority required - W1.2 - Pell-Ito -motion 2', 'Flo Pell-Ito'],
    ['Majority required - W1.2 - Mayor Marsh - motion 1', 'Wei Marsh'],
    ['Majority required - De La Cruz - motion 4', 'Ana De La Cruz'],
    ['Majority required - Pell-Ito - motion 4', 'Flo Pell-Ito'],
    ['Motion to Amend Item moved by Councillor Wei Marsh (Carried)', 'Wei Marsh'],
    ['Majority required - Part 1 only of Motion 2 by Councillor Quill', 'Ada Quill'],
    ['Majority required - Adopt Part 2 of Motion 1 by Councillor Bo Reed', 'Bo Reed'],
    ['Two-Thirds required - W1.2 - Marsh', 'Wei Marsh'],
  ])('of %j is %s', (text, name) => {
    expect(moverIn(text, members)).toBe(name)
  })

  it.each([
    'Majority required - W1.2 - Reed - motion 1',
    'Majority required - Marsh - motion 1 - Quill - motion 2',
    'Majority required - W1.2 - Lake - motion 1',
    'Majority required - Appoint Councillor Marsh as Speaker',
    'Majority required - Adopt the item',
    'Majority required - Letter by Councillor Marsh',
    'Majority required',
    null,
  ])('is not certain of %j', (text) => {
    expect(moverIn(text, members)).toBeNull()
  })
})
