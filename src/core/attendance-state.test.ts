import { expect, it } from 'vitest'
import { attendanceState, isRemoteWord } from './attendance-state.ts'

it.each([
  [null, 'present'],
  ['Remote', 'remote'],
  ['by telephone', 'remote'],
  ['À distance', 'remote'],
  ['Left early', 'part'],
  ['Enters at 2:07 PM', 'part'],
  ['En retard', 'part'],
  ['Remote, left early', 'part'],
  ['Virtual', 'remote'],
  ['Conflict', 'present'],
])('present with the reason %s is %s', (reason, state) => {
  expect(attendanceState(true, reason)).toBe(state)
  expect(attendanceState(false, reason)).toBe('absent')
})

it('is in part of those who were not at every session', () => {
  const at = (...present: boolean[]) => present.map((one) => ({ present: one }))
  expect(attendanceState(true, null, at(true, false))).toBe('part')
  expect(attendanceState(true, 'Remote', at(true, true))).toBe('remote')
  expect(attendanceState(false, null, at(false, false))).toBe('absent')
})

it('knows a word that says no more than the state', () => {
  expect(['Remote', 'by telephone', null].map(isRemoteWord)).toEqual([true, false, false])
})
