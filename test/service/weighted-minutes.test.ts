import { describe, expect, it } from 'vitest'
import { contradicts } from '../../src/core/carried-results.ts'
import { decidingCounts } from '../../src/core/weighted-votes.ts'
import { tallyOf } from '../../src/importers/load/canonical-record.ts'
import { toCounted } from '../../src/importers/load/writers.ts'
import { attendanceList, itemMarkup, meetingPage, motionItem } from '../support/escribe/pages.ts'
import { between, live, servePortal } from '../support/escribe/server.ts'
import { collectItems } from '../support/imports/collect-items.ts'
import { entry, meetingId } from '../support/towns/escribe-portal.ts'

const clock = { now: () => Date.UTC(2026, 1, 10, 12), monotonic: () => performance.now() }
const members = ['Ann Lee', 'Bo Park', 'Cy Roe', 'Dana Fox', 'Eli Moss'] as const
const [lee, park, roe, fox, moss] = members
const attendance = attendanceList(
  'Members',
  members.map((name) => `Councillor ${name}`),
)
const minutes = entry({
  Url: '',
  MeetingPassed: false,
  MeetingDocumentLink: [
    {
      ...{ Title: 'Minutes', Type: 'PostMinutes', Format: 'HTML', LanguageId: 9 },
      Url: `Meeting.aspx?Id=${meetingId}&Agenda=PostMinutes&lang=English`,
    },
  ],
})

interface Written {
  label?: string
  result?: string
  /** Labels and names of the votes. */
  rows?: readonly (readonly [label: string, names: readonly string[]])[]
}

const part = (css: string, text: string | undefined) =>
  text === undefined ? '' : `<DIV class='${css}' >${text}</DIV>`

/** The motion that minutes with this markup yield. */
async function read({ label, result, rows }: Written) {
  const votes = rows?.map(
    ([words, names]) =>
      `<TR ><TD class='VoterVote' >${words}</TD><TD class='VotesUsers' >${names.join(', ')}</TD></TR>`,
  )
  const motion = motionItem(
    part('PreMotionText RichText', label),
    "<DIV class='MotionText RichText' ><p>That the road be paved.</p></DIV>",
    votes === undefined ? '' : `<TABLE class='MotionVoters' >${votes.join('')}</TABLE>`,
    part('MotionResult', result),
  )
  const items = itemMarkup({ agenda_item_number: '1.', title: 'Road' }).replace(
    '</DIV><DIV ></DIV></DIV>',
    `<DIV class='AgendaItemContentRow indent' ><UL class='AgendaItemMotions' >${motion}</UL></DIV></DIV></DIV>`,
  )
  const server = await servePortal({
    calendar: between([minutes]),
    page: () => meetingPage(items, { attendance }),
  })
  const { of, warnings } = await collectItems(live, `${server.url}/`, { clock })
  const [record] = of('motion')
  if (record === undefined) throw new Error('no motion')
  const counted = toCounted({ ...record, tally: tallyOf(record) })
  return {
    ...record,
    tally: tallyOf(record),
    names: (record.votes ?? []).map(({ value, weight = null }) => [value, weight]),
    isContradicted: contradicts(record.result, decidingCounts(counted)),
    reasons: warnings.flatMap(({ subject, reason }) => (subject === 'motions' ? [] : reason)),
  }
}

const three = [lee, park, roe]
const two = [fox, moss]
const named = [...three.map(() => ['For', null]), ...two.map(() => ['Against', null])]
const withWeights = [
  ...[30, 20, 15].map((weight) => ['For', weight]),
  ...[50, 30].map((weight) => ['Against', weight]),
]
const heavy = [`${lee} (30)`, `${park} (20)`, `${roe} (15)`]
const opposed = [`${fox} (50)`, `${moss} (30)`]
const sums = { for: 65, against: 80 }
const both = { for: 3, against: 2, weighted: sums }

describe('a motion that lost by weight', () => {
  it.each<[string, Written, unknown]>([
    [
      'members in the labels, sums with the result that says so',
      {
        rows: [
          ['For (3)', three],
          ['Against (2)', two],
        ],
        result: 'Motion Defeated on a weighted vote (65 to 80)',
      },
      named,
    ],
    [
      'both counts with the result',
      {
        rows: [
          ['For (3)', three],
          ['Against (2)', two],
        ],
        result: 'Defeated (3 to 2; weighted vote: 65 to 80)',
      },
      named,
    ],
    [
      'a line before the motion, sums with the result',
      {
        label: 'Corporate Vote – Weighted',
        rows: [
          ['For (3)', three],
          ['Against (2)', two],
        ],
        result: 'Motion Defeated (65 to 80)',
      },
      named,
    ],
    [
      'sums in the labels, of members who were there',
      {
        label: 'Weighted vote',
        rows: [
          ['For (65)', three],
          ['Against (80)', two],
        ],
        result: 'Motion Defeated (65 to 80)',
      },
      named,
    ],
    [
      'weights beside the names, sums in the labels',
      {
        rows: [
          ['For (65)', heavy],
          ['Against (80)', opposed],
        ],
        result: 'Motion Defeated',
      },
      withWeights,
    ],
    [
      'weights after dashes, sums with the result',
      {
        rows: [
          ['For (3)', heavy.map((name) => name.replace(' (', ' – ').replace(')', ''))],
          ['Against (2)', opposed],
        ],
        result: 'Motion Defeated (65 to 80)',
      },
      withWeights,
    ],
    [
      'both counts in the labels',
      {
        rows: [
          ['For (3) – Weighted (65)', three],
          ['Against (2) – Weighted (80)', two],
        ],
        result: 'Motion Defeated',
      },
      named,
    ],
  ])('has its names and both counts: %s', async (_what, written, names) => {
    const motion = await read(written)
    expect(motion.names).toEqual(names)
    expect(motion.tally).toMatchObject(both)
    expect([motion.result, motion.isContradicted]).toEqual(['Defeated', false])
    expect(motion.reasons).toEqual([])
  })
})

describe('the kind of vote', () => {
  it.each([
    ['Corporate Vote – Weighted', 'weighted'],
    ['Stakeholder Vote – Unweighted – All Electoral Areas', 'stakeholder'],
    ['Corporate Vote – Unweighted', 'unweighted'],
  ])('%s: is %s', async (label, basis) => {
    const motion = await read({ label, result: 'Carried (3 to 2)' })
    expect([motion.vote_basis, motion.text]).toEqual([basis, `${label}\nThat the road be paved.`])
    expect(motion.tally).toMatchObject({ for: 3, against: 2 })
  })

  it('is sums alone where the source counts no members', async () => {
    const { tally } = await read({ label: 'Weighted vote: 65 to 80', result: 'Defeated' })
    expect(tally).toMatchObject({ weighted: sums })
    expect(tally?.for ?? null).toBeNull()
  })

  it('is not said of other votes', async () => {
    const motion = await read({ rows: [['For (3)', three]], result: 'Carried (3 to 0)' })
    expect(motion.vote_basis).toBeNull()
    expect(motion.tally?.weighted ?? null).toBeNull()
  })
})

describe('numbers that are not weights', () => {
  it('are those of wards', async () => {
    const wards = three.map((name, at) => `${name} (Ward ${at + 1})`)
    const motion = await read({ rows: [['For (3)', wards]], result: 'Carried' })
    expect(motion.names).toEqual(three.map(() => ['For', null]))
  })

  it('are those that no count is the sum of', async () => {
    const numbered = three.map((name, at) => `${name} (${at + 1})`)
    const motion = await read({ rows: [['For (3)', numbered]], result: 'Carried' })
    expect(motion.names).toEqual(three.map(() => ['For', null]))
    expect(motion.reasons).toEqual([expect.stringContaining('not called weights')])
  })
})

describe('counts that fit neither names nor weights', () => {
  it('keep the printed result and no names', async () => {
    const motion = await read({
      rows: [
        ['For (64)', three],
        ['Against (81)', two],
      ],
      result: 'Motion Defeated (64 to 81)',
    })
    expect(motion.names).toEqual([])
    expect(motion.tally).toMatchObject({ for: 64, against: 81 })
    expect(motion.reasons).toHaveLength(2)
  })

  it('keep weights that the source calls so beside as many members', async () => {
    const motion = await read({
      label: 'Weighted vote: 64 to 80',
      rows: [
        ['For (3)', heavy],
        ['Against (2)', opposed],
      ],
      result: 'Motion Defeated',
    })
    expect(motion.names).toEqual(withWeights)
    expect(motion.tally).toMatchObject({ for: 3, against: 2, weighted: { for: 64, against: 80 } })
  })
})
