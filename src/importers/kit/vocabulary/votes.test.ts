import { expect, it } from 'vitest'
import { toPresence } from './presence.ts'
import { findVoteValue, toVote } from './votes.ts'

it.each([
  ['Affirmative', 'For', null],
  [' AYE ', 'For', null],
  ['In Favour', 'For', null],
  ['Nays', 'Against', null],
  ['Opposed', 'Against', null],
  ['Abstention', 'Abstain', null],
  ['Absent', 'Absent', null],
  ['Excused', 'Absent', 'Excused'],
  ['Parental ', 'Absent', 'Parental'],
  ['Conflict', 'Recused', 'Conflict'],
  ['Pecuniary Interest', 'Recused', 'Pecuniary Interest'],
  ['recusal', 'Recused', null],
  ['', 'Other', null],
  ['Other', 'Other', null],
  ['Non-voting', 'Other', 'Non-voting'],
  ['constructor', 'Other', 'constructor'],
])('reads the vote %j as %s', (written, value, reason) => {
  expect(toVote(written)).toEqual({ value, reason })
})

it('finds no value for an unknown word', () => {
  expect(['Excused', 'paired', '__proto__'].map(findVoteValue)).toEqual([
    'Absent',
    undefined,
    undefined,
  ])
})

it.each([
  ['Present', true],
  ['left early', true],
  ['Attendee', true],
  ['Absent', false],
  ['Excused ', false],
  ['unexcused', false],
  ['Jury Duty', false],
  ['Conflict', false],
  ['Affirmative', null],
  ['participant', null],
  ['', null],
])('reads %j in a roll call as %s', (written, present) => {
  expect(toPresence(written)).toBe(present)
})
