import { describe, expect, it } from 'vitest'
import { readArchive } from '../../../../test/support/legistar/read-archive.ts'
import { townMatter, townPerson } from '../../../../test/support/legistar/town.ts'

const votes = (affirmative: number, negative: number) =>
  [
    ...Array.from({ length: affirmative }, (_, n) => [`Member A${n}`, 'Affirmative']),
    ...Array.from({ length: negative }, (_, n) => [`Member N${n}`, 'Negative']),
  ].map(([FullName, Vote], index) => ({ ID: 300 + index, FullName, Vote }))

/** The motion of a step of a matter with this status. */
async function motionOf(step: object, StatusName = 'Adopted') {
  const History = [{ ...townMatter.History[1], ID: 7000, MinutesNote: '', Votes: [], ...step }]
  const { of, warnings } = await readArchive({
    'people/vera-ng.json': townPerson,
    'resolution/2024/0012.json': { ...townMatter, ID: 51, StatusName, History },
  })
  return { motion: of('motion').find(({ key }) => key === '7000'), warnings }
}

describe('a result of Legistar', () => {
  it.each([
    [
      'said by the sentence',
      'Approved by Committee',
      'A motion was made that this Report be Approved by Committee failed by Roll Call.',
      'Pass',
    ],
    ['said by the last sentence', 'Approved by Council', 'The motion did not carry.', 'Pass'],
    ['short of a majority', 'Approved by Council', 'A majority of votes was not reached.', 'Pass'],
    ['said by the name', 'Motion to Refer Failed', '', 'Pass'],
    ['not what was moved', 'Not Adopted by Council', '', 'Pass'],
  ])(
    'is Defeated if the words of the step say so, with the flag beside it: %s',
    async (_, Action, Description, PassedFlagName) => {
      const { motion } = await motionOf({ Action, Description, PassedFlagName, Votes: votes(9, 0) })
      expect(motion).toMatchObject({ result: 'Defeated', other_result: 'Carried' })
    },
  )

  it.each([
    ['Defeated by Council', 'It did not receive 2/3 of the votes.'],
    ['Approved by Council', 'The motion did not received the two-thirds vote that it needs.'],
  ])('is Defeated, and not disputed, if two thirds were not reached: %s', async (Action, text) => {
    const step = { Action, Description: text, PassedFlagName: 'Pass', Votes: votes(7, 5) }
    const { motion } = await motionOf(step)
    expect(motion?.result).toBe('Defeated')
    expect(motion?.other_result ?? null).toBeNull()
  })

  it('is that of the flag, with the words beside it, if only the words say that it was approved', async () => {
    const { motion } = await motionOf({
      Action: 'Approved by Committee',
      Description: 'This Report was Approved by Committee',
      PassedFlagName: 'Fail',
      Votes: votes(5, 0),
    })
    expect(motion).toMatchObject({ result: 'Defeated', other_result: 'Carried' })
  })

  it.each([
    [
      'Pass',
      'Carried',
      'Approved by Council',
      'A motion was made that this Report be Approved by Council approved by voice vote.',
    ],
    [
      'Fail',
      'Defeated',
      'Approved by Council',
      'A motion was made that this Report be Approved by Council failed by Roll Call.',
    ],
    [
      'Pass',
      'Carried',
      'Disapproved by Council',
      'A motion was made that this Report be Disapproved by Council approved by Roll Call.',
    ],
    ['Fail', 'Defeated', 'approve', ''],
    [
      'Pass',
      'Carried',
      'Adopted by Council',
      'The motion to table failed. The question was carried, and the amendment failed.',
    ],
  ])(
    'is the only one where the words agree or say only what was moved: %s',
    async (PassedFlagName, result, Action, Description) => {
      const { motion } = await motionOf({ Action, Description, PassedFlagName, Votes: votes(5, 2) })
      expect(motion).toMatchObject({ result, other_result: null })
    },
  )
})

describe('a step without a flag', () => {
  const note = 'The following Council Member formally voted against this item: Council Member Ng.'

  it('is a decision if council approved a matter that is adopted, with those who were against', async () => {
    const { motion } = await motionOf({
      Action: 'Approved, by Council',
      PassedFlagName: null,
      MinutesNote: note,
    })
    expect(motion).toMatchObject({
      result: 'Carried',
      votes: [{ name: 'Ng', person_key: '7', value: 'Against' }],
    })
  })

  it('is a lost motion if its name says so', async () => {
    const { motion } = await motionOf({ Action: 'Defeated by Committee', PassedFlagName: null })
    expect(motion).toMatchObject({ result: 'Defeated', other_result: null })
  })

  it.each([
    ['Failed (End of Session)', 'Filed'],
    ['Approved, by Council', 'Filed (End of Session)'],
    ['Hearing Held by Committee', 'Adopted'],
    ['Approved by Committee', 'Adopted'],
  ])('is none if it is %j of a matter that is %j', async (Action, status) => {
    expect((await motionOf({ Action, PassedFlagName: null }, status)).motion).toBeUndefined()
  })
})
