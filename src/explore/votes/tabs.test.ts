import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, nextOf, textOf } from '../../../test/support/site/page-content.ts'
import { pastMeeting } from '../../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'
import { english, locales } from '../locale.ts'

const browser = { headers: { accept: 'text/html' } }

const votesOf = (inFavour: number, against: number) =>
  Array.from({ length: inFavour + against }, (_, at) => ({
    name: `Voter ${at}`,
    value: at < inFavour ? 'For' : 'Against',
  }))
const motion = (key: string, counts: [number, number], changes = {}) => ({
  ...{ kind: 'motion', key, identifier: key, meeting_key: 'g', position: 1, result: 'Carried' },
  ...{ text: 'That it be done.', votes: votesOf(...counts), ...changes },
})

const records = [
  pastMeeting('g'),
  { kind: 'agenda_item', key: 'i', meeting_key: 'g', position: 1, title: 'Rezoning of Mill Lane' },
  motion('third', [4, 2]),
  motion('less', [5, 2]),
  motion('lost', [2, 4], { result: 'Defeated' }),
  motion('all', [6, 0]),
  motion('none', [0, 6], { result: 'Defeated' }),
  motion('turned-down', [6, 0], {
    ...{ agenda_item_key: 'i', text: 'That the application be denied.' },
  }),
  motion('deferral', [1, 5], {
    ...{ agenda_item_key: 'i', text: 'That the item be deferred.', result: 'Defeated' },
  }),
  motion('dissents', [0, 2], { tally: { for: null, against: null } }),
  motion('zeros', [1, 1], { tally: { for: 0, against: 0 } }),
  motion('unvoted', [0, 0], { result: 'Defeated' }),
]
/** Of two ties, that of the most votes comes first. */
const close = [
  motion('two-all', [2, 2]),
  motion('4-3', [4, 3]),
  motion('5-3', [5, 3]),
  motion('three-all', [3, 3]),
  motion('6-5', [6, 5]),
  motion('5-4', [5, 4]),
]
const tabs = {
  defeated: ['deferral', 'lost', 'none', 'turned-down'],
  close: ['lost', 'third'],
  unanimous: ['all', 'none', 'turned-down'],
  contested: ['deferral', 'less', 'lost', 'third', 'zeros'],
}

let service: Service
let plain: Service
beforeAll(async () => {
  service = await startService({ source: sourceOf(records), settings: { pageCache: 0 } })
  plain = await startService({ source: sourceOf([pastMeeting('g'), motion('all', [3, 0])]) })
})
afterAll(() => Promise.all([service.stop(), plain.stop()]))

const open = (path: string, from = service) => from.call(path, browser)
const keysInOrder = (urls: readonly string[]) => [
  ...new Set(urls.flatMap((url) => /\/motions\/motion-([^?]+)$/.exec(url)?.[1] ?? [])),
]
const keysIn = (urls: readonly string[]) => keysInOrder(urls).toSorted()
const main = (html: string) => textOf(/<main.*<\/main>/s.exec(html)?.[0] ?? '')

describe.each(locales)('the tabs of the votes of "$prefix"', ({ prefix, words: { votesPage } }) => {
  it.each(Object.entries(tabs))('have the votes that were %s, and say so', async (show, keys) => {
    const list = `${prefix}/pemberley/votes`
    const name = votesPage.shows[show as keyof typeof tabs]
    const { body } = await open(list)
    expect(body).toContain(`<a href="${list}?show=${show}">${name}</a>`)
    for (const view of ['', '&view=grid']) {
      const { status, body: html } = await open(`${list}?show=${show}${view}`)
      expect(status).toBe(200)
      expect(keysIn(hrefsOf(html))).toEqual(keys)
      expect(html).toContain(`aria-current="true">${name}</a>`)
      expect(main(html)).toContain(votesPage.meanings[show as keyof typeof tabs])
    }
  })

  it('begin with the closest votes, if they are the close ones without filters', async () => {
    const own = await startService({ source: sourceOf([pastMeeting('g'), ...close]) })
    try {
      const lead = async (query: string) => {
        const { body } = await open(`${prefix}/pemberley/votes?show=close${query}`, own)
        const [, html] = /<section class="stone closest">(.*?)<\/section>/s.exec(body) ?? []
        return html
      }
      const html = (await lead('')) ?? ''
      expect(html).toContain(votesPage.closest)
      expect(keysInOrder(hrefsOf(html))).toEqual(['three-all', 'two-all', '6-5', '5-4', '4-3'])
      for (const query of ['&view=grid', '&contested=true', '&date_from=2000-01-01'])
        expect(await lead(query)).toBeUndefined()
    } finally {
      await own.stop()
    }
  })

  it('say that they are empty, apart from other filters', async () => {
    const empty = main((await open(`${prefix}/pemberley/votes?show=close`, plain)).body)
    expect(empty).toContain(votesPage.meanings.close)
    expect(empty).toContain(votesPage.noneShown)
    const other = await open(`${prefix}/pemberley/votes?show=close&date_to=2001-01-01`)
    expect(main(other.body)).toContain(votesPage.noneSuch)
  })
})

describe('show', () => {
  it.each(Object.entries(tabs))(
    '=%s filters the list, the table and the feed',
    async (show, keys) => {
      const { data } = (await service.v1(`votes?show=${show}&per_page=100`)).json
      expect(keysIn(data.map(({ url }: Json) => url))).toEqual(keys)
      const { body: table } = await service.call(`/pemberley/votes.csv?show=${show}`)
      expect(keysIn(table.match(/http\S+?(?=[,"\r\n])/g) ?? [])).toEqual(keys)
      const { body: feed } = await service.call(`/feeds/pemberley/votes.atom?show=${show}`)
      const ids = [...feed.matchAll(/<id>([^<]*)<\/id>/g)].map(([, id = '']) => id)
      expect(keysIn(ids)).toEqual(keys)
      const name = english.words.votesPage.shows[show as keyof typeof tabs]
      expect(feed).toContain(`: ${name}</title>`)
    },
  )

  it('is carried by what the page links to, and stays when the form is emptied', async () => {
    const { body } = await open('/pemberley/votes?show=contested&contested=true')
    const links = hrefsOf(body).map((href) => href.replaceAll('&amp;', '&'))
    for (const link of [
      '/pemberley/votes?show=contested&contested=true&view=grid',
      '/pemberley/votes?show=close&contested=true',
      '/pemberley/votes?contested=true',
      '/pemberley/votes?show=contested',
      '/pemberley/votes.csv?show=contested&contested=true&for=spreadsheet',
      '/pemberley/follow/votes?show=contested&contested=true',
      '/fr/pemberley/votes?show=contested&contested=true',
    ])
      expect(links).toContain(link)
    expect(body).toContain('<input type="hidden" name="show" value="contested"/>')
    expect(main(body)).toContain('/api/v1/pemberley/votes?show=contested&contested=true')
  })

  it('combines with the other filters', async () => {
    const slugs = async (query: string) => {
      const { data } = (await service.v1(`votes?${query}&per_page=100`)).json
      return keysIn(data.map(({ url }: Json) => url))
    }
    expect(await slugs('show=close&value=Against')).toEqual(['lost', 'third'])
    expect(await slugs('show=defeated&contested=false')).toEqual(['none', 'turned-down'])
    expect(await slugs('show=unanimous&dissent=true')).toEqual([])
    expect(await slugs('show=close&outcome=carried')).toEqual(['third'])
    expect(await slugs('show=unanimous&contested=true')).toEqual([])
  })

  it('is carried to the next page', async () => {
    const own = await startService({
      source: sourceOf([
        pastMeeting('g'),
        ...Array.from({ length: 30 }, (_, at) => motion(`m${at}`, at % 10 === 0 ? [3, 0] : [2, 1])),
      ]),
    })
    try {
      const first = await open('/pemberley/votes?show=close', own)
      const next = nextOf(first.body) ?? ''
      expect(next).toContain('show=close')
      expect(keysIn(hrefsOf((await open(next, own)).body))).toHaveLength(2)
    } finally {
      await own.stop()
    }
  })

  it.each([
    '/pemberley/votes?show=narrow',
    '/api/v1/pemberley/votes?show=narrow',
    '/pemberley/votes.csv?show=narrow',
    '/feeds/pemberley/votes.atom?show=narrow',
  ])('%s is rejected', async (path) => {
    const { status, body } = path.startsWith('/api')
      ? await service.v1('votes?show=narrow')
      : await open(path)
    expect(status).toBe(400)
    expect(textOf(body)).toContain('unanimous')
  })
})
