import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectStatements } from '../../../test/support/database/plans.ts'
import { expectError, expectList } from '../../../test/support/service/expect.ts'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const person = (name: string, changes = {}) => ({ kind: 'person', key: name, name, ...changes })
const seat = (person_key: string, changes = {}) => ({
  ...{ kind: 'membership', key: person_key, person_key, organization_key: 'o' },
  ...changes,
})
const session = (name: string, times: string, present: boolean) => ({
  ...{ name, times, number: '7', present },
})
const line = (name: string, present: boolean, changes = {}) => ({
  ...{ name, person_key: name, present, ...changes },
})
const meeting = (key: string, date: string, attendance: unknown[], organization_key = 'o') => ({
  ...{ kind: 'meeting', key, organization_key, title: 'Council', date, status: 'completed' },
  attendance,
})
const records = [
  { kind: 'organization', key: 'o', name: 'Town Council', classification: 'council' },
  { kind: 'organization', key: 'p', name: 'Parks Committee', classification: 'committee' },
  person('Ida Ash', { given_name: 'Ida', family_name: 'Ash' }),
  person('Bo van der Birch', { given_name: 'Bo', family_name: 'van der Birch' }),
  person('Cy Cedar'),
  person('Di Elm'),
  seat('Ida Ash'),
  seat('Bo van der Birch', { start_date: '2025-02-01', end_date: '2025-03-31' }),
  seat('Di Elm', { ended: true }),
  meeting('a', '2025-01-14', [line('Ida Ash', true), line('Cy Cedar', true, { reason: 'Remote' })]),
  meeting('b', '2025-02-11', [
    line('Ida Ash', true, {
      sessions: [
        session('Morning', '09:30 - 12:10', true),
        session('Afternoon', '13:30 - 15:00', false),
      ],
    }),
    line('Bo van der Birch', false, { reason: 'Medical' }),
    { name: 'A visitor', present: true },
  ]),
  meeting('c', '2025-03-11', [line('Ida Ash', true)]),
  meeting('d', '2025-04-08', [line('Ida Ash', false)]),
  meeting('bare', '2025-03-25', []),
  meeting('parks', '2025-02-12', [line('Cy Cedar', true, { reason: 'Left early' })], 'p'),
  meeting('old', '2024-05-14', [line('Di Elm', true)]),
]

let service: Service
beforeAll(async () => {
  service = await startService({ source: sourceOf(records) })
})
afterAll(() => service.stop())

const listed = async (query = '') => expectList(await service.v1(`attendance${query}`))
const lines = async (query = '') =>
  (await listed(query)).map(({ date, person_name, attended }: Json) =>
    [date.slice(5), person_name, attended].join(' '),
  )
const csv = async (query: string): Promise<Record<string, string>[]> => {
  const { status, body } = await service.v1(`attendance?format=csv${query}`)
  expect(status).toBe(200)
  return parse(body, { columns: true })
}

describe('attendance', () => {
  it('is listed by the newest meeting, in the order of its roll call', async () => {
    expect(await lines()).toEqual([
      ...['04-08 Ida Ash absent', '03-11 Ida Ash present', '02-12 Cy Cedar part'],
      ...['02-11 Ida Ash part', '02-11 Bo van der Birch absent', '02-11 A visitor present'],
      ...['01-14 Ida Ash present', '01-14 Cy Cedar present', '05-14 Di Elm present'],
    ])
    await expectStatements(service, () => service.v1('attendance?per_page=3'), 1)
  })

  it('says how, where and at which sessions, as far as it is recorded', async () => {
    const [, , cy, ida, bo, visitor] = await listed()
    expect(cy).toMatchObject({ organization_slug: 'parks-committee', mode: null })
    expect(ida.sessions).toEqual([
      { name: 'Morning', times: '09:30 - 12:10', number: '7', present: true },
      { name: 'Afternoon', times: '13:30 - 15:00', number: '7', present: false },
    ])
    expect(bo).toMatchObject({ reason: 'Medical', sessions: [] })
    expect(visitor).toMatchObject({ person_slug: null, meeting_slug: '2025-02-11-council' })
    expect((await listed()).at(-2)).toMatchObject({ mode: 'remote', reason: 'Remote' })
  })

  it.each([
    ['?person=ida-ash', 4],
    ['?meeting=2025-02-11-council', 3],
    ['?organization=parks-committee', 1],
    ['?present=false', 2],
    ['?date_from=2025-03-01&date_to=2025-03-31', 1],
    ['?person=cy-cedar&organization=town-council', 1],
  ])('is filtered by %s', async (query, count) => {
    expect(await listed(query)).toHaveLength(count)
  })

  it.each(['', '&by=person', '&person=ida-ash'])('is the same in pages of one%s', async (query) => {
    const whole = await listed(`?per_page=100${query}`)
    const walked: Json[] = []
    let cursor = ''
    do {
      const page = await service.v1(`attendance?per_page=1${query}${cursor}`)
      walked.push(...page.json.data)
      cursor = `&cursor=${page.json.pagination.next_cursor}`
    } while (!cursor.endsWith('null'))
    expect(walked).toEqual(whole)
  })

  it('is summed by person and body, of the meetings while in office', async () => {
    const sums = (await listed('?by=person')).map((row: Json) => [
      `${row.person_slug} ${row.organization_slug}`,
      ...[row.meetings, row.recorded, row.attended, row.absent, row.first, row.last],
    ])
    expect(sums).toEqual([
      ['bo-van-der-birch town-council', 2, 1, 0, 1, '2025-02-11', '2025-02-11'],
      ['cy-cedar town-council', null, 1, 1, 0, '2025-01-14', '2025-01-14'],
      ['cy-cedar parks-committee', null, 1, 1, 0, '2025-02-12', '2025-02-12'],
      // The day on which the seat ended is not on record.
      ['di-elm town-council', null, 1, 1, 0, '2024-05-14', '2024-05-14'],
      ['ida-ash town-council', 5, 4, 3, 1, '2025-01-14', '2025-04-08'],
    ])
    const [bo] = await listed('?by=person&person=bo-van-der-birch&date_to=2025-02-28')
    expect(bo).toMatchObject({ meetings: 1, recorded: 1 })
    await expectStatements(service, () => service.v1('attendance?by=person&per_page=3'), 2)
    expect(await csv('&by=person')).toHaveLength(5)
  })

  it("has a line for each session in the layout of Toronto's table", async () => {
    const table = await csv('&layout=toronto&meeting=2025-02-11-council')
    expect(table.map(({ _id, ...columns }) => Object.values(columns).join('|'))).toEqual([
      '|Ida|Ash|Town Council|7|2025-02-11|Morning|09:30 - 12:10|Y',
      '|Ida|Ash|Town Council|7|2025-02-11|Afternoon|13:30 - 15:00|N',
      '|Bo|van der Birch|Town Council||2025-02-11|||N',
      '|A|visitor|Town Council||2025-02-11|||Y',
    ])
    const { headers } = await service.v1('attendance?format=csv&layout=toronto')
    expect(headers.get('reeve-rows')).toBe('10')
  })

  it('refuses two tables at once, and sums that it does not have', async () => {
    const both = await service.v1('attendance?format=csv&layout=toronto&by=person')
    expect(expectError(both, 'VALIDATION_ERROR')).toMatch(/either layout or by/)
    expectError(await service.v1('attendance?by=meeting'), 'VALIDATION_ERROR')
  })
})
