import { afterAll, beforeAll, expect, it } from 'vitest'
import { callTool } from '../../test/support/mcp/call-tool.ts'
import { type Counts, expectNumber, type Question } from '../../test/support/mcp/questions.ts'
import { type RawItem, rawMinutes } from '../../test/support/ottawa/raw.ts'
import { startOttawa } from '../../test/support/ottawa/service.ts'
import type { Service } from '../../test/support/service/service.ts'

let service: Service
beforeAll(async () => {
  service = await startOttawa()
})
afterAll(() => service.stop())

const itemsOf = (items: readonly RawItem[]): RawItem[] =>
  items.flatMap((item) => [item, ...itemsOf(item.sub_agendas_items ?? [])])

// Roll calls name people as "M. Luloff"; no two who voted have one family name.
const rollCalls = rawMinutes
  .flatMap(({ agenda_items: { agenda_items: items } }) => itemsOf(items))
  .flatMap(({ motions }) => motions)
  .map(({ motion_votes: votes }) => ({
    For: (votes?.for?.councillors ?? []).map((name) => name.replace(/^\S+ /, '')),
    Against: (votes?.against?.councillors ?? []).map((name) => name.replace(/^\S+ /, '')),
  }))
  .filter((votes) => votes.For.length + votes.Against.length > 0)

const cast = (name: string, value: 'For' | 'Against') =>
  rollCalls.filter((votes) => votes[value].includes(name)).length
const sidesOf = (name: string) =>
  rollCalls.map((votes) => (['For', 'Against'] as const).find((side) => votes[side].includes(name)))
const shared = sidesOf('Menard').flatMap((side, at) => {
  const other = sidesOf('Tierney')[at]
  return side === undefined || other === undefined ? [] : [side === other]
})

const council = 'ottawa'
const votedFor = (person: string): Question => [
  `Combien de fois ${person} a-t-on voté pour?`,
  'count_votes',
  { council, person, value: 'For' },
  ({ votes }: Counts) => votes.for,
  cast(person.replace(/^\S+ /, ''), 'For'),
]
const people = ['Shawn Menard', 'Tim Tierney']

it.each([
  votedFor('Tim Tierney'),
  votedFor('David Hill'),
  votedFor('Shawn Menard'),
  votedFor('Wilson Lo'),
  [
    'How often did Menard and Tierney vote alike?',
    ...(['compare_members', { council, people }] as const),
    ...([({ pairs }: Counts) => pairs[0]?.same, shared.filter(Boolean).length] as const),
  ],
  [
    'Sur combien de motions ont-ils tous deux voté?',
    ...(['compare_members', { council, people }] as const),
    ...([({ pairs }: Counts) => pairs[0]?.of, shared.length] as const),
  ],
] as Question[])('%s', (...question) => expectNumber(service, question))

it('has the roll calls of the minutes, apart from dissents by name', async () => {
  const { json } = await callTool(service, 'count_votes', { council })
  const { of, in_roll_calls: counted, without_a_roll_call: partial } = json
  const count = (side: 'For' | 'Against') =>
    rollCalls.reduce((sum, votes) => sum + votes[side].length, 0)
  expect(counted).toEqual({
    motions: rollCalls.length,
    votes: { for: count('For'), against: count('Against') },
  })
  expect(counted.motions + partial.motions).toBe(of)
})

it.each(['Absent', 'Abstain', 'Recused'])('does not say who was %s', async (value) => {
  for (const given of [{}, { person: 'Tim Tierney' }]) {
    const { json } = await callTool(service, 'count_votes', { council, value, ...given })
    expect(json).toMatchObject({ recorded: 'none', values_not_recorded_here: [value] })
  }
})
