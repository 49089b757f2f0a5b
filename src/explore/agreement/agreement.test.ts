import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rowsRead } from '../../../test/support/database/rows-read.ts'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, tablesOf, textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'
import { contrast, contrastMin, defaultAccent, palettesOf } from '../../core/accent.ts'
import { percentOf } from '../parts/agreement-share.ts'
import { membersMax } from './agreement.page.tsx'
import { shadeOf } from './matrix.tsx'

const browser = { headers: { accept: 'text/html' } }
const person = (key: string, name: string) => ({ kind: 'person', key, name })
const body = (key: string, name: string, classification: string) => ({
  ...{ kind: 'organization', key, name, classification },
})
const seat = (key: string, organization: string, ended = false) => ({
  ...{ kind: 'membership', key: `${organization}-${key}`, person_key: key },
  ...{ organization_key: organization, role: 'Councillor', ended },
})
const names: Record<string, string> = {
  ...{ arne: 'Arne Solberg', bea: 'Bea Quill', cato: 'Cato Drummond', dilys: 'Dilys Prosser' },
  ...{ eskil: 'Eskil Vane', fern: 'Fern Oduya', gil: 'Gil Marchetti' },
}

/** A motion on which the keys in capitals are for, and the others against. */
const motion = (
  key: string,
  votes: string,
  { date = '2025-03-04', organization = 'council' }: { date?: string; organization?: string } = {},
) => ({
  ...{ kind: 'motion', key, identifier: key, position: 0, result: 'Carried', date },
  organization_key: organization,
  votes: votes.split(' ').map((name) => ({
    ...{ person_key: name.toLowerCase(), name: names[name.toLowerCase()] ?? name.toLowerCase() },
    value: name === name.toUpperCase() ? 'For' : 'Against',
  })),
})
const motions = (prefix: string, count: number, votes: string, where = {}) =>
  Array.from({ length: count }, (_, at) => motion(`${prefix}${at}`, votes, where))

/** Arne and Bea always agree, Cato with them on a quarter; Dilys has few votes, Eskil left, Fern never voted. */
const records = [
  ...Object.entries(names).map(([key, name]) => person(key, name)),
  ...[body('council', 'Village Council', 'council'), body('water', 'Water Board', 'committee')],
  ...['arne', 'bea', 'cato', 'dilys', 'fern'].map((key) => seat(key, 'council')),
  seat('eskil', 'council', true),
  ...motions('a', 15, 'ARNE BEA cato'),
  ...motions('b', 4, 'ARNE BEA CATO dilys'),
  ...motions('c', 1, 'ARNE BEA CATO eskil'),
  ...motions('d', 30, 'ARNE BEA CATO DILYS'),
  ...motions('e', 25, 'eskil BEA', { date: '2019-05-06' }),
  ...motions('v', 1, 'gil BEA', { organization: 'water', date: '2022-02-03' }),
  ...motions('w', 22, 'gil ARNE', { organization: 'water', date: '2023-08-09' }),
]

let service: Service
beforeAll(async () => {
  service = await startService({
    source: sourceOf(records as never),
    settings: { pageCache: 0 },
  })
})
afterAll(() => service.stop())

const open = (query = '', prefix = '') =>
  service.call(`${prefix}/pemberley/agreement${query}`, browser)
const page = async (query = '', prefix = '') => (await open(query, prefix)).body
const main = (html: string) => textOf(/<main.*<\/main>/s.exec(html)?.[0] ?? '')
const matrix = (html: string) => tablesOf(html)['Voted alike, in percent'] ?? []
const order = (html: string) => matrix(html)[0]?.slice(1)

describe('/{municipality}/agreement', () => {
  it('has each pair of members who sit today, those who agree most side by side', async () => {
    const html = await page()
    expect(matrix(html)).toEqual([
      ['Member', 'Arne Solberg', 'Bea Quill', 'Cato Drummond'],
      ['Arne Solberg', '', '100', '25'],
      ['Bea Quill', '100', '', '25'],
      ['Cato Drummond', '25', '25', ''],
    ])
    expect(html).toContain('<th scope="row">')
    expect(html).toContain('<th scope="col">')
    expect(html).toContain('title="5 of 20"')
    expect(main(html)).toContain('Village Council: its members today')
    expect(main(html)).toContain('Each number is of 20 votes that both took part in.')
  })

  it('lists the pairs at both ends, each pair once', async () => {
    const lists = [...(await page()).matchAll(/<ul class="pairs">(.*?)<\/ul>/gs)]
    expect(lists.map(([, list = '']) => textOf(list))).toEqual([
      'Arne Solberg and Bea Quill100%20 of 20',
      'Bea Quill and Cato Drummond25%5 of 20',
    ])
  })

  it('names who shares too few votes with every other, and no one who left', async () => {
    const text = main(await page())
    expect(text).toContain(
      'they share fewer than 20 such votes with each of the others: Dilys Prosser, Fern Oduya.',
    )
    expect(text).not.toContain('Eskil')
  })

  it('counts contested votes, or all recorded votes on request', async () => {
    const html = await page('?votes=all')
    // Alike on 30 of 34 with Arne.
    expect(order(html)).toEqual(['Arne Solberg', 'Bea Quill', 'Dilys Prosser', 'Cato Drummond'])
    expect(matrix(html)[1]).toEqual(['Arne Solberg', '', '100', '88', '70'])
    expect(main(html)).toContain('Each number is of 34 to 50 votes')
  })

  it('has the numbers of the API, and leads from each to the comparison with the same filters', async () => {
    const html = await page('?year_from=2025')
    const { data } = (
      await service.v1('agreement?organization=village-council&year_from=2025&per_page=100')
    ).json
    const rows = matrix(html)
    const columns = rows[0] ?? []
    for (const { person_name: one, other_name: other, ...pair } of data as Json[]) {
      if (pair.contested_motions < 20) continue
      const row = rows.find(([name]) => name === one)
      expect(row?.[columns.indexOf(other)]).toBe(
        String(Math.round((pair.contested_same / pair.contested_motions) * 100)),
      )
    }
    const link =
      '/pemberley/people/bea-quill/compare/cato-drummond?organization=village-council&year_from=2025'
    expect(hrefsOf(html).filter((href) => href === link).length).toBeGreaterThanOrEqual(2)
    const compared = (await service.call(link, browser)).body
    expect(main(compared)).toContain('They voted alike on 25% of the contested motions.')
    expect(compared).toContain('<option value="village-council" selected')
    expect(hrefsOf(compared)).toContain(
      '/pemberley/agreement?organization=village-council&year_from=2025',
    )
  })

  it('of chosen years has all who voted then', async () => {
    const html = await page('?year_to=2019')
    expect(order(html)).toEqual(['Bea Quill', 'Eskil Vane'])
    expect(main(html)).toContain('Village Council: all who voted there in 2019 or before.')
    expect(main(await page('?year_from=2018&year_to=2018'))).toContain('Not recorded')
  })

  it('of a body whose members are not on record has those who voted last, and says so', async () => {
    const html = await page('?organization=WATER-board')
    expect(order(html)).toEqual(['Arne Solberg', 'Gil Marchetti'])
    expect(main(html)).toContain('Water Board: all who voted there in 2023')
    expect(main(html)).toContain('The record does not say who sits there today.')
    expect(matrix(html)[1]).toEqual(['Arne Solberg', '', '0'])
    // Bea Quill voted there before, and elsewhere since.
    expect(main(await page('?organization=water-board&year_from=2023'))).not.toContain('Bea Quill')
  })

  it('says that there are too few votes for percentages', async () => {
    const html = await page('?organization=water-board&year_from=2020&year_to=2021')
    expect(main(html)).toContain('Not recorded: no votes for or against')
    await importRecords(
      service,
      motions('n', 3, 'hal IDA', { organization: 'zoning' }).concat([
        ...[body('zoning', 'Zoning Board', 'committee'), person('hal', 'Hal Orme')],
        person('ida', 'Ida Lund'),
      ] as never),
    )
    const few = await page('?organization=zoning-board')
    expect(main(few)).toContain('Too few for percentages: no two of the members share 20')
    expect(hrefsOf(few)).toContain('/pemberley/agreement?organization=zoning-board&votes=all')
  })

  it('is in French', async () => {
    const html = await page('', '/fr')
    expect(main(html)).toContain('Qui vote avec qui')
    expect(tablesOf(html)['Même vote, en pourcentage']?.[1]).toEqual([
      ...['Arne Solberg', '', '100', '25'],
    ])
    expect(hrefsOf(html)).toContain(
      '/fr/pemberley/people/arne-solberg/compare/bea-quill?organization=village-council',
    )
  })

  it.each(['', '/people', '/people/arne-solberg/compare'])(
    'is linked from the council’s page %s, and offers its numbers as a table',
    async (path) => {
      const { body } = await service.call(`/pemberley${path}`, browser)
      expect(hrefsOf(body)).toContain('/pemberley/agreement')
      expect(hrefsOf(await page())).toContain(
        '/pemberley/agreement.csv?organization=village-council&for=spreadsheet',
      )
    },
  )

  it.each([
    ['?votes=some', 400],
    ['?year_from=x', 400],
    ['?organization=', 200],
  ])('%s is a page with status %d', async (query, status) => {
    expect((await open(query)).status).toBe(status)
  })

  it('of a body that is not on record says so', async () => {
    const { status, body } = await open('?organization=village-counsel')
    expect(status).toBe(200)
    expect(main(body)).toContain('“village-counsel” is not in this list.')
    expect(main(body)).toContain('Not recorded')
  })

  it('is read in at most four statements', async () => {
    service.statements.length = 0
    await page('?year_from=2025')
    expect(service.statements.length).toBeGreaterThan(0)
    expect(service.statements.length).toBeLessThanOrEqual(4)
  })
})

describe('a body of many', () => {
  const keys = Array.from({ length: membersMax + 1 }, (_, at) => `m${at}`)
  const assembly = (count: number) => [
    body('assembly', 'County Assembly', 'committee'),
    ...keys.slice(0, count).map((key) => person(key, `Member ${key.slice(1).padStart(2, '0')}`)),
    ...keys.slice(0, count).map((key) => seat(key, 'assembly')),
    ...motions('z', 21, keys.slice(0, count).join(' ').replace('m0', 'M0'), {
      organization: 'assembly',
    }),
  ]

  it(`has a table of ${membersMax}, of which it reads each pair once`, async () => {
    await importRecords(service, assembly(membersMax))
    const before = service.executed.length
    const html = await page('?organization=county-assembly')
    expect(order(html)).toHaveLength(membersMax)
    const counts = await Promise.all(
      service.executed.slice(before).map((statement) => rowsRead(service, statement)),
    )
    const pairs = (membersMax * (membersMax - 1)) / 2
    expect(Math.max(...counts)).toBeLessThan(3 * pairs)
  })

  it('has the names of more, each with the way to their own list, and no table', async () => {
    await importRecords(service, assembly(membersMax + 1))
    const html = await page('?organization=county-assembly')
    expect(html).not.toContain('<table')
    expect(main(html)).toContain(
      `${membersMax + 1} people would be in the table, which has room for ${membersMax}.`,
    )
    const links = hrefsOf(html).filter((href) => href.includes('/compare?'))
    expect(links).toHaveLength(membersMax + 1)
    expect(links[0]).toBe('/pemberley/people/member-00/compare?organization=county-assembly')
  })
})

describe('the numbers', () => {
  it('are 0 and 100 only if two people never or always voted alike', () => {
    expect([0, 1 / 999, 0.5, 998 / 999, 1].map(percentOf)).toEqual([0, 1, 50, 99, 100])
  })

  it('have a shade of their own from the percentage that it is named for', () => {
    expect([0, 24, 25, 49, 50, 69, 70, 84, 85, 94, 95, 100].map(shadeOf)).toEqual([
      ...[1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6],
    ])
  })

  it.each([defaultAccent, '#5a1846', '#000000', '#b45f06', '#1746a2'])(
    'can be read on every shade of a site in %s, in both themes',
    (accent) => {
      const style = (name: string) =>
        readFileSync(new URL(`../../../assets/style/${name}.css`, import.meta.url), 'utf8')
      const shades = [
        ...style('agreement').matchAll(/\.shade-\d \{\s+background: (.+);\s+color: var\((.+)\);/g),
      ]
      expect(shades).toHaveLength(6)
      const { light, dark } = palettesOf(accent)
      for (const [at, { link, linkInk }] of [light, dark].entries()) {
        const declared = style('base').split(':root {')[at + 1] ?? ''
        const colours = new Map([
          ...[...declared.matchAll(/(--\w+): (#\w{6});/g)].map(
            ([, name, hex]) => [name, hex] as const,
          ),
          ...([
            ['--link', link],
            ['--link-ink', linkInk],
          ] as const),
        ])
        for (const [rule, background = '', ink = ''] of shades) {
          const [one = '', other = one] = [...background.matchAll(/var\((.+?)\)/g)].map(
            ([, name]) => colours.get(name) ?? '',
          )
          const share = Number(/(\d+)%/.exec(background)?.[1] ?? 100) / 100
          const shown = mixed(one, other, share)
          expect(contrast(shown, colours.get(ink) ?? ''), rule).toBeGreaterThanOrEqual(contrastMin)
        }
      }
    },
  )
})

/** `color-mix(in srgb, …)` of CSS. */
function mixed(one: string, other: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [a, b] = [one, other].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16))
    return Math.round(share * (a ?? 0) + (1 - share) * (b ?? 0))
  })
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
