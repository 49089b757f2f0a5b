import { expect, it } from 'vitest'
import { type MeetingFacts, MeetingStates, statedState, withoutState } from './meeting-state.ts'

const facts = (changes: Partial<MeetingFacts>): MeetingFacts => ({
  ...{ subject: 'Council 2026-03-01', location: 'a.json', labels: [], comment: null },
  ...{ isRecorded: false, hasMinutes: false, isOver: true },
  ...changes,
})
const statusOf = (changes: Partial<MeetingFacts>) => new MeetingStates().statusOf(facts(changes))

it.each([
  ['CANCELLED', 'cancelled'],
  ['*** Canceled ***', 'cancelled'],
  ['Notice: this meeting has been cancelled for lack of a quorum', 'cancelled'],
  ['No Quorum', 'cancelled'],
  ['Faute de quorum', 'cancelled'],
  ['This meeting was cancelled because of a lack of items', 'cancelled'],
  ['La réunion n’aura pas lieu.', 'cancelled'],
  ['La séance du 3 mars est annulée.', 'cancelled'],
  ['RÉUNION ANNULÉE', 'cancelled'],
  ['Meeting has been postponed to April 2', 'postponed'],
  ['Please note that the meeting scheduled for May 4 is rescheduled to May 6', 'postponed'],
  ['Deferred', 'postponed'],
  ['Cette réunion a été reportée au 6 mai', 'postponed'],
  ['Held at noon. This meeting was postponed.', 'postponed'],
])('the comment %j calls a meeting off: %s', (comment, status) => {
  expect(statusOf({ comment })).toMatchObject({ status, status_note: expect.any(String) })
})

it.each([
  ['Council - CANCELLED', 'cancelled'],
  ['Town Hall (meeting cancelled)', 'cancelled'],
  ['Conseil (reportée)', 'postponed'],
  ['Council - Notice of Postponement', 'postponed'],
  ['Council: Rescheduled to June 3', 'postponed'],
])('the title, location or time %j calls a meeting off: %s', (label, status) => {
  expect(statusOf({ labels: ['Council', label] })).toEqual({ status, status_note: label })
})

it.each([
  'Item 5 has been cancelled',
  'Rescheduled from March 3 to March 5',
  'Parking rates, postponed business',
  'In recess',
])('the comment %j leaves open whether a meeting was held', (comment) => {
  const states = new MeetingStates()
  expect(states.statusOf(facts({ comment }))).toEqual({ status: 'scheduled', status_note: comment })
  states.statusOf(facts({ comment }))
  expect(states.warnings()).toEqual([
    {
      ...{ type: 'warning', location: 'a.json', subject: 'meetings' },
      reason: `not recorded as held because of words that leave it open: 2; first: Council 2026-03-01, ${JSON.stringify(comment)}`,
    },
  ])
  // Who was present or what was decided, or minutes, show that it was held.
  for (const shown of [{ isRecorded: true }, { hasMinutes: true }])
    expect(statusOf({ comment, ...shown })).toMatchObject({ status: 'completed' })
})

it.each([
  'Rescheduled from March 3',
  'Continuation of the recessed meeting of May 19',
  'Joint meeting with the Committee on Cancer Research',
  'Annual report',
  'Reports of staff',
])('the comment %j does not concern the state of a meeting', (comment) => {
  expect(statusOf({ comment })).toEqual({ status: 'completed' })
})

it('takes the word of the publisher first, and records of what happened before a comment', () => {
  const recorded = { comment: 'CANCELLED', isRecorded: true }
  expect(statusOf(recorded)).toMatchObject({ status: 'completed' })
  expect(statusOf({ ...recorded, stated: 'Deferred' })).toEqual({
    ...{ status: 'postponed', status_note: 'Deferred' },
  })
  expect(statusOf({ stated: 'Recessed' })).toMatchObject({ status: 'scheduled' })
  expect(statedState(['Council'], 'CANCELLED')).toBe('CANCELLED')
})

it.each([
  ['CANCELLED: Council', 'Council'],
  ['Council (Cancelled)', 'Council'],
  ['ANNULÉE - Comité du budget', 'Comité du budget'],
  ['Council – Cancelled due to lack of quorum', 'Council'],
  ['Council (postponed to June 3)', 'Council'],
  ['CANCELLED / ANNULÉ - Council', 'Council'],
  ['Postponed until further notice - Council', 'Council'],
  ['Council', 'Council'],
  ['Cancelled', 'Cancelled'],
])('%j without its state is %j', (name, plain) => expect(withoutState(name)).toBe(plain))

it.each(['- ', '{', 'cancelled - ', 'cancelled due to '])(
  'a name of many %j is read in linear time',
  (piece) => {
    const start = process.threadCpuUsage()
    const name = piece.repeat(400_000 / piece.length)
    withoutState(name)
    statedState([name], name)
    expect(process.threadCpuUsage(start).user).toBeLessThan(2_000_000)
  },
)
