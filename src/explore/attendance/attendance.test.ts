import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, tablesOf, textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const browser = { headers: { accept: 'text/html' } }

const body = (key: string, name: string, classification: string) => ({
  ...{ kind: 'organization', key, name, classification },
})
const seat = (person_key: string, organization_key: string, changes = {}) => ({
  ...{ kind: 'membership', key: `${organization_key}-${person_key}`, role: 'Councillor' },
  ...{ person_key, organization_key, ...changes },
})
const people = ['Ida Ash', 'Bo Birch', 'Cy Cedar', 'Di Elm'].map((name) => ({
  ...{ kind: 'person', key: name, name },
}))
type Line = [name: string, present: boolean, reason?: string | null, missed?: string]
const meeting = (key: string, date: string, lines: Line[], changes = {}) => ({
  ...{ kind: 'meeting', key, organization_key: 'o', title: 'Council', date, status: 'completed' },
  attendance: lines.map(([name, present, reason = null, missed]) => ({
    ...{ name, present, reason },
    ...(missed !== undefined && {
      sessions: [
        { name: 'Morning', present },
        { name: missed, present: false },
      ],
    }),
    ...(name !== 'Clerk' && { person_key: name }),
  })),
  ...changes,
})

const records = [
  body('o', 'Town Council', 'council'),
  body('c', 'Parks Committee', 'committee'),
  body('q', 'Quiet Committee', 'committee'),
  ...people,
  ...[seat('Ida Ash', 'o'), seat('Bo Birch', 'o', { end_date: '2024-02-20' })],
  seat('Cy Cedar', 'o', { start_date: '2024-02-21' }),
  seat('Di Elm', 'o', { start_date: '2025-01-01' }),
  meeting('old', '2023-05-02', [['Ida Ash', true, null, 'Evening']]),
  meeting('a', '2024-01-09', [
    ['Ida Ash', true],
    ['Bo Birch', false, 'Medical'],
    ['Clerk', true],
  ]),
  meeting('b', '2024-02-06', [
    ['Ida Ash', true, 'Left early'],
    ['Bo Birch', true, 'Remote'],
  ]),
  meeting('c', '2024-02-27', [['Ida Ash', false]]),
  meeting('bare', '2024-03-05', []),
  meeting('off', '2024-03-12', [], { status: 'cancelled' }),
  meeting('parks', '2024-04-02', [['Cy Cedar', true]], { organization_key: 'c' }),
  meeting('quiet', '2024-04-03', [], { organization_key: 'q' }),
]

let service: Service
beforeAll(async () => {
  service = await startService({ source: sourceOf(records) })
})
afterAll(() => service.stop())

const open = async (query = '', prefix = '', from = service) => {
  const response = await from.call(`${prefix}/pemberley/attendance${query}`, browser)
  expect(response.status).toBe(200)
  return response.body
}
const main = (html: string) => textOf(/<main.*<\/main>/s.exec(html)?.[0] ?? '')
const rowsOf = (html: string) =>
  (
    /<table class="matrix attended[a-z ]*">.*?<\/table>/s
      .exec(html)?.[0]
      .match(/<tr>.*?<\/tr>/gs) ?? []
  ).map((row) =>
    [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell = '']) => textOf(cell)),
  )

describe('the attendance of a council', () => {
  it('has a part for somebody who was not at every session, and the page of the meeting says which', async () => {
    const [, , ash] = rowsOf(await open('?year=2023'))
    const { body } = await service.call('/pemberley/meetings/2023-05-02-council', browser)
    expect(ash?.join(' ')).toContain('for a part')
    expect(textOf(body)).toContain('Ida Ash (absent: Evening)')
    const french = await service.call('/fr/pemberley/meetings/2023-05-02-council', browser)
    expect(textOf(french.body)).toContain('Ida Ash (absence : Evening)')
  })

  it('has the members and the meetings of the latest year, and how each attended', async () => {
    const html = await open()
    expect(main(html)).toContain('Town Council, 2024')
    expect(rowsOf(html)).toEqual([
      ['Member', 'Attended', 'Jan', 'Feb', 'Mar'],
      ['9', '6', '27', '5'],
      ['Ida Ash', '2 of 3', 'present', 'Left early', 'absent', 'not recorded'],
      ['Bo Birch', '1 of 2', 'absent: Medical', 'Remote', 'not a member', 'not a member'],
      ['Cy Cedar', '–', 'not a member', 'not a member', 'not recorded', 'not recorded'],
    ])
    expect(html).toMatch(/<td class="absent" title="Medical">/)
    expect(hrefsOf(html)).toContain('/pemberley/meetings/2024-02-27-council')
    expect(main(html)).toContain('3 of 4 meetings have a roll call on record')
    expect(main(html)).toContain('without a seat on record: Clerk (1 of 1).')
  })

  it('lists the absences with their reasons, most first', async () => {
    expect(tablesOf(await open()).Member).toEqual(
      expect.arrayContaining([
        ['Member', 'Absent', 'For a part', 'Remotely'],
        ['Bo Birch', '1 Jan 9 (Medical)', '', '1 Feb 6'],
        ['Ida Ash', '1 Feb 27', '1 Feb 6 (Left early)', ''],
      ]),
    )
  })

  it('has another body or year, by a form without a script', async () => {
    const html = await open('?year=2023')
    expect(rowsOf(html).slice(2)).toEqual([
      ['Ida Ash', '1 of 1', 'for a part'],
      ['Bo Birch', '–', 'not recorded'],
    ])
    expect(html).toContain('<option value="parks-committee">')
    expect(html).not.toContain('quiet-committee')
    const parks = await open('?organization=Parks-Committee')
    expect(main(parks)).toContain('Parks Committee, 2024')
    expect(main(parks)).toContain('does not say who sat on this body')
    expect(rowsOf(parks)[2]).toEqual(['Cy Cedar', '1 of 1', 'present'])
  })

  it('says what is not on record', async () => {
    expect(main(await open('?organization=quiet-committee'))).toContain(
      'Not recorded: no roll call',
    )
    expect(main(await open('?year=1999'))).toContain('No meeting of this body in 1999')
    expect(main(await open('?year=1999'))).not.toContain('absent at recorded votes')
    const { status } = await service.call('/pemberley/attendance?year=soon', browser)
    expect(status).toBe(400)
  })

  it('is in French, with the common reasons', async () => {
    const html = await open('', '/fr')
    expect(rowsOf(html)[3]?.slice(2, 4)).toEqual(['absence\u00A0: Raison médicale', 'À distance'])
    expect(main(html)).toContain('Un appel nominal est consigné pour 3 réunions sur 4')
  })

  it('has a spreadsheet of the same, and is linked from the members', async () => {
    const [href = ''] = hrefsOf(await open()).filter((link) => link.includes('.csv'))
    expect(href).toBe(
      '/pemberley/attendance.csv?organization=town-council&year=2024&for=spreadsheet',
    )
    const { body: table, headers } = await service.call(href)
    const options = { columns: true, bom: true, record_delimiter: '\r\n' }
    const lines = parse(table, options) as unknown as Record<string, string>[]
    expect(headers.get('reeve-rows')).toBe(String(lines.length))
    const of = (person: string) =>
      lines.flatMap(({ person_name, date, attended, mode, reason }) =>
        person_name === person ? [[date, attended, mode, reason]] : [],
      )
    expect(of('Bo Birch')).toEqual([
      ['2024-01-09', 'absent', '', 'Medical'],
      ['2024-02-06', 'present', 'remote', 'Remote'],
    ])
    expect(of('Ida Ash').map(([, attended]) => attended)).toEqual([
      ...['present', 'part', 'absent', 'unknown'],
    ])
    expect(of('Clerk')).toHaveLength(1)
    const { body: members } = await service.call('/pemberley/people', browser)
    expect(hrefsOf(members)).toContain('/pemberley/attendance')
  })
})

it('of a table of votes says that attendance is not recorded, and leads to absences at votes', async () => {
  const votes = ['For', 'Absent'].map((value, at) => ({ name: `Voter ${at}`, value }))
  const own = await startService({
    source: sourceOf([
      body('o', 'Town Council', 'council'),
      { kind: 'person', key: 'p', name: 'Voter 1' },
      {
        ...{ kind: 'motion', key: 'm', organization_key: 'o', position: 1, date: '2024-01-09' },
        text: 'That it be so.',
        votes: votes.map((vote, at) => (at === 1 ? { ...vote, person_key: 'p' } : vote)),
      },
    ]),
  })
  onTestFinished(() => own.stop())
  const html = await open('', '', own)
  expect(main(html)).toContain('Not recorded: no roll call of this body is on record.')
  expect(main(html)).toContain('who was absent at recorded votes')
  expect(hrefsOf(html)).toContain('/pemberley/people?sort=absences')
  const { body: table } = await own.call('/pemberley/attendance.csv')
  expect(table.trim().split('\r\n')).toHaveLength(1)
})

it('opens on the latest year with five roll calls, if there is one', async () => {
  const yearOf = async (meetings: number) => {
    const held = Array.from({ length: meetings }, (_, at) =>
      meeting(`m${at}`, `2023-05-0${at + 1}`, [['Ida Ash', true]]),
    )
    const latest = meeting('latest', '2024-01-09', [['Ida Ash', true]])
    const council = [body('o', 'Town Council', 'council'), ...people, seat('Ida Ash', 'o')]
    const own = await startService({ source: sourceOf([...council, ...held, latest]) })
    onTestFinished(() => own.stop())
    return main(await open('', '', own))
  }
  expect(await yearOf(5)).toContain('Town Council, 2023')
  expect(await yearOf(4)).toContain('Town Council, 2024')
})

it('of a large body has a part of it, and counts and lists all in the spreadsheet', async () => {
  const names = Array.from({ length: 70 }, (_, at) => `Member ${at + 100}`)
  const own = await startService({
    source: sourceOf([
      body('o', 'Town Council', 'council'),
      ...names.flatMap((name) => [{ kind: 'person', key: name, name }, seat(name, 'o')]),
      ...Array.from({ length: 65 }, (_, at) =>
        meeting(
          `m${at}`,
          new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 10),
          names.map((name) => [name, true]),
        ),
      ),
    ]),
  })
  onTestFinished(() => own.stop())
  const html = await open('', '', own)
  const rows = rowsOf(html)
  expect(rows).toHaveLength(62)
  expect(rows[2]).toHaveLength(62)
  expect(rows[2]?.[1]).toBe('65 of 65')
  expect(main(html)).toContain('the latest 60 of 65 meetings')
  expect(main(html)).toContain('60 of 70 people')
  const { headers } = await own.call('/pemberley/attendance.csv?for=spreadsheet')
  expect(headers.get('reeve-rows')).toBe(String(65 * 70))
})

describe('the feed and the embed of attendance', () => {
  it('have the newest meetings with a roll call, of all bodies or of one', async () => {
    const titles = async (query = '') => {
      const { body: xml } = await service.call(`/feeds/pemberley/attendance.atom${query}`)
      return [...xml.matchAll(/<entry>.*?<title[^>]*>(.*?)</gs)].map(([, title]) => title)
    }
    expect(await titles()).toEqual([
      ...['Council, April 2, 2024', 'Council, February 27, 2024', 'Council, February 6, 2024'],
      ...['Council, January 9, 2024', 'Council, May 2, 2023'],
    ])
    expect(await titles('?organization=parks-committee')).toEqual(['Council, April 2, 2024'])
    expect(await titles('?organization=town-council&year=2023')).toEqual(['Council, May 2, 2023'])
  })

  it('say who was absent and why, and from where it is', async () => {
    const { body: html } = await service.call('/embed/pemberley/attendance', browser)
    expect(textOf(html)).toContain('2 of 3 attended · Absent: Bo Birch (Medical)')
    expect(textOf(html)).toMatch(
      /5 meetings with recorded attendance since May 2, 2023, from pemberley\.example\./,
    )
    expect(textOf(html)).toContain('The official register is the one of the clerk’s office.')
  })
})
