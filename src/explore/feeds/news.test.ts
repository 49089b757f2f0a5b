import { decodeXML } from 'entities'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readList } from '../../../test/support/service/read-lists.ts'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf } from '../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'
import { toAtom } from './feed.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const feeds: [feed: string, list: string, page: string][] = [
  ['meetings', 'meetings', '/pemberley/meetings'],
  ['motions', 'motions', '/pemberley/motions'],
  ['bylaws', 'bylaws', '/pemberley/bylaws'],
  [
    'bodies/parks-committee',
    'motions?organization=parks-committee',
    '/pemberley/bodies/parks-committee',
  ],
  [
    'meetings/2024-01-01-regular-council',
    'motions?meeting=2024-01-01-regular-council',
    '/pemberley/meetings/2024-01-01-regular-council',
  ],
  ['motions/motion-2024-10', 'motions?slug=motion-2024-10', '/pemberley/motions/motion-2024-10'],
  ['matters/rpt-2024-000', 'motions?matter=rpt-2024-000', '/pemberley/matters/rpt-2024-000'],
  ['people/vera-ng', 'votes?person=vera-ng', '/pemberley/people/vera-ng'],
]

const contents = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) =>
    decodeXML(text),
  )

describe('a feed', () => {
  it.each(feeds)('of %s has the newest entries of its list, by their pages', async (feed, list) => {
    const { status, headers, body } = await service.call(`/feeds/pemberley/${feed}.atom`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    const items = (await readList(service, list)).slice(0, 100)
    expect(items.length).toBeGreaterThan(0)
    const [self, ...ids] = contents(body, 'id')
    expect(self).toBe(`${service.url}/feeds/pemberley/${feed}.atom`)
    const [updated, ...changed] = contents(body, 'updated')
    const shown = ids.map((id, index) => [id, changed[index]])
    const listed = items.map(({ url, updated_at: at }) => [url, at])
    // The list of by-laws is by year, their feed by the day on which they were passed.
    expect(feed === 'bylaws' ? shown.toSorted() : shown).toEqual(
      feed === 'bylaws' ? listed.toSorted() : listed,
    )
    expect(updated).toBe(changed.toSorted().at(-1))
  })

  it('says what a motion is about once, in its title or below it', async () => {
    const motion = (key: string, text: string) => ({
      ...{ kind: 'motion', key, identifier: key, matter_key: 'm', position: 1, text },
      ...{ date: '2024-02-01', result: 'Carried' },
    })
    const records = [
      { kind: 'matter', key: 'm', title: 'Weir dues.' },
      motion('1', 'That this report be received.'),
      motion('2', 'That the keeper collect them in May.'),
      {
        ...{ kind: 'motion', key: '3', position: 3, motion_kind: 'inquiry', matter_key: 'm' },
        ...{ date: '2024-01-09', text: 'Who keeps the weir?' },
      },
    ]
    const small = await startService({ source: sourceOf(records) })
    onTestFinished(() => small.stop())
    const { body } = await small.call('/feeds/pemberley/motions.atom')
    expect(contents(body, 'title').slice(1)).toEqual([
      'That the keeper collect them in May',
      'Weir dues',
      expect.stringContaining('Who keeps the weir'),
    ])
    expect(contents(body, 'summary')).toEqual([
      'Carried · February 1, 2024 · Weir dues.',
      'Received · February 1, 2024',
      expect.stringMatching(/^Inquiry · January 9, 2024/),
    ])
    const french = await small.call('/fr/feeds/pemberley/motions.atom')
    expect(contents(french.body, 'summary').at(-1)).toMatch(/^Demande de renseignements · /)
  })

  it.each(feeds)('of %s is in both languages, and its page leads to it', async (feed, _, page) => {
    for (const prefix of ['', '/fr']) {
      const { body } = await service.call(`${prefix}/feeds/pemberley/${feed}.atom`)
      expect(body).toContain(`xml:lang="${prefix === '' ? 'en' : 'fr'}-CA"`)
      expect(body).toContain(`href="${service.url}${prefix}${page}"`)
      const shown = await service.call(prefix + page)
      const follow = `${prefix}/pemberley/follow/${feed}`
      expect(hrefsOf(shown.body)).toContain(follow)
      const followed = await service.call(follow, { headers: { accept: 'text/html' } })
      expect(followed.status).toBe(200)
      expect(hrefsOf(followed.body)).toContain(`${prefix}/feeds/pemberley/${feed}.atom`)
    }
  })

  it('of a search has the newest results with all words, and its page leads to it', async () => {
    const query = 'q=report&type=matters&organization=town-council'
    const page = `/pemberley/search?${query}&match=best&sort=relevance`
    for (const prefix of ['', '/fr']) {
      const linkIn = async (path: string, to: string) =>
        hrefsOf((await service.call(path)).body).find((one) => one.startsWith(prefix + to)) ?? ''
      const follow = await linkIn(prefix + page, '/pemberley/follow/search?')
      const href = await linkIn(follow, '/feeds/pemberley/search.atom?')
      const { status, body } = await service.call(href)
      expect(status).toBe(200)
      const [self, ...ids] = contents(body, 'id')
      expect(self).toBe(service.url + href)
      const found = await service.v1(`search?${query}&sort=date&per_page=100`)
      const whole = found.json.data.filter((item: Json) => item.missing_words.length === 0)
      // What is still to come, and what has no day, follows.
      const isAhead = ({ date }: Json) => Number(date === null || date > '2090')
      whole.sort((one: Json, other: Json) => isAhead(one) - isAhead(other))
      const urls = whole.map((item: Json) => item.url.replace(/(?=\/pemberley)/, prefix))
      expect(ids.length).toBeGreaterThan(0)
      expect(ids).toEqual([...new Set(urls)])
    }
  })

  it('of a search without words, or of other parameters, is an error', async () => {
    for (const query of ['', '?q=', '?q=report&date_from=never'])
      expect((await service.call(`/feeds/pemberley/search.atom${query}`)).status).toBe(400)
  })

  it('is not sent again while it is current', async () => {
    const { headers } = await service.call('/feeds/pemberley/motions.atom')
    const condition = { 'if-none-match': headers.get('etag') ?? '' }
    const repeated = await service.call('/feeds/pemberley/motions.atom', { headers: condition })
    expect(repeated.status).toBe(304)
  })

  it.each(['people/no-such-person', 'matters/nothing', 'bodies/nothing'])(
    'of %s is not found',
    async (feed) => {
      expect((await service.call(`/feeds/pemberley/${feed}.atom`)).status).toBe(404)
    },
  )

  it('is well-formed whatever a record says', () => {
    const hostile = '<b> & ]]> "quoted" \u0000\u000b\ud800 🏛️\n=1'
    const feed = {
      page: 'https://reeve.example/a',
      ...{ title: hostile, name: hostile, isMixed: false },
      author: hostile,
      language: 'en-CA',
      updated: '2026-01-01T00:00:00.000Z',
      entries: [],
    }
    const xml = toAtom(feed, 'https://reeve.example/feeds/a.atom?x=1&y="2"')
    expect(contents(xml, 'title')).toEqual(['<b> & ]]> "quoted"  🏛️\n=1'])
    for (const text of ['\u0000', '\u000b', ']]>', '<b>']) expect(xml).not.toContain(text)
    expect(contents(xml, 'updated')).toEqual(['2026-01-01T00:00:00.000Z'])
  })
})
