import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rowsOf } from '../../../test/support/database/inspector.ts'
import { freshImports, type Imports } from '../../../test/support/imports/municipality.ts'
import { meeting } from '../../../test/support/imports/sidewalks.ts'

let imports: Imports
beforeEach(async () => {
  imports = await freshImports()
})
afterEach(() => imports.remove())

const ann = { person_key: 'a', name: 'Ann Amato' }
const bo = { person_key: 'b', name: 'Bo Beach' }
const cy = { person_key: 'c', name: 'Cy Crane' }
const people = [ann, bo, cy].map(({ person_key: key, name }) => ({ kind: 'person', key, name }))

/** The votes and the warnings of an import of one motion. */
async function importVotes(votes: object[], rest: object = {}, isThirdParty = false) {
  const motion = { kind: 'motion', key: 'v', meeting_key: 'm', position: 1, votes, ...rest }
  const { warnings } = await imports.run([meeting, ...people, motion], { isThirdParty })
  const rows = await imports.rows('votes')
  return {
    votes: rows.map(({ person_name, value, reason }) => [person_name, value, reason]),
    warnings: warnings.map(({ subject, reason }) => `${subject} ${reason}`),
  }
}

describe('a person who is listed twice in a roll call', () => {
  it('votes once, in the tally, in the totals and in agreement', async () => {
    const once = [
      { ...ann, value: 'For' },
      { ...bo, value: 'For' },
      { ...cy, value: 'Absent', reason: 'Medical' },
    ]
    const { votes, warnings } = await importVotes([...once, { ...cy, value: 'Absent' }, ...once])
    expect(votes).toEqual([
      ['Ann Amato', 'For', null],
      ['Bo Beach', 'For', null],
      ['Cy Crane', 'Absent', 'Medical'],
    ])
    expect(warnings).toEqual([
      'motion v lists "Ann Amato", "Bo Beach", "Cy Crane" more than once: each counts once',
    ])
    expect(await imports.row('motions', 'v')).toMatchObject({ tally_for: 2, tally_absent: 1 })
    expect(await imports.row('people', 'a')).toMatchObject({ votes_for: 1 })
    const pairs = await rowsOf(imports.databaseUrl, 'select distinct motions from agreements')
    expect(pairs).toEqual([{ motions: 1 }])
  })

  it('with both sides is on neither, while the printed tally stands', async () => {
    const { votes, warnings } = await importVotes(
      [
        { ...ann, value: 'For' },
        { ...bo, value: 'For' },
        { ...cy, value: 'For' },
        { ...bo, value: 'Against' },
      ],
      { tally: { for: 2, against: 1 } },
    )
    expect(votes).toEqual([
      ['Ann Amato', 'For', null],
      ['Bo Beach', 'Other', 'For, Against'],
      ['Cy Crane', 'For', null],
    ])
    expect(warnings[0]).toBe(
      'motion v lists "Bo Beach" with different votes: recorded as Other, on neither side',
    )
    expect(await imports.row('motions', 'v')).toMatchObject({ tally_for: 2, tally_against: 1 })
    expect(await imports.row('people', 'b')).toMatchObject({ votes_for: 0, votes_against: 0 })
  })

  it('with both sides leaves no counts if the source prints none', async () => {
    const both = ['For', 'Against'].map((value) => ({ ...cy, value }))
    const sides = [ann, bo].map((person) => ({ ...person, value: 'For' }))
    const { warnings } = await importVotes([...sides, ...both], { tally: null })
    expect(await imports.row('motions', 'v')).toMatchObject({
      tally_for: null,
      tally_against: null,
      contested: null,
    })
    expect(warnings).toEqual([
      'motion v lists "Cy Crane" with different votes: recorded as Other, on neither side',
    ])
  })

  it('without a key is one person if the votes are alike, and two if not', async () => {
    const votes = ['For', 'Against', 'For'].map((value) => ({ name: 'Pat Twin', value }))
    const { votes: read } = await importVotes(votes, {}, true)
    expect(read).toEqual([
      ['Pat Twin', 'For', null],
      ['Pat Twin', 'Against', null],
    ])
  })

  it('without a key is two people in a bundle', async () => {
    const votes = ['For', 'For'].map((value) => ({ name: 'Pat Twin', value }))
    expect((await importVotes(votes)).votes).toHaveLength(2)
  })

  it('has one vote, which the tally counts twice, if it was the casting vote', async () => {
    const { warnings } = await importVotes(
      [
        { ...ann, value: 'For', reason: 'Casting vote' },
        { ...bo, value: 'Against' },
      ],
      { tally: { for: 2, against: 1 }, result: 'Carried' },
    )
    expect(warnings).toEqual([])
  })
})

it('attendance lists a person once, and no one as both present and absent', async () => {
  const attendance = [
    { ...ann, present: true },
    { ...ann, present: true, role: 'Chair' },
    { ...bo, present: true },
    { ...bo, present: false },
    { ...cy, present: false },
  ]
  const { warnings } = await imports.run([{ ...meeting, attendance }, ...people])
  const rows = await imports.rows('attendance')
  expect(rows.map(({ person_name, present, role }) => [person_name, present, role])).toEqual([
    ['Ann Amato', 1, 'Chair'],
    ['Cy Crane', 0, null],
  ])
  expect(warnings.map(({ reason }) => reason)).toEqual([
    'lists "Ann Amato" more than once: each counts once',
    'lists "Bo Beach" both as present and as absent: omitted from the attendance',
  ])
})

it('attendance without keys is of two people of one name if one of them was absent', async () => {
  const attendance = [true, true, false].map((present) => ({ name: 'Pat Twin', present }))
  await imports.run([{ ...meeting, attendance }], { isThirdParty: true })
  const rows = await imports.rows('attendance')
  expect(rows.map(({ person_name, present }) => [person_name, present])).toEqual([
    ['Pat Twin', 1],
    ['Pat Twin', 0],
  ])
})

describe('a motion', () => {
  const named = (inFavour: number, against: number) =>
    [...Array(inFavour + against).keys()].map((index) => ({
      name: `Member ${index}`,
      value: index < inFavour ? 'For' : 'Against',
    }))
  const dissents = async () => (await imports.rows('votes')).map(({ dissent }) => dissent)

  it.each([
    ['Defeated', [2, 0], [null, null]],
    ['Carried', [0, 2], [null, null]],
    ['Carried', [1, 2], [null, null, null]],
    ['Defeated', [2, 1], [1, 1, 0]],
    ['Carried', [1, 1], [0, 1]],
    ['Carried', [2, 0], [0, 0]],
    ['Tabled', [2, 0], [null, null]],
  ] as const)(
    'that is %s with votes %j has the dissents %j',
    async (result, [yes, no], expected) => {
      const { warnings } = await importVotes(named(yes, no), { result })
      expect(await dissents()).toEqual(expected)
      const isWarned = result !== 'Tabled' && expected.every((dissent) => dissent === null)
      const reason = `is "${result}" with ${yes} for and ${no} against: recorded as written, and no vote is on the losing side`
      expect(warnings).toEqual(isWarned ? [`motion v ${reason}`] : [])
      expect(await imports.row('motions', 'v')).toMatchObject({ result })
    },
  )

  it.each([
    [{ for: 3, against: 1 }, [2, 1], 'prints 3 to 1, but names 2 for and 1 against'],
    [{ for: 2, against: 1 }, [2, 0], 'prints 2 to 1, but names 2 for and 0 against'],
    [{ for: 0, against: 1 }, [0, 2], 'prints 0 to 1, but names 0 for and 2 against'],
    [{ for: 2 }, [3, 0], 'prints 2 to ?, but names 3 for and 0 against'],
    [{ for: 2, against: 1 }, [2, 1], null],
    [{ for: 5, against: 1 }, [0, 1], null],
    [{ for: 5, against: 1 }, [0, 0], null],
    [{}, [0, 2], null],
  ] as const)(
    'that prints the tally %j with the names %j has a warning: %s',
    async (tally, [yes, no], reason) => {
      const { warnings } = await importVotes(named(yes, no), { tally })
      expect(warnings).toEqual(
        reason === null ? [] : [`motion v ${reason}: the printed counts stand`],
      )
    },
  )
})
