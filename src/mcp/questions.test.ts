import { afterAll, beforeAll, expect, it } from 'vitest'
import { callTool } from '../../test/support/mcp/call-tool.ts'
import { type Counts, expectNumber, type Question } from '../../test/support/mcp/questions.ts'
import { dayOfExamples, lowmereRecords, startLowmere } from '../../test/support/sample/service.ts'
import type { Service } from '../../test/support/service/service.ts'

let service: Service
beforeAll(async () => {
  service = await startLowmere(dayOfExamples)
})
afterAll(() => service.stop())

// The records as they are imported, counted without the database.
interface Plain {
  kind: string
  key: string
  date?: string
  meeting_key?: string
  organization_key?: string
  mover_name?: string
  votes?: { name: string; value: string }[]
}
const records = lowmereRecords('2026-11-26') as unknown as Plain[]
const motions = records.filter(({ kind }) => kind === 'motion')
const meetings = records.filter(({ kind }) => kind === 'meeting')
const dates = new Map(meetings.map(({ key, date = '' }) => [key, date]))
const is2026 = (date: string | undefined) => date?.startsWith('2026') === true
const in2026 = ({ meeting_key: key = '' }: Plain) => is2026(dates.get(key))

const votesOf = (name: string | undefined, value: string, among = motions) =>
  among
    .flatMap(({ votes = [] }) => votes)
    .filter((vote) => vote.value === value && (name === undefined || vote.name === name)).length

const [pell, boisclair] = ['Gordon Pell', 'Hélène Boisclair']
const both = motions.flatMap(({ votes = [] }) => {
  const sides = [pell, boisclair].map((name) =>
    votes.filter((vote) => vote.name === name && /^(For|Against)$/.test(vote.value)),
  )
  const [one, other] = sides.map(([vote]) => vote?.value)
  return one === undefined || other === undefined ? [] : [one === other]
})

const council = 'lowmere'
const year = { from: '2026-01-01', to: '2026-12-31' }
const people = [pell, boisclair]
const questions: Question[] = [
  [
    'How often did Gordon Pell vote against a motion?',
    ...(['count_votes', { council, person: pell, value: 'Against' }] as const),
    ...([({ votes }: Counts) => votes.against, votesOf(pell, 'Against')] as const),
  ],
  [
    'Combien de fois Hélène Boisclair a-t-elle voté pour en 2026?',
    ...(['count_votes', { council, person: boisclair, value: 'For', ...year }] as const),
    ...([
      ({ votes }: Counts) => votes.for,
      votesOf(boisclair, 'For', motions.filter(in2026)),
    ] as const),
  ],
  [
    'Of how many motions is a vote of Gordon Pell recorded?',
    ...(['count_votes', { council, person: pell }] as const),
    ...([
      ({ of }: Counts) => of,
      motions.filter(({ votes = [] }) => votes.some(({ name }) => name === pell)).length,
    ] as const),
  ],
  [
    'How many motions have recorded votes?',
    ...(['count_votes', { council }] as const),
    ...([
      ({ of }: Counts) => of,
      motions.filter(({ votes = [] }) => votes.length > 0).length,
    ] as const),
  ],
  [
    'Combien de motions sont sans vote enregistré?',
    ...(['count_votes', { council }] as const),
    ...([
      (counts: Counts) => counts.motions_without_recorded_vote,
      motions.filter(({ votes = [] }) => votes.length === 0).length,
    ] as const),
  ],
  [
    'How often was Marguerite Tolliver absent from a recorded vote?',
    ...(['count_votes', { council, person: 'Marguerite Tolliver' }] as const),
    ...([({ votes }: Counts) => votes.absent, votesOf('Marguerite Tolliver', 'Absent')] as const),
  ],
  [
    'Combien de récusations sont enregistrées?',
    ...(['count_votes', { council, value: 'Recused' }] as const),
    ...([({ votes }: Counts) => votes.recused, votesOf(undefined, 'Recused')] as const),
  ],
  [
    'On how many motions did Gordon Pell and Hélène Boisclair vote alike?',
    ...(['compare_members', { council, people }] as const),
    ...([({ pairs }: Counts) => pairs[0]?.same, both.filter(Boolean).length] as const),
  ],
  [
    'Sur combien de motions ont-ils tous deux voté?',
    ...(['compare_members', { council, people }] as const),
    ...([({ pairs }: Counts) => pairs[0]?.of, both.length] as const),
  ],
  [
    'How many motions did Gordon Pell move?',
    ...(['list_motions', { council, mover: pell }] as const),
    ...([
      ({ of }: Counts) => of,
      motions.filter(({ mover_name: mover }) => mover === pell).length,
    ] as const),
  ],
  [
    'Combien de réunions du conseil sont consignées en 2026?',
    ...(['list_meetings', { council, body: 'Town Council', ...year }] as const),
    ...([
      ({ of }: Counts) => of,
      meetings.filter(({ organization_key: body, date }) => body === 'council' && is2026(date))
        .length,
    ] as const),
  ],
]

it.each(questions)('%s', async (...question) => {
  expect(question[4]).toBeGreaterThan(0)
  await expectNumber(service, question)
})

it('a year before the record is outside the record', async () => {
  const before = { from: '1990-01-01', to: '1990-12-31' }
  const { json } = await callTool(service, 'count_votes', { council, ...before })
  expect(json).toMatchObject({ recorded: 'none', outside_record: true, of: 0 })
  expect(json).not.toHaveProperty('votes')
})

it.each([{ value: 'Abstain' }, { person: pell, value: 'Abstain' }, { person: 'Ambrose Fairley' }])(
  '%j is not recorded',
  async (given) => {
    const { json, isError, text } = await callTool(service, 'count_votes', { council, ...given })
    if (isError) return void expect(text).toMatch(/There is no person/)
    expect(json).toMatchObject({ recorded: 'none' })
    expect(json).not.toHaveProperty('votes')
  },
)
