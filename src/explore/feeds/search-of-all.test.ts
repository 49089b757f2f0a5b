import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTown, otherTown } from '../../../test/support/service/import-records.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf } from '../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const motion = (key: string, date: string, text: string) => ({
  ...{ kind: 'motion', key, position: 1, date, text },
})

let service: Service
beforeAll(async () => {
  const records = [motion('old', '2024-03-01', 'That the kestrel box be moved.')]
  service = await startService({ source: sourceOf(records) })
  await addTown(service, [motion('new', '2024-04-01', 'That <kestrels> & owls be counted.')], {
    ...otherTown,
    divisionId: 'ocd-division/country:ca/province:on/place:lambton',
  })
})
afterAll(() => service.stop())

const feed = (query: string, prefix = '') => service.call(`${prefix}/feeds/search.atom?${query}`)
const titlesIn = (xml: string) =>
  [...xml.matchAll(/<entry>\n<id>[^<]*<\/id>\n<title>([^<]*)<\/title>/g)].map(([, title]) => title)

describe('the feed of a search of all councils', () => {
  it('has the newest texts of each council, and leads to their pages', async () => {
    const { status, headers, body } = await feed('q=kestrel')
    expect(status, body).toBe(200)
    expect(headers.get('content-type')).toContain('application/atom+xml')
    const titles = titlesIn(body)
    expect(titles).toHaveLength(2)
    expect(titles[0]).toMatch(/^Town of Lambton: Motion, .*&lt;kestrels&gt; &amp; owls/)
    expect(titles[1]).toMatch(/^Town of Pemberley: Motion, /)
    expect(body).toContain('<published>2024-04-01T00:00:00-03:00</published>')
    for (const href of hrefsOf(body).filter((link) => link.includes('/motions/')))
      expect((await service.call(new URL(href).pathname)).status, href).toBe(200)
    const again = await service.call('/feeds/search.atom?q=kestrel', {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
  })

  it('is of a region or of dates, in each language', async () => {
    expect(titlesIn((await feed('q=kestrel&region=ON')).body)).toHaveLength(1)
    expect(titlesIn((await feed('q=kestrel&to=2024-03-31')).body)).toHaveLength(1)
    expect(titlesIn((await feed('q=zzyzx')).body)).toEqual([])
    const { body } = await feed('q=kestrel', '/fr')
    expect(body).toContain('xml:lang="fr-CA"')
    expect(body).toContain('<name>Tous les conseils</name>')
    expect(hrefsOf(body)).toContain(`${service.url}/fr/search?q=kestrel&sort=date`)
  })

  it('needs words, and a region of two letters', async () => {
    for (const query of ['', 'q=', 'q=kestrel&region=ontario', 'q=kestrel&from=2024-02-30'])
      expect((await feed(query)).status, query).toBe(400)
    const words = Array.from({ length: 65 }, (_, at) => `w${at}`).join('+')
    expect((await feed(`q=${words}`)).status).toBe(400)
  })

  it('is offered by the page of the search', async () => {
    const { body } = await service.call('/search?q=kestrel&from=2024-01-01')
    expect(hrefsOf(body)).toContain('/feeds/search.atom?q=kestrel&from=2024-01-01')
  })
})
