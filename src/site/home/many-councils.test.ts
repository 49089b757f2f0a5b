import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, tablesOf, textOf } from '../../../test/support/site/page-content.ts'
import { english } from '../locale.ts'
import { initialOf, regionsIn } from './find-councils.ts'

const count = 5000
const names = ['Town of Élan', 'City of Bath', 'Ville de Coteau', 'The Village of Dell', '100 Mile']
let service: Service
beforeAll(async () => {
  service = await startService()
  const now = '2026-01-01T00:00:00.000Z'
  const rows = Array.from({ length: count - 1 }, (_, i) => ({
    slug: `council-${i}`,
    name: `${names[i % names.length]} ${i}`,
    division_id: `ocd-division/country:ca/csd:${[35, 24, 59][i % 3]}${String(i).padStart(5, '0')}`,
    jurisdiction_id: `ocd-jurisdiction/${i}`,
    time_zone: 'America/Toronto',
    url: null,
    created_at: now,
    updated_at: now,
  }))
  for (let at = 0; at < rows.length; at += 500)
    await service.writing.db
      .insertInto('municipalities')
      .values(rows.slice(at, at + 500))
      .execute()
})
afterAll(() => service.stop())

const page = async (query = '') => (await service.call(`/${query}`)).body
const councilsIn = (html: string) => {
  const list = /<ul class="members">(.*?)<\/ul>/s.exec(html)?.[1] ?? ''
  return hrefsOf(list)
}

describe('the home page with 5,000 councils', () => {
  it('has a search, the alphabet and the councils by province', async () => {
    const html = await page()
    expect(textOf(html)).toContain('5,000 councils.')
    const letters = hrefsOf(html).filter((href) => href.startsWith('/?letter='))
    expect(letters.map((href) => href.slice('/?letter='.length))).toEqual(
      ['%23', 'B', 'C', 'D', 'E', 'P'].map((letter) => `${letter}#found`),
    )
    expect(tablesOf(html)['Councils by province, state or country']).toEqual([
      ['Region', 'Councils'],
      ['99, Canada', '1'],
      ['British Columbia', '1,666'],
      ['Ontario', '1,667'],
      ['Quebec', '1,666'],
    ])
  })

  it.each(['', '?letter=E', '?region=ca-35', '?q=bath'])('is small: %s', async (query) => {
    const html = await page(query)
    expect(brotliCompressSync(html).length).toBeLessThan(20 * 1024)
  })

  it('finds councils by name without case and accents, letter and region', async () => {
    expect(councilsIn(await page('?q=elan%204990'))).toEqual(['/council-4990'])
    expect(councilsIn(await page('?letter=e'))).toHaveLength(300)
    expect(textOf(await page('?letter=e'))).toContain('And 700 more: search by name.')
    expect(councilsIn(await page('?region=ca-99&q='))).toEqual(['/pemberley'])
  })

  it('says if there is no such council, whatever the filters are', async () => {
    for (const query of ['?q=zzz', '?letter=%3Cb%3E', '?region=xx', '?q=%22%3E%3Cscript%3E']) {
      const { status, body } = await service.call(`/${query}`)
      expect(status, query).toBe(200)
      expect(textOf(body), query).toContain('This service has no such council.')
      expect(body, query).not.toMatch(/<b>|<script>/)
    }
    for (const query of [`?q=${'x'.repeat(200)}`, '?q=a&q=b', '?q=%FF'])
      expect((await service.call(`/${query}`)).status, query).toBe(200)
  })

  it('reads the councils once', async () => {
    await page()
    service.statements.length = 0
    await page('?letter=B')
    expect(service.statements).toHaveLength(2)
  })
})

it.each([
  ['City of Ottawa', 'O'],
  ['Municipalité de L’Ascension', 'L'],
  ['New York City Council', 'N'],
  ['Ville d’Amos', 'A'],
  ['', '#'],
])('%s is listed under %s', (name, letter) => {
  expect(initialOf(name)).toBe(letter)
})

it.each([
  ['ocd-division/country:ca/csd:3506008', 'ca-35', 'Ontario'],
  ['ocd-division/country:us/state:ny/place:new_york', 'us-ny', 'NY, United States'],
  ['ocd-division/country:de', 'de', 'Germany'],
  ['ocd-division/x', 'other', 'Elsewhere'],
])('%s is in %s', (divisionId, key, name) => {
  expect(regionsIn(english)(divisionId)).toEqual({ key, name })
})
