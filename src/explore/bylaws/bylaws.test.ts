import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const browser = { headers: { accept: 'text/html' } }
let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const page = (query = '') => service.call(`/pemberley/bylaws${query}`, browser)
const main = (html: string) => textOf(/<main.*<\/main>/s.exec(html)?.[0] ?? '')
const linksIn = (html: string) =>
  hrefsOf(html).filter((href) => /^\/pemberley\/bylaws\/[^?]+$/.test(href))

describe('/{municipality}/bylaws', () => {
  it.each(['', 'q=zoning', 'q=90', 'year=2012', 'status=repealed', 'category=Finance&year=2011'])(
    'lists the by-laws of the API: %s',
    async (query) => {
      const { json } = await service.v1(`bylaws?per_page=25&${query}`)
      const { body } = await page(query === '' ? '' : `?${query}&q=`.replace(/&q=$/, ''))
      expect(json.data.length).toBeGreaterThan(0)
      expect(linksIn(body)).toEqual(
        json.data.map(({ slug }: { slug: string }) => `/pemberley/bylaws/${slug}`),
      )
      for (const { title } of json.data) expect(main(body)).toContain(title)
    },
  )

  it('has the number, the last decision and the body that took it in each row', async () => {
    const { body } = await page('?q=900')
    const row = /<li><div><a href="\/pemberley\/bylaws\/by-law-900".*?<\/li>/s.exec(body)?.[0] ?? ''
    expect(textOf(row)).toMatch(/^By-law 900 · .*carried 1 to 1 · Town Council, January 1, 2024/s)
  })

  it('says when one without a decision was passed, became law or had its last step', async () => {
    const council = await startService({
      source: sourceOf([
        { kind: 'bylaw', key: 'kites', title: 'Kites', passed_date: '2031-02-03' },
        { kind: 'bylaw', key: 'looms', title: 'Looms', enacted_date: '2031-01-03' },
        { kind: 'bylaw', key: 'mills', title: 'Mills' },
        {
          ...{ kind: 'bylaw', key: 'locks', title: 'Locks', status: 'In force' },
          enacted_date: '2031-01-02',
        },
        { kind: 'matter', key: 'x', title: 'X', bylaw_key: 'mills', last_seen: '2030-12-03' },
        { kind: 'bylaw', key: 'nuts', title: 'Nuts', year: 2029 },
        { kind: 'bylaw', key: 'oats', title: 'Oats' },
      ]),
    })
    onTestFinished(() => council.stop())
    const shown = async (path: string) => main((await council.call(path, browser)).body)
    const list = [
      'Kites2031 · passed February 3, 2031',
      'Looms2031 · became law January 3, 2031',
      'LocksIn force 2031 · in force January 2, 2031',
      'Mills2030 · latest step December 3, 2030',
      'Nuts2029',
      'Oatsyear not recorded',
    ].join('')
    expect(await shown('/pemberley/bylaws')).toContain(list)
    expect(await shown('/fr/pemberley/bylaws')).toContain(
      'Kites2031 · adopté le 3 février 2031Looms2031 · a pris force de loi le 3 janvier 2031LocksEn vigueur 2031 · en vigueur le 2 janvier 2031Mills2030 · dernière étape le 3 décembre 2030',
    )
  })

  it('keeps the filters in its form, and ignores its empty fields', async () => {
    const { body } = await page('?q=zoning&year=&status=Repealed')
    expect(body).toContain('name="q" maxlength="200" value="zoning"')
    expect(body).toContain('<option value="Repealed" selected>Repealed (10)</option>')
    expect(main(body)).toContain('/api/v1/pemberley/bylaws?q=zoning&status=Repealed')
  })

  it('offers the values of the API, and keeps one that does not occur', async () => {
    const { bylaws } = (await service.v1('facets')).json.data
    const { body } = await page('?year=1850')
    for (const { value, count } of [...bylaws.status, ...bylaws.category, ...bylaws.year])
      expect(body).toContain(`<option value="${value}">${value} (${count})</option>`)
    expect(body).toContain('<option value="1850" selected>1850</option>')
  })

  it('says if there are none, or none that match', async () => {
    expect(main((await page('?q=unicorns')).body)).toContain('No by-law on record matches')
    const empty = await startService({ source: sourceOf([]) })
    onTestFinished(() => empty.stop())
    const { body, status } = await empty.call('/pemberley/bylaws', browser)
    expect(status).toBe(200)
    expect(main(body)).toContain('Not recorded: the imported data has no by-laws.')
  })

  it.each(['?year=soon', '?cursor=abc', `?q=${'x'.repeat(201)}`])(
    '%s is a page with 400',
    async (query) => {
      const { status, body } = await page(query)
      expect(status).toBe(400)
      expect(hrefsOf(body)).toContain('/pemberley/bylaws')
    },
  )
})
