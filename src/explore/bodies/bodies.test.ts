import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, nextOf, textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'
import { dateInZone } from '../../core/calendar-date.ts'

const browser = { headers: { accept: 'text/html' } }
let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const main = (html: string) => textOf(/<main.*<\/main>/s.exec(html)?.[0] ?? '')
const linksIn = (html: string) =>
  hrefsOf(html.slice(html.indexOf('<table'))).filter((href) =>
    /^\/pemberley\/bodies\/[^?]+$/.test(href),
  )

describe('/{municipality}/bodies', () => {
  it('lists the council, then the other organizations of the API, with their kind and number of meetings', async () => {
    const { json } = await service.v1('organizations?per_page=100')
    const { body } = await service.call('/pemberley/bodies', browser)
    const slugs = json.data.map(({ slug }: { slug: string }) => slug)
    const others = slugs.filter((slug: string) => slug !== 'town-council')
    expect(linksIn(body)).toEqual(
      ['town-council', ...others].map((slug) => `/pemberley/bodies/${slug}`),
    )
    for (const { slug } of json.data) {
      const { data } = (await service.v1(`organizations/${slug}`)).json
      const count = data.meeting_count
      expect(main(body)).toContain(`${count} ${count === 1 ? 'meeting' : 'meetings'} on record`)
    }
    expect(main(body)).toContain(
      'Library BoardBoard · 0 meetings on recordNone on recordNone on record',
    )
  })

  it('says when each met last and meets next, without meetings that were called off', async () => {
    const { json } = await service.v1('meetings?organization=town-council&per_page=100')
    type Meeting = { date: string; status: string }
    const days = (json.data as Meeting[])
      .filter(({ status }) => status !== 'cancelled' && status !== 'postponed')
      .map(({ date }) => date)
      .sort()
    const { body } = await service.call('/pemberley/bodies', browser)
    const [row = ''] = /<tr><th scope="row"><a href="[^"]*town-council".*?<\/tr>/s.exec(body) ?? []
    const shown = [...row.matchAll(/datetime="([^"]*)"/gi)].map(([, day]) => day)
    const today = dateInZone(Date.now(), 'America/Toronto')
    const last = days.findLast((day) => day < today)
    const next = days.find((day) => day >= today)
    expect(shown).toEqual([last, next].filter((day) => day !== undefined))
    expect(shown.length).toBeGreaterThan(0)
  })

  it('leads through every body, and marks those of the past', async () => {
    const many = Array.from({ length: 70 }, (_, i) => ({
      kind: 'organization',
      key: `o-${i}`,
      name: `Panel ${i}`,
      ...(i === 0 && { dissolution_date: '2001-01-01' }),
    }))
    const large = await startService({ source: sourceOf(many) })
    onTestFinished(() => large.stop())
    const first = (await large.call('/pemberley/bodies', browser)).body
    expect(main(first)).toContain('Panel 00 meetings on record · not active today')
    const next = nextOf(first) ?? ''
    const second = (await large.call(next, browser)).body
    expect(new Set([...linksIn(first), ...linksIn(second)]).size).toBe(70)
  })

  it('says if there are none, and rejects an invalid cursor', async () => {
    const empty = await startService({ source: sourceOf([]) })
    onTestFinished(() => empty.stop())
    const { body } = await empty.call('/pemberley/bodies', browser)
    expect(main(body)).toContain('No committees or boards on record.')
    const invalid = await service.call('/pemberley/bodies?cursor=abc', browser)
    expect(invalid.status).toBe(400)
    expect(hrefsOf(invalid.body)).toContain('/pemberley/bodies')
  })
})
