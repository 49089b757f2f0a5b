import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statementsOf } from '../../../test/support/database/plans.ts'
import { expectError } from '../../../test/support/service/expect.ts'
import { readList } from '../../../test/support/service/read-lists.ts'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'
import { sourceOf, town } from '../../../test/support/towns/town.ts'

const members = Array.from({ length: 8 }, (_, n) => ({
  ...{ kind: 'person', key: `p-${n}`, name: `Member ${n}` },
}))
const words = ['For', 'Against', 'Absent']
/** 2,200 votes: batches of a download, and of people; the votes on some motions are in two. */
const motions = Array.from({ length: 275 }, (_, m) => ({
  ...{ kind: 'motion', key: `v-${m}`, organization_key: 'o', position: m, date: '2026-02-03' },
  ...{ text: `THAT ditch ${m} be dredged.`, result: 'Carried' },
  votes: [
    ...members
      .filter((_, n) => m !== 7 || n !== 3)
      .map(({ key, name }, n) => ({ person_key: key, name, value: words[(n + m) % 3] })),
    ...(m === 7 ? [{ name: 'result', value: 'For' }] : []),
  ],
}))
const records = [
  { kind: 'organization', key: 'o', name: 'Council', classification: 'council' },
  ...members,
  ...motions,
]

const municipality = { ...town, name: 'Town of grids' }

let service: Service
beforeAll(async () => {
  service = await startService({ municipality, source: sourceOf(records) })
})
afterAll(() => service.stop())

async function grid(filters = '') {
  const { headers, body } = await service.v1(`votes?format=csv&layout=grid${filters}`)
  const lines: Record<string, string>[] = parse(body, { columns: true, record_delimiter: '\r\n' })
  expect(headers.get('reeve-rows')).toBe(String(lines.length))
  return lines
}

describe('the grid of votes', () => {
  it.each([
    '',
    '&organization=council',
    '&value=Against',
    '&person=member-3',
    '&date_from=2030-01-01',
  ])('has each vote of the list once, with%s', async (filters) => {
    const votes = await readList(service, `votes?${filters.slice(1)}`)
    const lines = await grid(filters)
    expect(lines.map((line) => line.motion_slug)).toEqual([
      ...new Set(votes.map((vote) => vote.motion_slug)),
    ])
    const cells = lines.flatMap((line) =>
      Object.entries(line)
        .filter(([column, value]) => /^(member-|result [(])/.test(column) && value !== '')
        .map(([column, value]) => `${line.motion_slug} ${column} ${value}`),
    )
    const cellOf = (vote: Json) =>
      `${vote.motion_slug} ${vote.person_slug ?? `${vote.person_name} (person)`} ${vote.vote_value}`
    expect(cells.toSorted()).toEqual(votes.map(cellOf).toSorted())
  })

  it('says of each motion what it does, its result and its page', async () => {
    const [line] = await grid()
    expect(Object.keys(line ?? {}).slice(0, 9)).toEqual([
      ...['meeting_date', 'motion_slug', 'title', 'item_title', 'organization', 'result'],
      ...['for', 'against', 'url'],
    ])
    expect(line).toMatchObject({ meeting_date: '2026-02-03', result: 'Carried' })
    expect(line?.url).toContain(`/motions/${line?.motion_slug}`)
  })

  it('has only the people who voted on what matches', async () => {
    const [line = {}] = await grid('&person=member-3')
    expect(Object.keys(line).filter((name) => name.startsWith('member-'))).toEqual(['member-3'])
  })

  it('without filters reads no vote to know its people and the number of its lines', async () => {
    const grids = () => service.v1('votes?format=csv&layout=grid')
    const counting = (await statementsOf(service, grids)).filter((text) =>
      /select distinct /.test(text),
    )
    expect(counting).toHaveLength(1)
    for (const text of counting) expect(text).not.toMatch(/"votes"/)
  })

  it('is an error for more people than a spreadsheet is useful for', async () => {
    const crowd = Array.from({ length: 1001 }, (_, n) => ({ name: `Guest ${n}`, value: 'For' }))
    const motion = { kind: 'motion', key: 'v', position: 0, text: 'THAT all vote.', votes: crowd }
    const own = await startService({
      ...{ municipality: { ...town, name: 'Town of guests' }, source: sourceOf([motion]) },
    })
    try {
      const message = expectError(await own.v1('votes?format=csv&layout=grid'), 'VALIDATION_ERROR')
      expect(message).toMatch(/^The grid would have more than 1000 people; filter by/)
    } finally {
      await own.stop()
    }
  })
})
