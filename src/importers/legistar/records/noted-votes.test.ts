import { describe, expect, it } from 'vitest'
import { readArchive } from '../../../../test/support/legistar/read-archive.ts'
import { townMatter } from '../../../../test/support/legistar/town.ts'

const matterPath = 'resolution/2024/0012.json'
const office = { ID: 80, BodyID: 1, BodyName: 'Town Council', Start: '2022-11-07T00:00:00Z' }
const member = (ID: number, FirstName: string, LastName: string, more: object = {}) => [
  `people/p${ID}.json`,
  {
    ID,
    FirstName,
    LastName,
    FullName: `${FirstName} ${LastName}`,
    OfficeRecords: [{ ...office, ID: ID * 10, ...more }],
  },
]
const people = Object.fromEntries([
  member(21, 'Zoë', 'De La Rôse'),
  member(22, 'Bo', 'Park'),
  member(23, 'Ida', 'Fox'),
  member(24, 'Old', 'Fox', { End: '2022-11-08T00:00:00Z' }),
  member(25, 'Kim', 'Twin'),
  member(26, 'Tom', 'Twin'),
])

const voice = 'The Clerk called for a voice vote. Hearing those in favor, it was adopted.'

/** The decision of a matter with a note in its history. */
async function decide(note: string, Votes: object[] = []) {
  const step = { ...townMatter.History[1], ID: 7000, MinutesNote: note, Votes }
  const { of, warnings } = await readArchive({
    ...people,
    [matterPath]: { ...townMatter, ID: 51, History: [step] },
  })
  return {
    motion: of('motion').find(({ key }) => key === '7000'),
    action: of('action').find(({ key }) => key === '7000'),
    warnings: warnings.filter(({ subject }) => subject === 'motion 7000'),
  }
}

describe('the note of a voice vote', () => {
  const note = `${voice}\r\n\r\nThe following 3 Council Members formally noted their opposition to this item:  \r\nCouncil Members De La Rose, Fox, and the Minority Leader (Council Member Park).\r\n\r\nThe following Council Member formally noted her intention to abstain from voting on this item: Council Member Ng.\r\n\r\nAdopted by the Council by voice-vote.`

  it('names who was against and who abstained, on the motion and the step', async () => {
    const { motion, action, warnings } = await decide(note)
    const opposed = { value: 'Against', reason: 'formally noted their opposition' }
    expect(motion).toMatchObject({
      votes: [
        { ...opposed, person_key: '21', name: 'De La Rose' },
        { ...opposed, person_key: '23', name: 'Fox' },
        { ...opposed, person_key: '22', name: 'Park' },
        {
          value: 'Abstain',
          reason: 'formally noted her intention to abstain from voting',
          person_key: '7',
          name: 'Ng',
        },
      ],
      tally: { for: null, against: null, abstain: null, absent: null },
    })
    for (const text of [motion?.text, action?.text])
      expect(text).toContain('formally noted their opposition to this item')
    expect(warnings).toEqual([])
  })

  it('goes with absences and replaces a blank, but not a roll call', async () => {
    const [absent, blank] = [
      { ID: 25, FullName: 'Kim Twin', Vote: 'Absent' },
      { ID: 22, FullName: 'Bo Park', Vote: '' },
    ]
    const read = async (...votes: object[]) =>
      (await decide(note, votes)).motion?.votes?.map(({ name, value }) => `${name} ${value}`)
    expect(await read(absent, blank)).toEqual([
      'Kim Twin Absent',
      ...['De La Rose Against', 'Fox Against', 'Park Against', 'Ng Abstain'],
    ])
    const cast = { ID: 26, FullName: 'Tom Twin', Vote: 'Affirmative' }
    expect(await read(absent, cast)).toEqual(['Kim Twin Absent', 'Tom Twin For'])
  })

  it.each([
    'formally voted against',
    'formally noted their negative vote against',
    'formally indicated their intent to vote in the negative on',
  ])('is read if they %s the item', async (words) => {
    const list = `The following Council Members ${words} this item Council Members Fox and Park`
    expect((await decide(`${voice} ${list}`)).motion?.votes).toMatchObject([
      { person_key: '23', value: 'Against' },
      { person_key: '22', value: 'Against' },
    ])
  })

  it.each([
    'formally noted their intention to vote in the negative against this item:: Council Members Fox. and Park.',
    'formally voted indicated their intention to vote negative on this item; Council Members Fox, and the Majority Whip Council Member Park).',
    'formally noted their intention to vote negative against this item (Council Members Fox & Park) . .',
    'formally noted their intention to vote negative on this Item:\r\n\r\n Council Members Fox,Park ,\r\n\r\n.Adopted by the Council by voice-vote.',
    'formally noted their negative votes on this item. Council Member Fox and Council Member Park',
  ])('is read by its words and names, whatever its punctuation: %j', async (words) => {
    for (const count of ['2 ', 'two ', '']) {
      const { motion, warnings } = await decide(
        `${voice} The following ${count}Council Members ${words}`,
      )
      expect(motion?.votes).toMatchObject([
        { person_key: '23', value: 'Against' },
        { person_key: '22', value: 'Against' },
      ])
      expect(warnings).toEqual([])
    }
  })

  it.each([
    'The following two (2) Council Members asked to be recorded in the negative on this item: Council Members Fox and Park.',
    'the following council members were opposed to this item: council members Fox and Park.',
    'The following 2 Council Members requested that their objection be noted: CM Fox and CM Park.',
    'The following 2 Council Members wished to be recorded as voting against this item - Council Members Fox and Park -.',
  ])('is read in other words for a vote: %j', async (words) => {
    const { motion, warnings } = await decide(`${voice} ${words}`)
    expect(motion?.votes).toMatchObject([
      { person_key: '23', value: 'Against' },
      { person_key: '22', value: 'Against' },
    ])
    expect(warnings).toEqual([])
  })

  it('is read with a family name in lower case', async () => {
    const words = 'The following Council Member objected to this item: Council Member de la Rôse.'
    expect((await decide(words)).motion?.votes).toMatchObject([{ person_key: '21' }])
  })

  it('is read if somebody abstains "to vote"', async () => {
    const { motion } = await decide(
      'The following Council Member formally noted her intention to abstain to vote on this item: Council Member Ng.',
    )
    expect(motion?.votes).toMatchObject([{ person_key: '7', value: 'Abstain' }])
  })

  it('records no one from a list with a name that no member has, with warnings', async () => {
    const { motion, warnings } = await decide(
      'The following 2 Council Members formally voted against this item: Council Members Fox and Fix.',
    )
    expect(motion?.votes).toEqual([])
    expect(warnings.map(({ reason }) => reason)).toEqual([
      'names "Fix" in a note, who held no known office on that day',
      'has a note about votes that was not read as votes; it is in the text',
    ])
  })

  it.each([
    [
      'The following 2 Council Members did not vote against this item: Council Members Fox and Park.',
    ],
    [
      'The following 3 Council Members formally voted against this item: Council Members Fox and Park.',
    ],
    [
      'The following Council Members formally voted against this item: Council Members Fox and all of the north.',
    ],
    [
      'The following Council Members formally spoke against this item: Council Members Fox and Park.',
    ],
    ['Council Member Fox was opposed.'],
    ['Council Member Fox asked to be recorded as voting no.'],
    ['The following Council Members were not opposed to this item: Council Members Fox and Park.'],
  ])('gives no vote for the uncertain %j, with a warning', async (uncertain) => {
    const { motion, warnings } = await decide(`${voice} ${uncertain}`)
    expect(motion?.votes).toEqual([])
    expect(motion?.text).toContain(uncertain)
    expect(warnings.map(({ reason }) => reason)).toEqual([
      'has a note about votes that was not read as votes; it is in the text',
    ])
  })

  it('links no one if two members have the name', async () => {
    const { motion, warnings } = await decide(
      'The following Council Member formally voted against this item: Council Member Twin.',
    )
    expect(motion?.votes).toMatchObject([{ person_key: null, name: 'Twin', value: 'Against' }])
    expect(warnings.map(({ reason }) => reason)).toEqual([
      'names "Twin" in a note, who could be any of 2 people',
    ])
  })

  it('has no warning if no one was opposed', async () => {
    const { motion, warnings } = await decide(`${voice} Hearing no objections, it was adopted.`)
    expect([motion?.votes, warnings]).toEqual([[], []])
  })
})
