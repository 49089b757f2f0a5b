import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, tablesOf, termsOf, textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const browser = { headers: { accept: 'text/html' } }

/** By family name: Ida Ash, Bo Birch, Cy Cedar; Flo Fir left. */
const seats = [
  { name: 'Ida Ash', label: 'Ward 3' },
  { name: 'Bo Birch', label: 'Ward 1' },
  { name: 'Cy Cedar', label: 'Ward 2' },
]
const council = { kind: 'organization', key: 'o', name: 'Council', classification: 'council' }
const members = [...seats, { name: 'Flo Fir', label: 'Ward 4' }].flatMap(({ name, label }) => [
  { kind: 'person', key: name, name },
  {
    ...{ kind: 'membership', key: `m-${name}`, person_key: name, organization_key: 'o', label },
    ...{ role: 'Councillor', ended: name === 'Flo Fir' },
  },
])

/** Twenty-four carried motions: Bo is against every fourth, and Cy keeps out of two and is away for two. */
const votesOn = (at: number) => [
  ['Ida Ash', 'For'],
  ['Bo Birch', at % 4 === 0 ? 'Against' : 'For'],
  ['Cy Cedar', at < 2 ? 'Recused' : at < 4 ? 'Absent' : 'For'],
]
const movedBy = (name: string) => ({ mover_key: name, mover_name: name })
const motions = Array.from({ length: 24 }, (_, at) => ({
  ...{ kind: 'motion', key: `v-${at}`, identifier: `V-${at}`, position: at, organization_key: 'o' },
  meeting_key: `s-${at % 12}`,
  result: 'Carried',
  ...(at % 4 === 0 && { tally: { for: at === 0 ? 1 : 2, against: 1 } }),
  ...(at < 5 && movedBy(at < 3 ? 'Cy Cedar' : 'Ida Ash')),
  votes: votesOn(at).map(([name, value]) => ({ person_key: name, name, value })),
}))

/** Twelve meetings: Ida is away from three; no roll call names Bo. */
const meetings = Array.from({ length: 12 }, (_, at) => ({
  ...{ kind: 'meeting', key: `s-${at}`, organization_key: 'o', title: `Sitting ${at}` },
  status: 'completed',
  ...{ date: `2024-${String(at + 1).padStart(2, '0')}-06` },
  attendance: [
    { person_key: 'Ida Ash', name: 'Ida Ash', present: at >= 3 },
    { person_key: 'Cy Cedar', name: 'Cy Cedar', present: at !== 5 },
  ],
}))

let service: Service
beforeAll(async () => {
  service = await startService({ source: sourceOf([council, ...members, ...meetings, ...motions]) })
})
afterAll(() => service.stop())

const open = async (query = '', prefix = '') =>
  (await service.call(`${prefix}/pemberley/people${query}`, browser)).body
const rowsOf = (html: string) => tablesOf(html).Member?.slice(1) ?? []
const main = (html: string) => textOf(/<main.*<\/main>/s.exec(html)?.[0] ?? '')

describe('the table of members', () => {
  it('has the totals of each, and a dash for what is not recorded', async () => {
    const html = await open()
    expect(rowsOf(html)).toEqual([
      ['Ida Ash', 'Ward 3', '24', '75% 9 of 12', '0% 0 of 24', '0% 0 of 24', '0', '2'],
      ['Bo Birch', 'Ward 1', '24', '–', '0% 0 of 24', '25% 6 of 24', '0', '0'],
      ['Cy Cedar', 'Ward 2', '20', '92% 11 of 12', '8% 2 of 24', '0% 0 of 20', '2', '3'],
    ])
    expect(main(html)).toContain('A dash means “not recorded”.')
    expect(/<h2 id="former">.*?<\/ul>/s.exec(html)?.[0]).toContain('Flo Fir')
  })

  it.each([
    ['', 'Ida Ash', 'Member', 'ascending'],
    ['?sort=ward', 'Bo Birch', 'Ward', 'ascending'],
    ['?sort=votes', 'Ida Ash', 'Votes cast', 'descending'],
    ['?sort=attendance', 'Ida Ash', 'Meetings attended', 'ascending'],
    ['?sort=absences', 'Cy Cedar', 'Absent at votes', 'descending'],
    ['?sort=losing', 'Bo Birch', 'On the losing side', 'descending'],
    ['?sort=recusals', 'Cy Cedar', 'Recusals', 'descending'],
    ['?sort=moved', 'Cy Cedar', 'Motions moved', 'descending'],
  ])('%s is sorted by its column, in both languages', async (query, first, column, direction) => {
    const html = await open(query)
    expect(rowsOf(html)[0]?.[0]).toBe(first)
    expect(html).toContain(`aria-sort="${direction}">${column}</th>`)
    expect(html.match(/aria-sort/g)).toHaveLength(1)
    const french = await open(query, '/fr')
    expect(tablesOf(french).Membre?.[1]?.[0]).toBe(first)
    expect(french).toContain(`aria-sort="${direction}"`)
  })

  it('says where the reasons of absences are, in an order by them', async () => {
    expect(main(await open('?sort=absences'))).toContain('such as a leave')
    expect(hrefsOf(await open('?sort=attendance', '/fr'))).toContain('/fr/pemberley/attendance')
    expect(main(await open())).not.toContain('such as a leave')
  })

  it('leads to each order by a link, and shows those without a total last', async () => {
    const links = hrefsOf(await open('?sort=attendance'))
    for (const order of ['ward', 'votes', 'absences', 'losing', 'recusals', 'moved'])
      expect(links).toContain(`/pemberley/people?sort=${order}#members`)
    expect(links).toContain('/pemberley/people#members')
    expect(rowsOf(await open('?sort=attendance')).at(-1)?.[0]).toBe('Bo Birch')
  })

  it('has the same totals as its spreadsheet, which has former members too', async () => {
    const [href = ''] = hrefsOf(await open()).filter((link) => link.includes('.csv'))
    expect(href).toBe('/pemberley/people/totals.csv?for=spreadsheet')
    const { body, headers } = await service.call(href)
    expect(headers.get('reeve-rows')).toBe('4')
    const options = { columns: true, bom: true, record_delimiter: '\r\n' }
    const lines = parse(body, options) as unknown as Record<string, string>[]
    const lineOf = (name: string) => lines.find((line) => line.name === name)
    expect(lineOf('Ida Ash')).toMatchObject({
      ...{ standing: 'member', ward: 'Ward 3', votes_cast: '24', meetings: '12' },
      ...{ meetings_attended: '9', settled_votes: '24', losing_votes: '0', recusals: '0' },
      ...{ motions_moved: '2', url: `${service.url}/pemberley/people/ida-ash` },
    })
    expect(lineOf('Bo Birch')).toMatchObject({ meetings: '', meetings_attended: '' })
    expect(lineOf('Cy Cedar')).toMatchObject({ recorded_votes: '24', absent_votes: '2' })
    expect(lineOf('Flo Fir')).toMatchObject({ standing: 'former', votes_cast: '', recusals: '' })
  })

  it.each(['?sort=age', '?sort=', '?sort=losing&sort=name'])(
    '%s is not an order',
    async (query) => {
      const { status } = await service.call(`/pemberley/people${query}`, browser)
      // A form without a script sends its empty fields.
      expect(status).toBe(query === '?sort=' ? 200 : 400)
    },
  )
})

describe('the page of a member', () => {
  const open = async (name: string, query = '') =>
    (await service.call(`/pemberley/people/${name}${query}`, browser)).body
  const motionsIn = (html: string, id: string) =>
    hrefsOf(new RegExp(`<h2 id="${id}">.*?</section>`, 's').exec(html)?.[0] ?? '').map((href) =>
      href.replace('/pemberley/', ''),
    )

  it('begins with the totals of the table, which lead to what they count', async () => {
    const html = await open('bo-birch')
    expect(termsOf(html)).toMatchObject({
      ...{ 'Votes cast': '24', 'Meetings attended': '–', 'On the losing side': '6 of 24' },
      ...{ Recusals: '0', 'Motions moved': '0' },
    })
    expect(hrefsOf(html)).toContain('/pemberley/people/bo-birch?dissent=true#votes')
    const cy = await open('cy-cedar')
    expect(termsOf(cy)['Absent at votes']).toBe('2 of 24')
    for (const value of ['Recused', 'Absent'])
      expect(hrefsOf(cy)).toContain(`/pemberley/people/cy-cedar?value=${value}#votes`)
  })

  it('has the closest votes, then the latest lost ones, and leads to all of them', async () => {
    const html = await open('bo-birch')
    const latest = [20, 8, 16, 4].map((at) => `motions/motion-v-${at}`)
    expect(motionsIn(html, 'closest')).toEqual([
      'motions/motion-v-0',
      ...latest,
      'votes?person=bo-birch&contested=true',
    ])
    expect(motionsIn(html, 'lost')).toEqual([
      ...latest,
      'motions/motion-v-12',
      'people/bo-birch?dissent=true#votes',
    ])
    expect(main(html)).toContain('Voted against Carried 1 to 1')
    expect(motionsIn(await open('ida-ash'), 'lost')).toEqual([])
    expect(await open('bo-birch', '?dissent=true')).not.toContain('id="closest"')
  })
})

describe('what a record never has', () => {
  it('is a dash and a sentence, not a zero', async () => {
    const bare = motions.map((motion, at) => ({
      ...{ ...motion, mover_key: null, mover_name: null },
      votes: motion.votes.map((vote) => ({ ...vote, value: at % 2 ? 'Against' : 'For' })),
    }))
    const present = meetings.map((meeting) => ({
      ...meeting,
      attendance: meeting.attendance.map((one) => ({ ...one, present: true })),
    }))
    const own = await startService({ source: sourceOf([council, ...members, ...present, ...bare]) })
    onTestFinished(() => own.stop())
    const { body } = await own.call('/pemberley/people', browser)
    for (const row of rowsOf(body)) expect(row.slice(-2)).toEqual(['–', '–'])
    expect(rowsOf(body)[0]?.[4]).toBe('–')
    expect(main(body)).toContain('No absence at a vote is on record.')
    expect(main(body)).toContain('No recusal of anyone is on record.')
    expect(main(body)).toContain('No motion on record names its mover.')
    expect(main(body)).toContain('name only people who were present')
  })
})

describe('a council known from votes alone', () => {
  it('has a table of those who voted in its latest year, and the names of earlier ones', async () => {
    const old = {
      ...{ kind: 'motion', key: 'old', position: 0, organization_key: 'o', date: '2019-02-05' },
      ...{ identifier: 'X', result: 'Carried' },
      votes: [{ person_key: 'Gus Gorse', name: 'Gus Gorse', value: 'For' }],
    }
    const people = ['Gus Gorse', ...seats.map(({ name }) => name)]
    const own = await startService({
      source: sourceOf([
        council,
        ...people.map((name) => ({ kind: 'person', key: name, name })),
        ...meetings.map((meeting) => ({ ...meeting, attendance: [] })),
        ...motions,
        old,
      ]),
    })
    onTestFinished(() => own.stop())
    const { body } = await own.call('/pemberley/people?sort=recusals', browser)
    expect(rowsOf(body).map(([name]) => name)).toEqual(['Cy Cedar', 'Ida Ash', 'Bo Birch'])
    expect(rowsOf(body)[0]).toContain('January 2024 to December 2024')
    expect(main(body).split('In earlier years')[1]).toContain('Gus Gorse')
    const { body: table } = await own.call('/pemberley/people/totals.csv')
    expect(table.match(/,voted,/g)).toHaveLength(4)
  })
})
