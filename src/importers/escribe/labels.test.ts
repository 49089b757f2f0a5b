import { expect, it } from 'vitest'
import { attendanceOf } from './labels.ts'

it.each([
  ['Members:', 'present'],
  ['Voting Members Present', 'present'],
  ['Board Members', 'present'],
  ['Electoral Area Directors', 'present'],
  ['Trustees present', 'present'],
  ['Membres présents', 'present'],
  ['Conseillères présentes', 'present'],
  ['Members absent', 'absent'],
  ['Membres absents', 'absent'],
  ['Non-voting members', 'other'],
  ['Staff present', 'other'],
  ['Staff members', undefined],
  ['Members of the public', undefined],
  ['Members on leave', undefined],
])('names after "%s" are %s', (label, kind) => {
  expect(attendanceOf(label)).toBe(kind)
})

it('names after "Directors" are members where no other list is of members', () => {
  expect(attendanceOf('Directors', ['Staff', 'Regrets'])).toBe('present')
  expect(attendanceOf('Directors', ['Members present'])).toBeUndefined()
})
