import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const browser = { headers: { accept: 'text/html' } }
let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const open = (query = '', from = service) => from.call(`/pemberley/motions${query}`, browser)
const page = async (query = '') => (await open(query)).body
const main = (html: string) => textOf(/<main.*<\/main>/s.exec(html)?.[0] ?? '')
const motionsIn = (html: string) =>
  hrefsOf(html).filter((href) => /^\/pemberley\/motions\/[^?]+$/.test(href))

describe('/{municipality}/motions', () => {
  it.each([
    '',
    '?result=carried',
    '?kind=amendment',
    '?mover=vera-ng',
    '?voter=stephanie-roy',
    '?organization=town-council&contested=true',
    '?has_votes=true&date_from=2024-02-01&date_to=2024-04-30',
  ])('"%s" lists the motions of the API in its order', async (query) => {
    const { data } = (await service.v1(`motions?per_page=25${query.replace('?', '&')}`)).json
    const html = await page(query)
    const slugs = data.map(({ slug }: Json) => `/pemberley/motions/${slug}`)
    expect(slugs.length).toBeGreaterThan(0)
    expect(motionsIn(html)).toEqual(slugs)
    for (const { result, mover_name: mover } of data) {
      expect(main(html).toLowerCase()).toContain((result ?? '').toLowerCase())
      if (mover !== null) expect(main(html)).toContain(`Moved by ${mover}.`)
    }
  })

  it('folds away its filters, naming those that are set', async () => {
    const folds = (html: string) =>
      [...html.matchAll(/<summary>([^<]*)<\/summary>/g)].map(([, text = '']) => textOf(text))
    const html = await page()
    expect(folds(html)).toContain('Filter')
    const filtered = await page(
      '?mover=vera-ng&result=carried&date_from=2024-02-01&contested=false&kind=amendment',
    )
    expect(folds(filtered)).toContain(
      'Filtered by Carried, Amendment, Vera Ng, From 2024-02-01, The opposite of “Contested only”',
    )
  })

  it('has the filters of the API in a form', async () => {
    const html = await page('?mover=vera-ng&kind=amendment&voter=vera-ng&has_votes=true')
    expect(html).toContain('<option value="vera-ng" selected>Vera Ng</option>')
    expect(html).toContain('<option value="amendment" selected>Amendment</option>')
    expect(html).toContain('<input type="hidden" name="voter" value="vera-ng"/>')
    expect(html).toMatch(/name="has_votes"[^>]* checked/)
  })

  it.each([
    ['?date_from=2030-01-01&date_to=2030-12-31', 200, 'No motion on record matches these filters.'],
    ['?result=Lost', 200, '“Lost” is not in this list. Did you mean “Defeated”?'],
    ['?outcome=lost,won', 400, '“lost,won” in outcome is not possible. Choose one of: approved,'],
    ['?organization=no-body', 200, '“no-body” is not in this list. Choose one of the others.'],
    ['?has_votes=maybe', 400, 'has_votes must be'],
    ['?date_to=2024-13-01', 400, 'is not a date. Write a date as 2026-06-03.'],
    ['?cursor=abc', 400, 'cursor is not valid'],
  ])('%s is a page with status %d', async (query, status, sentence) => {
    const response = await open(query)
    expect(response.status).toBe(status)
    expect(main(response.body)).toContain(sentence)
  })

  it('offers what became of motions, as they say it themselves, and finds those', async () => {
    const html = await page('?outcome=received')
    const [, select = ''] = /<select name="outcome">(.*?)<\/select>/s.exec(html) ?? []
    const choices = [...select.matchAll(/<option value="([^"]+)"[^>]*>([^<]+)/g)]
    const { motions } = (await service.v1('facets')).json.data
    expect(choices.map(([, verb]) => verb)).toEqual(motions.outcome.map(({ value }: Json) => value))
    expect(html).not.toContain('<select name="result">')
    for (const [, verb = '', name = ''] of choices) {
      const { data } = (await service.v1(`motions?outcome=${verb}&per_page=100`)).json
      expect(data.map(({ outcome }: Json) => outcome.verb)).toEqual(data.map(() => verb))
      const shown = main(await page(`?outcome=${verb}`))
      if (verb !== 'other') expect(shown.match(new RegExp(name, 'g'))?.length).toBeGreaterThan(2)
    }
  })

  it('offers the results on record, in whatever letters one is given', async () => {
    const { motions } = (await service.v1('facets')).json.data
    const html = await page('?result=tabled')
    const [, select = ''] = /<select name="result">(.*?)<\/select>/s.exec(html) ?? []
    const values = [...select.matchAll(/<option value="([^"]+)"/g)].map(([, value]) => value)
    expect(values).toEqual(motions.result.map(({ value }: Json) => value))
    expect(select).toContain('<option value="Tabled" selected>Tabled</option>')
    expect(main(html)).not.toContain('is not in this list')
  })

  it('says that no motion is on record', async () => {
    const empty = await startService({ source: sourceOf([]) })
    onTestFinished(() => empty.stop())
    const { body } = await open('', empty)
    expect(main(body)).toContain('Not recorded: no motion of this council is on record.')
    expect(body).not.toContain('<form class="filter"')
  })
})
