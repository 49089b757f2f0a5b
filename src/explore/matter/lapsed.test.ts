import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectDetail, expectList } from '../../../test/support/service/expect.ts'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'
import { textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const matter = (key: string, more = {}) => ({
  ...{ kind: 'matter', key, title: `Kiosk rules ${key}`, identifier: key },
  ...more,
})
const step = (key: string, position: number, date: string | null, description: string) => ({
  ...{ kind: 'action', key: `${key}-${position}`, matter_key: key, position, date, description },
  ...{ classification: [], organization_key: 'board' },
})

let service: Service
beforeAll(async () => {
  const source = sourceOf([
    { kind: 'organization', key: 'board', name: 'Harbour Board', classification: 'council' },
    matter('LP-1', { status: 'Died on the order paper', last_seen: '2024-06-28' }),
    step('LP-1', 0, '2023-02-14', 'First reading'),
    step('LP-1', 1, '2024-06-28', 'Died on the order paper'),
    matter('LP-2', { status: 'Expired' }),
    matter('LP-3', { status: 'Withdrawn' }),
    step('LP-3', 0, '2023-05-02', 'Taken back by its author'),
    step('LP-3', 1, '2024-06-28', 'Filed at the end of the term'),
    matter('LP-4', { status: 'Filed' }),
    step('LP-4', 0, '2024-02-01', 'Filed by the board'),
    matter('LP-5'),
    step('LP-5', 0, '2024-01-09', 'Renvoyé à la commission'),
    step('LP-5', 1, '2024-06-30', 'Devenu caduc'),
    matter('LP-6', { status: 'Filed (End of Session)' }),
    {
      ...step('LP-6', 0, '2023-01-10', 'Vetoed by Mayor'),
      text: 'Without an override, LP-6 was deemed adopted pursuant to the Charter.',
    },
    step('LP-6', 1, '2024-06-28', 'Filed (End of Session)'),
  ])
  service = await startService({ source })
})
afterAll(() => service.stop())

const html = async (path: string) =>
  (await service.call(path, { headers: { accept: 'text/html' } })).body
const main = async (path: string) => textOf(/<main.*<\/main>/s.exec(await html(path))?.[0] ?? '')
const fate = async (path: string) =>
  textOf(/<ol class="fate".*?<\/ol>/s.exec(await html(path))?.[0] ?? '')

describe('a matter that lapsed', () => {
  it('says so in the API, and has the day if that is known', async () => {
    const detail = async (slug: string) => expectDetail(await service.v1(`matters/${slug}`))
    expect(await detail('lp-1')).toMatchObject({ lapsed: true, lapsed_on: '2024-06-28' })
    expect(await detail('lp-2')).toMatchObject({ lapsed: true, lapsed_on: null })
    expect(await detail('lp-5')).toMatchObject({ lapsed: true, lapsed_on: '2024-06-30' })
    for (const slug of ['lp-3', 'lp-4', 'lp-6'])
      expect(await detail(slug), slug).toMatchObject({ lapsed: false, lapsed_on: null })
  })

  it('is listed by what was last done with it, and not by the day of its lapse', async () => {
    const rows = expectList(await service.v1('matters'))
    expect(rows.map(({ identifier, last_seen: seen }: Json) => [identifier, seen])).toEqual([
      ['LP-4', '2024-02-01'],
      ['LP-5', '2024-01-09'],
      ['LP-3', '2023-05-02'],
      ['LP-1', '2023-02-14'],
      ['LP-6', '2023-01-10'],
      ['LP-2', null],
    ])
  })

  it('says so on its page and in lists, in the words of the language', async () => {
    expect(await fate('/pemberley/matters/lp-1')).toContain('LapsedJune 28, 2024')
    expect(await fate('/pemberley/matters/lp-2')).toContain('LapsedDate not recorded')
    expect(await fate('/fr/pemberley/matters/lp-1')).toContain('Caducité28 juin 2024')
    for (const slug of ['lp-3', 'lp-4'])
      expect(await fate(`/pemberley/matters/${slug}`), slug).not.toContain('Lapsed')
    const list = await main('/pemberley/matters')
    expect(list).toContain('Lapsed June 28, 2024 LP-1 · latest step February 14, 2023')
    expect(list).toContain('Lapsed LP-2 · date not recorded')
    expect(list).toContain('Withdrawn LP-3 · latest step May 2, 2023')
    expect(await main('/fr/pemberley/matters')).toContain('Devenu caduc le 28 juin 2024')
  })

  it('is not one that a veto settled', async () => {
    const path = '/pemberley/matters/lp-6'
    expect(await fate(path)).toContain('VetoVetoed by Mayor, January 10, 2023: Without an override')
    for (const slug of ['lp-3', 'lp-6'])
      expect(await main(`/pemberley/matters/${slug}`), slug).not.toContain('Lapsed')
  })

  it('names no body for the lapse', async () => {
    const page = await main('/pemberley/matters/lp-1')
    expect(page).toContain('Died on the order paper · Lapsed')
    expect(page).not.toMatch(/Died on the order paper · Harbour Board/)
    expect(page).toContain('First reading · Harbour Board')
  })

  it('says so in search results and their feed, with the day of its last step', async () => {
    const [found] = expectList(await service.v1('search?q=kiosk+lp-1'))
    expect(found).toMatchObject({ date: '2023-02-14', lapsed: true, lapsed_on: '2024-06-28' })
    expect(await main('/pemberley/search?q=kiosk')).toContain(
      'Report · February 14, 2023 · Lapsed June 28, 2024',
    )
    expect(await html('/feeds/pemberley/search.atom?q=kiosk')).toMatch(
      /<published>2023-02-14T.*?<summary>Lapsed June 28, 2024 · /s,
    )
  })
})
