import { expect, it } from 'vitest'
import { nearestKey } from './references.ts'

const keys = ['rezai', 'fatima-okafor', 'council', 'sauve', '2026-05-12/council', 'file-7']

it.each([
  ['Rezai', 'rezai'],
  ['rezia', 'rezai'],
  ['Sauvé', 'sauve'],
  ['okafor', 'fatima-okafor'],
  ['Fatima Rezai', 'rezai'],
  ['2026-5-12 Council', '2026-05-12/council'],
  ['FILE 007', 'file-7'],
])('%s leads to %s', (written, key) => {
  expect(nearestKey(written, keys)).toBe(key)
})

it.each([
  ['of another number', '2026-05-13/council'],
  ['that is too far', 'marchand'],
  ['that is too short', 'r'],
  ['without letters', '---'],
  ['that exists', 'council'],
])('a key %s has no suggestion: %s', (_, written) => {
  expect(nearestKey(written, keys)).toBeUndefined()
})

it('keys that are as near as each other are not guessed among', () => {
  expect(nearestKey('tremblay', ['anne-tremblay', 'guy-tremblay'])).toBeUndefined()
})
