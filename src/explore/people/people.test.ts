import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, nextOf, tablesOf, textOf } from '../../../test/support/site/page-content.ts'
import { sortPeople } from '../parts/people-order.tsx'

const browser = { headers: { accept: 'text/html' } }
let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const page = async (query = '') => (await service.call(`/pemberley/people${query}`, browser)).body
const namesIn = (html: string, list: string) =>
  [
    ...(new RegExp(`<ul class="${list}">(.*?)</ul>`, 's')
      .exec(html)?.[1]
      ?.matchAll(/<a[^>]*>(.*?)<\/a>/g) ?? []),
  ].map(([, name = '']) => textOf(name))

describe('/{municipality}/people', () => {
  it('lists the members of council today with their seats, and former members', async () => {
    const html = await page()
    const rows = tablesOf(html).Member?.slice(1) ?? []
    expect(rows.map(([name, seat]) => [name, seat])).toEqual([
      ['Vera Ng', 'Mayor, Lake Alliance'],
      ['Stéphanie Roy', 'Ward 1'],
      ['Łukasz Żak', expect.any(String)],
    ])
    expect(namesIn(html, 'names')).toEqual(['Old Member', 'ᐊᓄᕌᖅ'])
    expect(html).not.toContain('noindex')
  })

  it('has the same members as the API', async () => {
    const { json } = await service.v1('people?is_councillor=true')
    const slugs = json.data.map(({ slug }: { slug: string }) => `/pemberley/people/${slug}`)
    expect(hrefsOf(await page())).toEqual(expect.arrayContaining(slugs))
  })

  it('lists everyone in the record in pages, outside of search engines', async () => {
    const html = await page('?all=true')
    expect(namesIn(html, 'names')).toContain('Pat Twin')
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    const more = Array.from({ length: 60 }, (_, i) => ({
      kind: 'person',
      key: `extra-${i}`,
      name: `Zoe Extra ${i}`,
    }))
    await importRecords(service, more)
    const first = await page('?all=true')
    expect(namesIn(first, 'names')).toHaveLength(50)
    const next = nextOf(first) ?? ''
    const second = await service.call(next, browser)
    expect(namesIn(second.body, 'names')).toHaveLength(18)
    expect(hrefsOf(second.body)).toContain('/pemberley/people?all=true')
  })

  it.each(['?sort=age', '?all=maybe', '?all=true&cursor=x'])(
    '%s is a page with 400',
    async (query) => {
      const { status, body } = await service.call(`/pemberley/people${query}`, browser)
      expect(status).toBe(400)
      expect(hrefsOf(body)).toContain('/pemberley/people')
    },
  )
})

describe('the order of members', () => {
  const member = (name: string, ward: string | null) => ({ name, ward })
  const members = [
    member('Bob Young', 'Ward 10'),
    member('Ann Zed', 'Ward 2'),
    member('Éva Abel', null),
  ]
  const names = (by: 'ward' | 'name') =>
    sortPeople(members, { by, language: 'en-CA' }).map(({ name }) => name)

  it('is by the number of the ward, after members without one', () => {
    expect(names('ward')).toEqual(['Éva Abel', 'Ann Zed', 'Bob Young'])
  })

  it('is by family name on request', () => {
    expect(names('name')).toEqual(['Éva Abel', 'Bob Young', 'Ann Zed'])
  })
})
