import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { expectCountedByIndex } from '../../../test/support/database/plans.ts'
import { expectError } from '../../../test/support/service/expect.ts'
import { addTown, importRecords, otherTown } from '../../../test/support/service/import-records.ts'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, termsOf, textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf, town } from '../../../test/support/towns/town.ts'
import { recordFailure } from '../../importers/load/report.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
  await addTown(service, [])
})
afterAll(() => service.stop())

describe('/ with one council', () => {
  it('leads to that council in the same language, for as long as it is the only one', async () => {
    const own = await startService()
    onTestFinished(() => own.stop())
    for (const [path, target] of [
      ['/', '/pemberley'],
      ['/fr', '/fr/pemberley'],
    ] as const) {
      const { status, headers } = await own.call(path)
      expect([status, headers.get('location')]).toEqual([302, target])
      expect(headers.get('cache-control')).toBe('public, max-age=60')
    }
    await addTown(own, [])
    expect((await own.call('/')).status).toBe(200)
  })
})

describe('/', () => {
  it('introduces the service', async () => {
    const home = await service.call('/')
    expect(home.status).toBe(200)
    expect(home.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(home.headers.get('x-request-id')).not.toBeNull()
    expect(home.body).toContain('<h1>What councils decide</h1>')
  })

  it('returns the headers of GET to HEAD, without a body', async () => {
    const home = await service.call('/', { method: 'HEAD' })
    expect(home.status).toBe(200)
    expect(home.body).toBe('')
  })

  it('is not part of the documented API', async () => {
    const document = (await service.call('/api/v1/openapi.json')).json
    expect(Object.keys(document.paths).filter((path) => !path.startsWith('/api/'))).toEqual([])
  })
})

describe('the municipalities on /', () => {
  // In 2026, the fixture's meeting of 2099 is still to come.
  const clock = { now: () => Date.UTC(2026, 6, 1), monotonic: () => 0 }
  let inSummer: Service
  beforeAll(async () => {
    inSummer = await startService({ clock })
    await addTown(inSummer, [{ kind: 'person', key: 'p', name: 'Lone Reader' }])
  })
  afterAll(() => inSummer.stop())

  it('are shown with counts and a link to their coverage', async () => {
    const { body, headers } = await inSummer.call('/')
    expect(headers.get('cache-control')).toBe('public, max-age=60')
    const counts = { Meetings: '45', People: '8', Motions: '45', 'By-laws': '30' }
    expect(termsOf(cardOf(body, 'pemberley'))).toEqual(counts)
    expect(textOf(body)).toContain('Meetings in 2024')
    // Midnight UTC is the evening before in Pemberley.
    expect(textOf(body)).toContain('Last import on June 30, 2026')
    expect(hrefsOf(body)).toContain('/pemberley')
  })

  it('show the last import that succeeded, even if a later one failed', async () => {
    const failedAt = { now: () => Date.UTC(2026, 7, 15), monotonic: () => 0 }
    const run = { source: sourceOf([]), startedAt: '2026-08-15T00:00:00.000Z', clock: failedAt }
    for (const result of ['failed', 'refused'] as const)
      await recordFailure(inSummer.writing, town.slug, run, {
        result,
        error: new Error('no response'),
      })
    const text = textOf((await inSummer.call('/')).body)
    expect(text).toContain('Last import on June 30, 2026')
    expect(text).not.toContain('August 14')
  })

  it('are counted in four statements, for any number of them', async () => {
    await importRecords(inSummer, [{ kind: 'person', key: 'q', name: 'New Reader' }], otherTown)
    inSummer.statements.length = 0
    const { body } = await inSummer.call('/')
    const counting = inSummer.statements.filter((text) => !/"versions"|"dataVersion"/.test(text))
    expect(counting).toHaveLength(4)
    for (const text of counting) await expectCountedByIndex(inSummer, text)
    inSummer.statements.length = 0
    await inSummer.call('/')
    expect(inSummer.statements).toHaveLength(2)
    const cards = ['lambton', 'pemberley'].map((slug) => cardOf(body, slug))
    const linksOf = (base: string) =>
      ['', '/meetings', '/votes', '/people'].map((path) => base + path)
    const { data } = (await inSummer.v1('motions?organization=town-council&per_page=100')).json
    const [{ date }] = data.filter(({ result, title }: Json) => result !== null && title !== null)
    const onDay = data.filter((motion: Json) => motion.date === date)
    const [, lastDecided = '', ...lists] = hrefsOf(cards[1] ?? '')
    expect(onDay.map(({ slug }: Json) => `/pemberley/motions/${slug}`)).toContain(lastDecided)
    const shown = [hrefsOf(cards[0] ?? ''), ['/pemberley', ...lists]]
    expect(shown).toEqual([linksOf('/lambton'), linksOf('/pemberley')])
    expect(textOf(cards[0] ?? '')).toContain('No meetings on record')
    expect(termsOf(cards[0] ?? '')).toEqual({ People: '2' })
  })

  it('are missing before the operator adds one, which the page explains', async () => {
    const empty = await startService({ source: sourceOf([]) })
    onTestFinished(() => empty.stop())
    await empty.writing.db.deleteFrom('municipalities').execute()
    const { body, status } = await empty.call('/')
    expect(status).toBe(200)
    expect(body).toContain('<h1>What councils decide</h1>')
    expect(textOf(body)).toContain('This service has no municipality yet')
    expect(textOf(body)).toContain('reeve import <source> <location> --municipality <slug>')
  })
})

/** The card of a municipality. */
const cardOf = (body: string, slug: string) =>
  new RegExp(`<li class="card"><h3><a href="/${slug}".*?</li>`, 's').exec(body)?.[0] ?? ''

describe('an unknown path', () => {
  it('returns the JSON error of the contract to a program', async () => {
    expectError(await service.call('/index.html'), 'NOT_FOUND')
  })

  it('returns a page with the request id to a browser', async () => {
    const response = await service.call('/index.html', { headers: { accept: 'text/html' } })
    expect(response.status).toBe(404)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(response.body).toContain(response.headers.get('x-request-id'))
  })
})
