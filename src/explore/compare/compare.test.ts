import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'
import {
  hrefsOf,
  nextOf,
  tablesOf,
  termsOf,
  textOf,
} from '../../../test/support/site/page-content.ts'
import { sourceOf, townRecords } from '../../../test/support/towns/town.ts'
import { shareOf } from '../parts/agreement-share.ts'

const browser = { headers: { accept: 'text/html' } }
const vote = (key: string, isFor: boolean) => ({
  ...{ person_key: key, name: key, value: isFor ? 'For' : 'Against' },
})
/** Sixty contested motions: Roy differs from Ng on every third, Żak votes on nineteen. */
const motions = Array.from({ length: 60 }, (_, at) => ({
  ...{ kind: 'motion', key: `c-${at}`, identifier: `C ${at}`, position: at, result: 'Carried' },
  date: `2025-0${1 + (at % 6)}-10`,
  organization_key: 'o-council',
  votes: [
    vote('p-ng', true),
    vote('p-roy', at % 3 > 0),
    vote('p-past', false),
    ...(at < 19 ? [vote('p-lukasz', false)] : []),
  ],
}))

let service: Service
beforeAll(async () => {
  service = await startService({ source: sourceOf([...townRecords(), ...motions] as never) })
})
afterAll(() => service.stop())

const open = (path: string) => service.call(`/pemberley/people/${path}`, browser)
const page = async (path: string) => (await open(path)).body
const main = (html: string) => textOf(/<main.*<\/main>/s.exec(html)?.[0] ?? '')
const motionsIn = (html: string) =>
  hrefsOf(html).filter((href) => /^\/pemberley\/motions\/[^?]+$/.test(href))
const agreementOf = async (one: string, other: string, query = ''): Promise<Json> => {
  const { data } = (await service.v1(`people/${one}/agreement?per_page=100&${query}`)).json
  return data.find(({ person_slug: slug }: Json) => slug === other)
}

describe('the comparison of two people', () => {
  it.each(['', 'year_from=2025&year_to=2025', 'organization=town-council'])(
    'has the counts of the API and the motions that they differ on: %s',
    async (query) => {
      const expected = await agreementOf('vera-ng', 'stephanie-roy', query)
      let next: string | undefined = `stephanie-roy/compare/vera-ng?${query}`
      const seen: string[] = []
      while (next !== undefined) {
        const html = await page(next)
        expect(termsOf(html)).toMatchObject({
          'Motions both voted on': String(expected.motions),
          'Voted alike': String(expected.same),
          'Of these contested': String(expected.contested_motions),
          'Voted alike when contested': String(expected.contested_same),
        })
        seen.push(...motionsIn(html))
        const after = nextOf(html)
        next = after?.replace('/pemberley/people/', '')
      }
      expect(seen).toHaveLength(expected.motions - expected.same)
      expect(new Set(seen).size).toBe(seen.length)
    },
  )

  it('reads the counts of the two people alone', async () => {
    service.statements.length = 0
    await page('stephanie-roy/compare/vera-ng?year_from=2025')
    const read = service.statements.filter((one) => one.includes('from "agreements"'))
    expect(read).toHaveLength(1)
    for (const text of read) expect(text).toMatch(/"other_id" = \(select/)
  })

  it('says who voted how on each, and the share of enough contested motions', async () => {
    const html = await page('stephanie-roy/compare/vera-ng')
    expect(main(html)).toContain('Stéphanie Roy: Voted againstVera Ng: Voted for')
    const { contested_motions: all, contested_same: same } = await agreementOf(
      'vera-ng',
      'stephanie-roy',
    )
    expect(main(html)).toContain(
      `They voted alike on ${Math.round((same / all) * 100)}% of the contested motions.`,
    )
  })

  it('has no percentage of fewer than twenty contested motions', async () => {
    expect(shareOf({ motions: 19, same: 19 })).toBeNull()
    expect(shareOf({ motions: 20, same: 5 })).toBe(0.25)
    const query = 'year_from=2025'
    const { contested_motions: all } = await agreementOf('vera-ng', 'lukasz-zak', query)
    expect(all).toBeGreaterThan(0)
    expect(all).toBeLessThan(20)
    const text = main(await page(`lukasz-zak/compare/vera-ng?${query}`))
    expect(text).toContain('Too few for a percentage: it would need 20 contested motions')
    expect(text).not.toContain('%')
  })

  it('leads from a person to others, those who differ most often first, with the counts of the API', async () => {
    expect(hrefsOf(await page('vera-ng'))).toContain('/pemberley/people/vera-ng/compare')
    const { data } = (await service.v1('people/vera-ng/agreement?per_page=100')).json
    const html = await page('vera-ng/compare')
    const differences = data.map((item: Json) => ({
      ...item,
      different: item.contested_motions - item.contested_same,
    }))
    const rows = tablesOf(html).Member?.slice(1) ?? []
    expect(rows.map(([name]) => name).sort()).toEqual(
      differences.map((item: Json) => item.person_name).sort(),
    )
    for (const item of differences)
      expect(rows).toContainEqual([
        item.person_name,
        ...[item.different, item.contested_motions].map(String),
        '',
      ])
    const counts = rows.map(([, different]) => Number(different))
    expect(counts).toEqual(counts.toSorted((one, other) => other - one))
    expect(new Set(counts).size).toBeGreaterThan(1)
    expect(hrefsOf(html)).toContain('/pemberley/people/stephanie-roy/compare/vera-ng')
    expect(main(html)).not.toContain('%')
  })

  it('says what is not recorded, and compares only people with a seat', async () => {
    const sentence = 'Not recorded: no motion on record has a vote for or against of both.'
    const early = 'stephanie-roy/compare/vera-ng?year_to=2001'
    expect(main(await page(early))).toContain(sentence)
    const unseated = await page('pat-twin/compare/vera-ng')
    expect(main(unseated)).toContain('Only people with a seat')
    expect(unseated).toContain('<meta name="robots" content="noindex"/>')
    expect(termsOf(unseated)['Voted alike']).toBeUndefined()
  })

  it.each([
    ['vera-ng/compare', 'From year', 'To year'],
    ['stephanie-roy/compare/vera-ng', 'From year', 'To year'],
  ])('%s has the years in which they voted, and keeps what is chosen', async (path, ...labels) => {
    const html = await page(`${path}?year_from=2025&year_to=1999`)
    for (const label of labels) expect(main(html)).toContain(label)
    expect(html).toContain('<select name="year_from"><option value>All</option>')
    expect(html).toContain('<option value="2025" selected')
    expect(main(html)).toContain('“1999” is not in this list.')
    const french = (await service.call(`/fr/pemberley/people/${path}`, browser)).body
    expect(main(french)).toMatch(/De l’année.*À l’année/)
  })

  it.each([
    ['vera-ng/compare/vera-ng', 404, 'A comparison needs two people.'],
    ['vera-ng/compare/no-one', 404, 'Person not found'],
    ['no-one/compare', 404, 'Person not found'],
    ['vera-ng/compare?year_from=x', 400, 'A value in the URL is not valid.'],
    ['vera-ng/compare/stephanie-roy?cursor=x', 400, 'cursor is not valid'],
  ])('%s is a page with status %d', async (path, status, sentence) => {
    const response = await open(path)
    expect(response.status).toBe(status)
    expect(main(response.body)).toContain(sentence)
  })

  it.each(['vera-ng/compare', 'stephanie-roy/compare/vera-ng'])(
    '%s is read in at most five statements',
    async (path) => {
      service.statements.length = 0
      await page(`${path}?year_from=2024`)
      expect(service.statements.length).toBeGreaterThan(0)
      expect(service.statements.length).toBeLessThanOrEqual(5)
    },
  )
})
