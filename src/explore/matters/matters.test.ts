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

const page = (query = '') => service.call(`/pemberley/matters${query}`, browser)
const main = (html: string) => textOf(/<main.*<\/main>/s.exec(html)?.[0] ?? '')
const linksIn = (html: string) =>
  hrefsOf(html).filter((href) => /^\/pemberley\/matters\/[^?]+$/.test(href))

describe('/{municipality}/matters', () => {
  it.each(['', 'status=open', 'category=Works', 'date_from=2024-03-01&date_to=2024-06-01'])(
    'lists the matters of the API: %s',
    async (query) => {
      const { json } = await service.v1(`matters?per_page=100&${query}`)
      const { body } = await page(query === '' ? '' : `?${query}`)
      expect(json.data.length).toBeGreaterThan(1)
      expect(linksIn(body)).toEqual(
        json.data.map(({ slug }: { slug: string }) => `/pemberley/matters/${slug}`),
      )
      for (const { title } of json.data) expect(main(body)).toContain(title)
    },
  )

  it('leads to the search of reports by words', async () => {
    const { body } = await page()
    expect(body).toMatch(
      /action="\/pemberley\/search" method="get"><input type="hidden" name="type" value="matters"\/>/,
    )
  })

  it('says if there are none, or none that match', async () => {
    expect(main((await page('?status=Lost')).body)).toContain('No report on record matches')
    const empty = await startService({ source: sourceOf([]) })
    onTestFinished(() => empty.stop())
    const { body } = await empty.call('/pemberley/matters', browser)
    expect(main(body)).toContain('Not recorded: the imported data has no reports.')
  })

  it.each(['?date_from=2024-02-30', '?cursor=abc', `?status=${'x'.repeat(201)}`])(
    '%s is a page with 400',
    async (query) => {
      const { status, body } = await page(query)
      expect(status).toBe(400)
      expect(hrefsOf(body)).toContain('/pemberley/matters')
    },
  )
})
