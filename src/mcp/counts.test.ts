import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callTool } from '../../test/support/mcp/call-tool.ts'
import { type Service, startService } from '../../test/support/service/service.ts'
import { termsOf } from '../../test/support/site/page-content.ts'
import { pastMeeting } from '../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../test/support/towns/town.ts'

const [ann, bo, cy] = ['Ann Amato', 'Bo Beach', 'Cy Crane'].map((name, at) => ({
  person_key: `p-${at}`,
  name,
}))

const meeting = (key: string, date: string) => pastMeeting(key, { date, organization_key: 'o' })
const motion = (
  key: string,
  meeting_key: string | null,
  votes: object[],
  changes: object = {},
) => ({
  ...{ kind: 'motion', key, identifier: key, organization_key: 'o', position: 1 },
  ...{ text: `THAT ${key} be done.`, result: 'Carried', votes },
  ...(meeting_key !== null && { meeting_key }),
  ...changes,
})
const cast = (one: object | undefined, value: string) => ({ ...one, value })
const noCount = { tally: { for: null, against: null } }

// Ann and Bo in 2024 and 2025; Cy only before, and once without a date.
const records = [
  { kind: 'organization', key: 'o', name: 'Council', classification: 'council' },
  ...[ann, bo, cy].map((one) => ({
    ...{ kind: 'person', key: one?.person_key, name: one?.name },
    ...(one === cy && { other_names: [{ name: 'Cyrus Du-Lac' }] }),
  })),
  ...[ann, bo, cy].map((one) => ({
    ...{ kind: 'membership', key: `m-${one?.person_key}`, organization_key: 'o' },
    person_key: one?.person_key,
  })),
  { kind: 'matter', key: 'weir', identifier: 'W-7', title: 'The weir' },
  meeting('old', '2010-03-01'),
  meeting('first', '2024-02-01'),
  meeting('last', '2025-05-06'),
  motion('old', 'old', [cast(ann, 'For'), cast(cy, 'Against')]),
  ...Array.from({ length: 20 }, (_, at) =>
    motion(`weir-${at}`, 'first', [cast(ann, 'For'), cast(bo, at < 4 ? 'Against' : 'For')], {
      ...(at < 6 && { matter_key: 'weir' }),
    }),
  ),
  motion('bridge', 'last', [cast(bo, 'For')]),
  motion('dam', 'last', [cast(ann, 'Against')], noCount),
  motion('undated-then', null, [cast(ann, 'For'), cast(bo, 'Against')]),
  motion('undated-before', null, [cast(ann, 'For'), cast(cy, 'For')]),
]

let service: Service
beforeAll(async () => {
  service = await startService({ source: sourceOf(records) })
})
afterAll(() => service.stop())

const council = 'pemberley'
const call = async (name: string, given: object) => {
  const { json, isError, text } = await callTool(service, name, { council, ...given })
  expect(isError, text).toBe(false)
  return json
}
const pageOf = async (url: string) => {
  const headers = { accept: 'text/html' }
  return termsOf((await service.call(url.replace(service.url, ''), { headers })).body)
}

describe('count_votes', () => {
  it('finds a person by a name of before, and says which is the name now', async () => {
    const { person } = await call('count_votes', { person: 'Cyrus Du Lac' })
    expect(person).toEqual({ slug: 'cy-crane', name: 'Cy Crane' })
  })

  it('has roll calls and dissents apart, as the page has them', async () => {
    const of = { person: 'Ann Amato', from: '2025-01-01', to: '2025-12-31' }
    const json = await call('count_votes', of)
    expect(json).toMatchObject({
      in_roll_calls: { motions: 0, votes: { for: 0, against: 0 } },
      without_a_roll_call: { motions: 1, votes: { for: 0, against: 1 } },
      votes: { for: 0, against: 1 },
    })
    expect(await pageOf(json.url)).toMatchObject({
      ...{ 'Against, on these': '1', 'Against, in roll calls': '0' },
    })
    const french = json.url.replace('/pemberley', '/fr/pemberley')
    expect(await pageOf(french)).toMatchObject({ 'Contre, par appel nominal': '0' })
  })

  it('has the days of the first and the last vote of each value', async () => {
    expect((await call('count_votes', { person: 'Ann Amato' })).days).toEqual({
      for: { first: '2010-03-01', last: '2024-02-01' },
      against: { first: '2025-05-06', last: '2025-05-06' },
    })
  })

  it('says which motions do not name the person, if they are few', async () => {
    const given = { person: 'Ann Amato', from: '2024-01-01' }
    const { motions_without_the_person: missing } = await call('count_votes', given)
    expect(missing).toEqual({
      count: 1,
      motions: [
        {
          ...{ id: 'pemberley/motions/motion-bridge', title: 'That bridge be done' },
          date: '2025-05-06',
        },
      ],
    })
    const { motions_without_the_person: many } = await call('count_votes', { person: 'Cy Crane' })
    expect(many).toEqual({ count: 23 })
    const all = await call('count_votes', { person: 'Bo Beach', matter: 'W-7' })
    expect(all).toMatchObject({ of: 6, votes: { for: 2, against: 4 } })
    expect(all).not.toHaveProperty('motions_without_the_person')
  })

  it('omits from a period only undated motions whose voters voted in it', async () => {
    const in2024 = { from: '2024-01-01', to: '2024-12-31' }
    for (const [given, count] of [
      [in2024, 1],
      [{ ...in2024, person: 'Bo Beach', value: 'Against' }, 1],
      [{ ...in2024, person: 'Cy Crane' }, undefined],
      // Too few dated motions to say who voted then.
      [{ from: '2010-01-01', to: '2010-12-31' }, 2],
      [{}, undefined],
    ] as const)
      expect((await call('count_votes', given)).undated_motions_left_out).toBe(count)
    const { of, undated_motions_left_out: left } = await call('list_motions', in2024)
    expect([of, left]).toEqual([20, 1])
  })
})

describe('compare_members', () => {
  const people = ['Ann Amato', 'Bo Beach']

  it.each([
    [{}, { of: 21, same: 16, different: 5 }],
    [{ matter: 'w-7' }, { of: 6, same: 2, different: 4, contested_different: 4 }],
    [
      { from: '2024-02-01', to: '2024-02-01' },
      { of: 20, same: 16, different: 4 },
    ],
    [
      { about: 'weir 3', from: '2024-01-01' },
      { of: 1, same: 0, different: 1 },
    ],
  ])('of %j counts what its page counts', async (given, expected) => {
    const { pairs } = await call('compare_members', { people, ...given })
    expect(pairs[0]).toMatchObject(expected)
    const values = Object.values(await pageOf(pairs[0].url))
    for (const count of [expected.of, expected.same, pairs[0].contested_of])
      expect(values).toContain(String(count))
    const { body } = await service.call(pairs[0].url.replace(service.url, ''), {
      headers: { accept: 'text/html' },
    })
    expect(body.match(/class="sides"/g)).toHaveLength(expected.different)
  })
})
