import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { buildTestApp, testConfig } from '../../../test/support/service/app.ts'
import { addTown } from '../../../test/support/service/import-records.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, textOf } from '../../../test/support/site/page-content.ts'
import type { ReadStore } from '../../store/open.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function addCouncils(first: number, last: number): Promise<void> {
  const now = '2026-01-01T00:00:00.000Z'
  const rows = Array.from({ length: last - first + 1 }, (_, at) => ({
    ...{ slug: `council-${first + at}`, name: `Council ${first + at}`, url: null },
    ...{ division_id: `ocd-division/${first + at}`, jurisdiction_id: `${first + at}` },
    ...{ time_zone: 'America/Toronto', created_at: now, updated_at: now },
  }))
  await service.writing.db.insertInto('municipalities').values(rows).execute()
}

const councilsIn = (html: string) => hrefsOf(/<ul class="members">.*<\/ul>/s.exec(html)?.[0] ?? '')

describe('/search', () => {
  it('leads to the only council', async () => {
    for (const [query, target] of [
      ['', '/pemberley/search'],
      ['?q=%22safe+access%22%20%26', '/pemberley/search?q=%22safe+access%22+%26'],
      ['?q=a&q=b', '/pemberley/search'],
    ]) {
      const { status, headers } = await service.call(`/search${query}`)
      expect([status, headers.get('location')]).toEqual([302, target])
    }
  })

  it('tells which of several councils have texts with the words', async () => {
    await addCouncils(1, 2)
    const { body } = await service.call('/fr/search?q=Ditches')
    expect(councilsIn(body)).toEqual(
      ['pemberley', 'council-1', 'council-2'].map((slug) => `/fr/${slug}/search?q=Ditches`),
    )
    const [found = '', others] = body.split('<h2 id="others">Autres conseils</h2>')
    expect(textOf(found)).toContain('Conseils dont des textes correspondent')
    expect(textOf(found)).toContain('dans 1 conseil.')
    expect(councilsIn(found)).toEqual(['/fr/pemberley/search?q=Ditches'])
    expect(others).toBeDefined()
    expect(body).toContain('value="Ditches"')
  })

  it('shows the results of every council, counted and marked, the best of each or the newest first', async () => {
    const lists = await startService()
    onTestFinished(() => lists.stop())
    const days = ['2023-05-01', '2025-05-01']
    await addTown(
      lists,
      days.map((date, at) => ({
        ...{ kind: 'matter', key: `m-${at}`, title: `Drainage of pond ${at}`, last_seen: date },
      })),
    )
    const open = async (query: string) => (await lists.call(`/search?q=drainage${query}`)).body
    const resultsIn = (html: string) => /<ul class="rows results">.*?<\/ul>/s.exec(html)?.[0] ?? ''
    const best = await open('')
    const { data } = (await lists.v1('search?q=drainage&match=all&per_page=100')).json
    const [counted] =
      /\d+ results in 2 councils\. Below are the first 20\./.exec(textOf(best)) ?? []
    expect(counted).toBe(`${data.length + 2} results in 2 councils. Below are the first 20.`)
    expect(hrefsOf(resultsIn(best))).toHaveLength(20)
    expect(hrefsOf(resultsIn(best)).filter((href) => href.startsWith('/lambton/'))).toHaveLength(2)
    // One of each in turn.
    expect(
      hrefsOf(resultsIn(best))
        .slice(0, 2)
        .map((href) => href.split('/')[1]),
    ).toEqual(['lambton', 'pemberley'])
    expect(resultsIn(best)).toContain('<mark>Drainage</mark>')
    expect(resultsIn(best)).toContain('<strong>Town of Lambton</strong> · Report')
    const newest = await open('&sort=date')
    expect(hrefsOf(resultsIn(newest))[0]).toMatch(/^\/pemberley\//)
    expect(hrefsOf(resultsIn(newest))[1]).toMatch(/^\/lambton\/matters\/.*1$/)
    expect(hrefsOf(newest)).toContain('/pemberley/search?q=drainage&sort=date')
    expect(newest).toMatch(/sort=date" aria-current="true">Newest first/)
  })

  it('says where people and by-laws are found if no text has the words', async () => {
    const { body } = await service.call('/search?q=zzyzx')
    expect(textOf(body)).toContain('No text of these councils matches. People and by-laws are')
    expect(councilsIn(body)).toHaveLength(3)
  })

  it('finds what a person moved', async () => {
    const { body } = await service.call('/search?q=Vera+Ng')
    const { data } = (await service.v1('search?q=Vera+Ng&match=all&per_page=100')).json
    expect(data.length).toBeGreaterThan(0)
    expect(textOf(body)).toContain(`${data.length} results in 1 council.`)
  })

  it('lists the councils if nothing can be searched', async () => {
    const tooMany = Array.from({ length: 65 }, (_, at) => `w${at}`).join('+')
    for (const unsearched of ['', '%22', tooMany, 'a'.repeat(257), 'ditch&q=mill']) {
      const { body } = await service.call(`/search?q=${unsearched}`)
      expect(textOf(body), unsearched).toContain('Choose the council whose record to search.')
      expect(councilsIn(body)).toHaveLength(3)
    }
    expect(councilsIn((await service.call(`/search?q=${'a'.repeat(257)}`)).body)).toContain(
      '/pemberley/search',
    )
    const { body } = await service.call('/search?q=<b>%22')
    expect(councilsIn(body)).toContain('/pemberley/search?q=%3Cb%3E%22')
    expect(body).not.toContain('<b>')
    expect(body).toContain('<meta name="robots" content="noindex"/>')
  })

  it('searches many councils together, by name, region and dates', async () => {
    await addCouncils(3, 400)
    const many = (await service.call('/search?q=ditch')).body
    expect(textOf(many)).toContain('Councils with matching texts')
    expect(councilsIn(many)).toEqual(['/pemberley/search?q=ditch'])
    const { json } = await service.call('/api/v1/search?q=ditch&match=all', { key: service.key })
    const { records } = json.meta.counted
    expect(textOf(many)).toContain(`${records} results in 1 council.`)
    const shown = hrefsOf(/<ul class="rows results">.*?<\/ul>/s.exec(many)?.[0] ?? '')
    const found = json.data.map(({ url }: { url: string }) => url.slice(service.url.length))
    expect(shown).toEqual(found)
    const next = hrefsOf(many).find((href) => href.includes('page=2')) ?? ''
    expect(next).toBe(records > 20 ? '/search?q=ditch&page=2' : '')
    const { body } = await service.call('/search?q=ditch&council=pember')
    expect(councilsIn(body)).toEqual(['/pemberley/search?q=ditch'])
    expect(body).toContain('<input type="hidden" name="q" value="ditch"/>')
    const wide = (await service.call('/search?q=ditch&council=council')).body
    expect(textOf(wide)).toContain('up to 50 councils with it are searched together')
    const missing = (await service.call('/search?q=ditch&council=zzz')).body
    expect(textOf(missing)).toContain('This service has no such council.')
    expect(textOf(missing)).not.toContain('No text of these councils')
    const early = (await service.call('/search?q=ditch&to=1900-01-01')).body
    expect(textOf(early)).toContain('No text of these councils matches.')
    expect(early).toContain('<input type="date" name="to" value="1900-01-01"/>')
  })

  it('offers the regions of the councils, and searches one', async () => {
    const towns = await startService()
    onTestFinished(() => towns.stop())
    const now = '2026-01-01T00:00:00.000Z'
    const rows = Array.from({ length: 20 }, (_, at) => ({
      ...{ slug: `c-${at}`, name: `Council ${at}`, url: null, jurisdiction_id: `${at}` },
      division_id: `ocd-division/country:ca/csd:${at < 10 ? '35' : '13'}0000${at}`,
      ...{ time_zone: 'America/Toronto', created_at: now, updated_at: now },
    }))
    await towns.writing.db.insertInto('municipalities').values(rows).execute()
    const open = async (query: string) => (await towns.call(`/fr/search?q=ditch${query}`)).body
    expect(await open('')).toContain(
      '<option value="nb">Nouveau-Brunswick</option><option value="on">Ontario</option>',
    )
    const ontario = await open('&region=on')
    expect(ontario).toContain('<option value="on" selected>Ontario</option>')
    expect(textOf(ontario)).toContain('Aucun texte de ces conseils')
  })

  it('searches the replica if there is one', async () => {
    const { writing } = service
    const searched: string[] = []
    const record: ReadStore = {
      ...writing,
      search(query) {
        searched.push(query.q)
        return writing.search(query)
      },
    }
    const config = testConfig('http://localhost')
    const app = await buildTestApp({ config, store: writing, writing, record })
    const { body } = await app.inject('/search?q=ditch&council=pember')
    await app.close()
    expect(searched).toEqual(['ditch'])
    expect(councilsIn(body)).toEqual(['/pemberley/search?q=ditch'])
  })

  it('is in the header of the home page', async () => {
    expect((await service.call('/')).body).toContain('<form action="/search" method="get">')
  })
})
