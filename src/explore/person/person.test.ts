import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, tablesOf, termsOf, textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

// 16 digits are more than a number has.
const phones: [phone: string, href: string | undefined][] = [
  ['613-580-2477', 'tel:6135802477'],
  ['+1 (613) 580.2477', 'tel:+16135802477'],
  ['613-580-2477;phone-context=x', undefined],
  ['-------', undefined],
  ['1234567890123456', undefined],
  ['311', undefined],
]

const browser = { headers: { accept: 'text/html' } }
let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const page = async (slug: string) => (await service.call(`/pemberley/people/${slug}`, browser)).body
const main = (html: string) => textOf(/<main.*<\/main>/s.exec(html)?.[0] ?? '')

describe('the page of a person', () => {
  it('has the seat, contacts, and the totals of the API', async () => {
    const html = await page('vera-ng')
    const { data } = (await service.v1('people/vera-ng')).json
    const { voting_summary: votes, attendance_summary: attendance } = data
    expect(main(html)).toContain('Vera NgMayor')
    expect(termsOf(html)).toMatchObject({
      'Votes cast': String(votes.total_votes),
      'Meetings attended': `${attendance.present} of ${attendance.meetings}`,
      Party: 'Lake Alliance',
    })
    const beforeTotals = html.slice(0, html.indexOf('Recorded votes'))
    expect(hrefsOf(beforeTotals)).toContain('mailto:ng@pemberley.example')
    expect(main(html)).toContain('15 full votes, of 45 motions on record')
    expect(main(html)).toContain('Attendance is of the meetings whose roll call')
  })

  it('says how many lines its spreadsheet has beyond the counted votes, in both languages', async () => {
    const { data } = (await service.v1('people/stephanie-roy')).json
    const table = await service.call('/pemberley/people/stephanie-roy/votes.csv')
    const more = Number(table.headers.get('reeve-rows')) - data.voting_summary.total_votes
    expect(more).toBeGreaterThan(1)
    expect(main(await page('stephanie-roy'))).toContain(`have ${more} more lines: absences`)
    const french = (await service.call('/fr/pemberley/people/stephanie-roy', browser)).body
    expect(main(french)).toContain(`ont ${more} lignes de plus\u00A0: absences`)
    const { json } = await service.v1('people?per_page=100')
    const voteless = json.data.find(({ slug }: { slug: string }) => slug === 'old-member')
    expect(main(await page(voteless.slug))).not.toContain('more lines')
  })

  it('lists the votes of the API, all or some of them', async () => {
    for (const query of ['', '?value=Absent', '?value=Against', '?dissent=true']) {
      const { json } = await service.v1(
        `votes?person=stephanie-roy&per_page=100${query.replace('?', '&')}`,
      )
      const html = await page(`stephanie-roy${query}`)
      const list = /<h2 id="votes">.*?<h2 id="moved">/s.exec(html)?.[0] ?? ''
      const motions = hrefsOf(list).filter((href) => href.includes('/motions/'))
      const expected = json.data.map(
        ({ motion_slug }: { motion_slug: string }) => `/pemberley/motions/${motion_slug}`,
      )
      expect(motions, query).toEqual(expected)
      expect(expected.length, query).toBeGreaterThan(0)
    }
    const dissents = await service.v1('votes?person=stephanie-roy&dissent=true&per_page=100')
    const html = await page('stephanie-roy')
    expect(termsOf(html)['On the losing side']).toMatch(
      new RegExp(`^${dissents.json.data.length} of \\d+$`),
    )
    expect(main(html)).toMatch(/Voted against Carried/)
  })

  it('leads to the same votes in the list with more filters', async () => {
    for (const query of ['', '&value=Against', '&dissent=true']) {
      const html = await page(`stephanie-roy?${query.slice(1)}`)
      const href = `/pemberley/votes?person=stephanie-roy${query}`
      expect(hrefsOf(html)).toContain(href)
      const { body, status } = await service.call(href, browser)
      expect(status).toBe(200)
      const [votes = ''] = /<ul class="rows">.*?<\/ul>/s.exec(html) ?? []
      expect(hrefsOf(votes).length).toBeGreaterThan(0)
      for (const motion of hrefsOf(votes)) expect(hrefsOf(body)).toContain(motion)
    }
  })

  it('says if there are no such votes, and rejects an unknown filter', async () => {
    expect(main(await page('old-member'))).toContain('no motion on record says how this person')
    expect(main(await page('vera-ng?value=Perhaps'))).toContain('None of the recorded votes')
    const { status } = await service.call('/pemberley/people/vera-ng?dissent=often', browser)
    expect(status).toBe(400)
  })

  it('draws attendance and votes by month, with the same figures as tables', async () => {
    const html = await page('stephanie-roy')
    const { voting_summary: votes, attendance_summary: attendance } = (
      await service.v1('people/stephanie-roy')
    ).json.data
    const [, label] = /<figure class="strip"><svg[^>]* aria-label="([^"]*)"/.exec(html) ?? []
    const drawn = (kind: string) =>
      new RegExp(`<path class="${kind}" d="([^"]*)"`).exec(html)?.[1]?.match(/M/g)?.length ?? 0
    expect(label).toMatch(/^Meetings from .* to .*20\d\d: present at \d+, absent from \d+$/)
    expect(tablesOf(html).Date).toHaveLength(attendance.meetings + 1)
    expect(label).toContain(`absent from ${drawn('absent')}`)
    const months = tablesOf(html)['Votes for and against by month']?.slice(1) ?? []
    const sum = months.flatMap(([, ...counts]) => counts.map(Number)).reduce((a, b) => a + b, 0)
    expect(sum).toBe(votes.votes_for + votes.votes_against)
  })

  it('lists motions moved, meetings and seats', async () => {
    const html = await page('vera-ng')
    const { data } = (await service.v1('motions?mover=vera-ng&per_page=100')).json
    for (const { slug } of data) expect(hrefsOf(html)).toContain(`/pemberley/motions/${slug}`)
    const tables = tablesOf(html)
    expect(tables.Date).toHaveLength(46)
    expect(tables.Date?.[1]).toEqual(['June 1, 2099', 'Public Hearing', 'Present'])
    expect(tables['Council or committee']).toEqual([
      ['Council or committee', 'Role', 'From', 'To'],
      ['Town Council', 'Mayor', 'November 1, 2022', 'current'],
    ])
  })

  it('credits minutes and roll calls only where the record has them', async () => {
    const seat = { person_key: 'p', organization_key: 'o', role: 'Councillor' }
    const records = [
      { kind: 'organization', key: 'o', name: 'Council', classification: 'council' },
      { kind: 'person', key: 'p', name: 'Ada Moss' },
      { kind: 'membership', key: 's', ...seat },
      {
        ...{ kind: 'motion', key: 'm', organization_key: 'o', position: 1, text: 'That it be so.' },
        votes: [{ person_key: 'p', name: 'Ada Moss', value: 'For' }],
      },
    ]
    const table = await startService({ source: sourceOf(records) })
    onTestFinished(() => table.stop())
    const of = async (path: string) => main((await table.call(path, browser)).body)
    const ada = await of('/pemberley/people/ada-moss')
    expect(ada).toContain('Counts are only as complete as the imported data: 1 full vote')
    expect(ada).not.toMatch(/minutes|roll calls/)
    const french = await of('/fr/pemberley/people/ada-moss')
    expect(french).toMatch(/Ces nombres dépendent de ce que contiennent les données importées\s:/)
    expect(french).not.toMatch(/procès-verba|La présence porte/)
    expect(main(await page('vera-ng'))).toContain('Attendance is of the meetings whose roll call')
  })

  it('of someone without a seat has no totals, and is kept out of search engines', async () => {
    const html = await page('pat-twin')
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(termsOf(html)['Votes on record']).toBeUndefined()
    expect(main(html)).toContain('has no seat on the council or a committee')
    expect(main(html)).toContain('Not recorded: no roll call on record names this person.')
    expect(await page('vera-ng')).not.toContain('noindex')
  })

  it('is linked from the votes and movers of motions, and from meetings', async () => {
    for (const path of ['motions/motion-2024-10', 'meetings/2024-01-01-regular-council']) {
      const { body } = await service.call(`/pemberley/${path}`, browser)
      expect(hrefsOf(body)).toContain('/pemberley/people/vera-ng')
    }
  })

  it('links a telephone number, and shows any other text as it is', async () => {
    const people = phones.map(([value], at) => ({
      ...{ kind: 'person', key: `p${at}`, name: `Person ${at}` },
      contact_details: [{ type: 'voice', value }],
    }))
    const own = await startService({ source: sourceOf(people) })
    onTestFinished(() => own.stop())
    for (const [at, [phone, href]] of phones.entries()) {
      const { body } = await own.call(`/pemberley/people/person-${at}`, browser)
      expect(main(body), phone).toContain(phone)
      expect(
        hrefsOf(body).find((link) => link.startsWith('tel:')),
        phone,
      ).toBe(href)
    }
  })

  it('that does not exist is a page with 404', async () => {
    const { status, body } = await service.call('/pemberley/people/nobody', browser)
    expect(status).toBe(404)
    expect(main(body)).toContain('Person not found')
    const links = hrefsOf(/<main.*<\/main>/s.exec(body)?.[0] ?? '')
    const sections = [
      'meetings',
      'votes',
      'people',
      'bodies',
      'matters',
      'bylaws',
      'coverage',
      'follow',
    ]
    expect(links).toEqual([
      ...['/pemberley/people', '/pemberley'],
      ...sections.map((section) => `/pemberley/${section}`),
    ])
    expect(body).toMatch(/<input[^>]*value="nobody"/)
  })
})
