import { decodeXML } from 'entities'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { planOf, statementsOf } from '../../../test/support/database/plans.ts'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf } from '../../../test/support/site/page-content.ts'
import { fillHistory } from '../../../test/support/towns/filled-history.ts'
import { defeatedVerbs } from '../../core/headings/outcome.ts'

const browser = { headers: { accept: 'text/html' } }
let service: Service
beforeAll(async () => {
  service = await startService({ settings: { pageCache: 0 } })
  await fillHistory(service)
})
afterAll(() => service.stop())

const contents = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) =>
    decodeXML(text),
  )

const filtered: [feed: string, query: string, list: string, title: string][] = [
  ['motions', 'contested=true', 'motions', 'Motions, Town of Pemberley: Contested only'],
  [
    'motions',
    'organization=parks-committee&date_from=2024-02-01',
    'motions',
    'Motions, Town of Pemberley: Parks Committee, From February 1, 2024',
  ],
  [
    'motions',
    'result=Defeated&mover=vera-ng',
    'motions',
    'Motions, Town of Pemberley: Defeated, Vera Ng',
  ],
  ['motions', 'outcome=unclear', 'motions', 'Motions, Town of Pemberley: Unclear'],
  [
    'motions',
    `outcome=${defeatedVerbs.join('%2C')}`,
    'motions',
    'Motions, Town of Pemberley: What was defeated or refused',
  ],
  [
    'meetings',
    'organization=town-council&has_recorded_votes=true',
    'meetings',
    'Meetings of Town of Pemberley: Town Council, Only with recorded votes',
  ],
  ['bylaws', 'year=2010', 'bylaws', 'By-laws, Town of Pemberley: Year “2010”'],
  ['bylaws', 'q=90', 'bylaws', 'By-laws, Town of Pemberley: Number or title “90”'],
]

describe('the feed of a list', () => {
  it.each(filtered)('%s?%s has its filters, and says so', async (feed, query, list, title) => {
    const path = `/feeds/pemberley/${feed}.atom?${query}`
    const { status, body } = await service.call(path)
    expect(status).toBe(200)
    const [self, ...ids] = contents(body, 'id')
    expect(self).toBe(service.url + path)
    expect(body).toContain(
      `<link rel="self" type="application/atom+xml" href="${service.url}/feeds`,
    )
    expect(contents(body, 'title')[0]).toBe(title)
    const { data } = (await service.v1(`${list}?${query}&per_page=100`)).json
    expect(ids.toSorted()).toEqual(data.map(({ url }: Json) => url).toSorted())
    expect(body).toContain(
      `href="${service.url}/pemberley/${feed}?${query.replaceAll('&', '&amp;')}"`,
    )
    const page = await service.call(`/pemberley/${feed}?${query}`, browser)
    expect(hrefsOf(page.body)).toContain(`/pemberley/follow/${feed}?${query}`)
  })

  it('of recorded votes has the motions of its page, by who voted how', async () => {
    const query = 'person=vera-ng&value=For'
    const { body } = await service.call(`/feeds/pemberley/votes.atom?${query}`)
    const [, ...ids] = contents(body, 'id')
    const { data } = (await service.v1(`votes?${query}&per_page=100`)).json
    const motions = new Set(data.map(({ motion_slug: slug }: Json) => slug))
    expect(ids.map((id) => id.replace(/.*\//, '')).toSorted()).toEqual([...motions].toSorted())
    expect(ids.length).toBeGreaterThan(0)
    expect(contents(body, 'title')[0]).toMatch(/^Recorded votes, .*: Vera Ng, For$/)
  })

  it('of a person has the votes of their page', async () => {
    const { body } = await service.call('/feeds/pemberley/people/vera-ng.atom?value=For')
    const titles = contents(body, 'title').slice(1)
    expect(titles.length).toBeGreaterThan(0)
    for (const title of titles) expect(title).toMatch(/^Voted for: /)
  })

  it('rejects what its page rejects', async () => {
    for (const query of ['contested=perhaps', 'date_from=never', 'outcome=lost,won'])
      expect((await service.call(`/feeds/pemberley/motions.atom?${query}`)).status).toBe(400)
  })

  it.each([
    ...filtered.map(([feed, query]) => `/feeds/pemberley/${feed}.atom?${query}`),
    '/feeds/pemberley/votes.atom?person=vera-ng&value=For&organization=town-council',
    '/feeds/pemberley/people/vera-ng.atom?value=For',
    '/feeds/pemberley/meetings/2024-01-01-regular-council.atom',
    '/feeds/pemberley/motions/motion-2024-10.atom',
    '/feeds/pemberley/meetings.ics',
    '/pemberley/meetings/2024-01-01-regular-council.ics',
    '/pemberley/follow',
    '/pemberley/follow/votes?person=vera-ng&meeting=2024-01-01-regular-council',
  ])('%s takes at most three statements, by index', async (path) => {
    const all = await statementsOf(service, () => service.call(path, browser))
    // Every page of a council looks up the council.
    const statements = all.filter((text) => !text.includes('"divisionId"'))
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(3)
    for (const text of statements) {
      const { scans } = await planOf(service, text)
      expect(
        scans.filter((scan) => !/ INDEX /.test(scan)),
        text,
      ).toEqual([])
    }
  })
})
