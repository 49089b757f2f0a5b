import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freshImports, type Imports } from '../../../test/support/imports/municipality.ts'
import type { MotionRecord, VotePart } from '../../record/motions.ts'

let imports: Imports
beforeEach(async () => {
  imports = await freshImports()
})
afterEach(() => imports.remove())

const motion = (rest: Partial<MotionRecord>) => ({ kind: 'motion', key: 'v', position: 1, ...rest })
const votes = (...values: VotePart['value'][]) =>
  values.map((value, index) => ({ name: `Member ${index}`, value }))
const counted = async () => {
  const { tally_for, tally_against, tally_abstain, tally_absent } = await imports.row(
    'motions',
    'v',
  )
  return [tally_for, tally_against, tally_abstain, tally_absent]
}

describe('a tally', () => {
  it.each([
    ['printed in part', { for: 2, against: 1 }, [2, 1, null, 1]],
    ['printed for one side', { for: 2 }, [2, 1, null, 1]],
    ['printed otherwise', { for: 9, absent: 0 }, [9, 1, null, 0]],
    ['not printed', undefined, [2, 1, 0, 1]],
    ['unknown', {}, [null, null, null, null]],
  ])('that is %s takes from the votes only what it lacks', async (_, tally, expected) => {
    const cast = votes('For', 'For', 'Against', 'Absent')
    await imports.run([motion({ votes: cast, ...(tally && { tally }) })])
    expect(await counted()).toEqual(expected)
  })
})

it.each([
  [[null, null, null, null], { votes: votes('Absent', 'Abstain') }],
  [[0, 0, null, 1], { tally: { for: 0, against: 0, absent: 1 } }],
  [[0, 0, 2, 0], { tally: { for: 0, against: 0, abstain: 2, absent: 0 } }],
  [[0, 0, 0, 1], { tally: { for: 0, against: 0, abstain: 0, absent: 1 }, votes: votes('Absent') }],
  [[null, null, null, null], { tally: { for: 0, against: 0, abstain: 0, absent: 0 } }],
  [[null, null, null, null], { tally: { for: 0, against: 0 }, votes: votes('Absent') }],
  [[0, 0, null, null], { tally: { for: 0, against: 0 }, votes: votes('Against') }],
  [[0, 3, null, null], { tally: { for: 0, against: 3 } }],
])('a tally is %j for %j', async (expected, rest) => {
  await imports.run([motion(rest)])
  expect(await counted()).toEqual(expected)
})

describe('a motion', () => {
  it.each([
    [1, { votes: votes('For', 'Against') }],
    [1, { tally: { for: 3, against: 1 } }],
    [1, { tally: { for: 3 }, votes: votes('Against') }],
    [0, { votes: votes('For', 'Absent') }],
    [null, { votes: votes('Absent', 'Abstain') }],
    [null, { tally: { for: 0, against: 0 } }],
    [0, { tally: { for: 3, against: 0 } }],
    [null, { tally: { for: 3 } }],
    [null, { tally: {}, votes: votes('Against') }],
    [null, {}],
  ])('has %s for contested with %o', async (expected, rest) => {
    await imports.run([motion(rest)])
    expect((await imports.row('motions', 'v')).contested).toBe(expected)
  })
})

describe('an election', () => {
  const ballot = motion({
    motion_kind: 'election',
    votes: votes('Other', 'Other', 'Absent').map((vote) => ({ ...vote, candidate: 'Ann Lee' })),
    candidates: [
      { person_key: 'p', name: 'Ann Lee', votes: 2, elected: true },
      { name: 'Bo Park', votes: 0, elected: false },
    ],
  })
  const ann = { kind: 'person', key: 'p', name: 'Ann Q. Lee' }

  it('keeps its candidates, and has no tally', async () => {
    await imports.run([ann, ballot])
    expect(await counted()).toEqual([null, null, null, null])
    expect(await imports.rows('candidates')).toMatchObject([
      { person_name: 'Ann Lee', person_id: 1, votes: 2, elected: 1 },
      { person_name: 'Bo Park', person_id: null, votes: 0, elected: 0 },
    ])
    expect((await imports.rows('votes')).map(({ candidate }) => candidate)).toEqual([
      'Ann Lee',
      'Ann Lee',
      'Ann Lee',
    ])
  })

  it('for several seats has a vote of each person for each candidate', async () => {
    const seats = ['Ann Lee', 'Bo Park'].flatMap((candidate) =>
      votes('Other', 'Other').map((vote) => ({ ...vote, person_key: 'p', candidate })),
    )
    const { warnings } = await imports.run([ann, { ...ballot, votes: seats }])
    expect((await imports.rows('votes')).map(({ candidate }) => candidate)).toEqual([
      'Ann Lee',
      'Bo Park',
    ])
    expect(warnings.map(({ reason }) => reason)).toEqual([
      'lists "Member 0" more than once: each counts once',
    ])
  })

  it('counts the votes for and against a sole candidate', async () => {
    await imports.run([motion({ motion_kind: 'election', votes: votes('For', 'Against') })])
    expect(await counted()).toEqual([1, 1, 0, 0])
  })

  it('replaces its candidates when they change', async () => {
    await imports.run([ann, ballot])
    await imports.run([ann, { ...ballot, candidates: [{ name: 'Bo Park', elected: true }] }])
    expect(await imports.rows('candidates')).toMatchObject([
      { person_name: 'Bo Park', votes: null, elected: 1 },
    ])
  })
})
