import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { changed } from '../../../test/support/imports/municipality.ts'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, textOf } from '../../../test/support/site/page-content.ts'
import { pastMeeting } from '../../../test/support/towns/past-meeting.ts'
import { sourceOf, townRecords } from '../../../test/support/towns/town.ts'
import { newsFeeds } from './news-feeds.ts'

const browser = { headers: { accept: 'text/html' } }
let service: Service
beforeAll(async () => {
  service = await startService()
  // What changed is news too.
  await importRecords(service, changed(townRecords(), 'meeting', 'g-4', { location: 'Hall' }))
})
afterAll(() => service.stop())

const open = async (path: string) => (await service.call(path, browser)).body
const main = (html: string) => textOf(/<main.*<\/main>/s.exec(html)?.[0] ?? '')
/** The titles of the entries of a feed, or of those that its page shows. */
const titlesOf = (xml: string) =>
  [...xml.matchAll(/<entry>.*?<title>(.*?)<\/title>/gs)].map(([, title = '']) => textOf(title))
const latestOn = (html: string) =>
  [
    ...html
      .split(/<h2 id="(?:ahead|last)">/)
      .slice(1)
      .join('')
      .matchAll(/<li><div class="decided"><div><a [^>]*>(.*?)<\/a>/gs),
  ].map(([, title = '']) => textOf(title))

describe('/{municipality}/follow', () => {
  it('says what can be followed and how, with the last decisions by their titles in the feed', async () => {
    const html = await open('/pemberley/follow')
    expect(main(html)).toContain('A feed reader is a program or a website that shows what is new')
    const hrefs = hrefsOf(html)
    for (const path of ['motions', 'motions?contested=true', 'votes', 'meetings', 'bylaws'])
      expect(hrefs).toContain(`/pemberley/follow/${path}`)
    expect(hrefs.some((href) => href.startsWith('webcal:'))).toBe(true)
    const feed = await open('/feeds/pemberley/motions.atom')
    expect(latestOn(html)).toEqual(titlesOf(feed).slice(0, 10))
    expect(latestOn(html)).toHaveLength(10)
  })

  it('leads from a topic to its feed, and without one back', async () => {
    const html = await open('/pemberley/follow/search?q=lake')
    expect(hrefsOf(html)).toContain('/feeds/pemberley/search.atom?q=lake')
    expect(main(await open('/pemberley/follow/search?q='))).toContain('What you can follow')
  })

  it('has the decisions of a search with their results, apart from its other texts', async () => {
    const source = sourceOf([
      pastMeeting('m'),
      { kind: 'matter', key: 'a', title: 'Lagoon bridge', identifier: 'LB-1' },
      { kind: 'matter', key: 'b', title: 'Lagoon lights', identifier: 'LB-2' },
      {
        ...{ kind: 'motion', key: 'v', meeting_key: 'm', position: 1, matter_key: 'a' },
        ...{ motion_kind: 'motion', text: 'That the lagoon bridge be painted in blue.' },
        ...{ result: 'Carried', tally: { for: 6, against: 2 } },
      },
    ])
    const small = await startService({ source })
    onTestFinished(() => small.stop())
    const { body } = await small.call('/pemberley/follow/search?q=lagoon', browser)
    const [, decisions = '', texts = ''] = body.split(/<h2 id="(?:last|texts)">/)
    expect(textOf(decisions)).toMatch(
      /^Last decisions.*the lagoon bridge be painted in blue.*Carried 6 to 2/,
    )
    expect(textOf(texts)).toMatch(/^Reports, documents and other texts.*Lagoon lights/)
    expect(textOf(texts)).not.toContain('Lagoon bridge')
    const titlesIn = async (prefix: string) => {
      const feed = await small.call(`${prefix}/feeds/pemberley/search.atom?q=lagoon`)
      return [...feed.body.matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => title)
    }
    expect(await titlesIn('')).toContain('Report: Lagoon lights')
    expect(await titlesIn('/fr')).toContain('Rapport\u00a0: Lagoon lights')
  })

  it('has a page for each feed, with its URL, its title and its last entries', async () => {
    const slugs: Record<string, string> = {
      ...{ bodies: 'town-council', matters: 'rpt-2024-000', people: 'vera-ng' },
      ...{ meetings: '2024-01-01-regular-council', motions: 'motion-2024-10' },
    }
    for (const { path } of newsFeeds) {
      const [, list = ''] = path.split('/')
      const one = path.replace(':slug', slugs[list] ?? '') + (list === 'search' ? '?q=lake' : '')
      const html = await open(`/fr/pemberley/follow${one}`)
      const feedPath = `/fr/feeds/pemberley${one.replace(/(?=[?]|$)/, '.atom')}`
      expect(hrefsOf(html)).toContain(feedPath)
      expect(textOf(html)).toContain(service.url + feedPath)
      const feed = await open(feedPath)
      const [, title = ''] = /<title>(.*?)<\/title>/.exec(feed) ?? []
      expect(main(html)).toContain(textOf(title))
      expect(latestOn(html).slice(0, 10)).toEqual(titlesOf(feed).slice(0, 10))
      expect(titlesOf(feed).length, path).toBeGreaterThan(0)
    }
  })

  it('of a record that does not exist is not found, and of an invalid filter an error', async () => {
    expect((await service.call('/pemberley/follow/people/nobody', browser)).status).toBe(404)
    expect((await service.call('/pemberley/follow/motions?contested=x', browser)).status).toBe(400)
  })
})
