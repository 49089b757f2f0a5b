import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { expectCountedByIndex } from '../../../test/support/database/plans.ts'
import { expectError } from '../../../test/support/service/expect.ts'
import { addTown } from '../../../test/support/service/import-records.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, termsOf, textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf, town } from '../../../test/support/towns/town.ts'
import { recordFailure } from '../../importers/load/report.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('/', () => {
  it('is a page that says what this is', async () => {
    const home = await service.call('/')
    expect(home.status).toBe(200)
    expect(home.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(home.headers.get('x-request-id')).not.toBeNull()
    expect(home.body).toContain('<h1>What councils decide, as data</h1>')
  })

  it('responds to a HEAD like a GET', async () => {
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
  // A clock of 2026: the meeting of 2099 in the fixture is an announcement.
  const clock = { now: () => Date.UTC(2026, 6, 1), monotonic: () => 0 }
  let own: Service
  beforeAll(async () => {
    own = await startService({ clock })
  })
  afterAll(() => own.stop())

  it('show what is covered, and lead to more', async () => {
    const { body, headers } = await own.call('/')
    expect(headers.get('cache-control')).toBe('public, max-age=60')
    expect(termsOf(body)).toEqual({ Meetings: '45', People: '8', Motions: '45', 'By-laws': '30' })
    expect(textOf(body)).toContain('Meetings in 2024')
    // Midnight UTC is the evening before in Pemberley.
    expect(textOf(body)).toContain('Last import on June 30, 2026')
    expect(hrefsOf(body)).toContain('/coverage/pemberley')
  })

  it('show the last import that succeeded, whatever failed after it', async () => {
    const failedAt = { now: () => Date.UTC(2026, 7, 15), monotonic: () => 0 }
    const run = { source: sourceOf([]), startedAt: '2026-08-15T00:00:00.000Z', clock: failedAt }
    for (const result of ['failed', 'refused'] as const)
      await recordFailure(own.writing, town.slug, run, { result, error: new Error('no response') })
    const text = textOf((await own.call('/')).body)
    expect(text).toContain('Last import on June 30, 2026')
    expect(text).not.toContain('August 14')
  })

  it('come with a first call to each API, at its URL', async () => {
    const { body } = await own.call('/')
    const calls = [...body.matchAll(/<pre[^>]*>(.*?)<\/pre>/gs)].map(([, call = '']) =>
      textOf(call),
    )
    expect(calls).toEqual([
      'curl "https://api.example/api/ocd/pemberley/people?per_page=3"',
      'curl -H "X-API-Key: YOUR_KEY" "https://api.example/api/v1/pemberley/meetings?per_page=3"',
    ])
    expect(hrefsOf(body)).toEqual(expect.arrayContaining(['/signup', '/docs', '/api/v1/docs']))
  })

  it('can be asked as pasted', async () => {
    const here = await startService()
    onTestFinished(() => here.stop())
    const { body } = await own.call('/')
    const calls = [...body.matchAll(/<pre[^>]*>(.*?)<\/pre>/gs)].map(([, call = '']) =>
      textOf(call),
    )
    for (const call of calls) {
      const pasted = call
        .replace('https://api.example', here.url)
        .replace('YOUR_KEY', here.key)
        .replace('curl', 'curl -sS --fail')
      const { stdout } = await promisify(execFile)('bash', ['-c', pasted])
      expect(Object.values(JSON.parse(stdout)).flat().length).toBeGreaterThan(2)
    }
  })

  it('are counted in six statements, however many there are, and again after an import', async () => {
    await addTown(own, [{ kind: 'person', key: 'p', name: 'Lone Reader' }])
    own.statements.length = 0
    const { body } = await own.call('/')
    const counting = own.statements.filter((text) => !text.includes('"versions"'))
    expect(counting).toHaveLength(6)
    for (const text of counting) await expectCountedByIndex(own, text)
    own.statements.length = 0
    await own.call('/')
    expect(own.statements).toHaveLength(1)
    const cards = [...body.matchAll(/<li class="card"><h3><a href="\/coverage\/.*?<\/li>/gs)]
    expect(cards.map(([card]) => hrefsOf(card))).toEqual([
      ['/coverage/lambton'],
      ['/coverage/pemberley'],
    ])
    expect(textOf(cards[0]?.[0] ?? '')).toContain('No meetings on record')
    expect(termsOf(cards[0]?.[0] ?? '')).toEqual({ People: '1' })
  })

  it('are none before the operator adds one, and that is said', async () => {
    const empty = await startService({ source: sourceOf([]) })
    onTestFinished(() => empty.stop())
    await empty.writing.db.deleteFrom('municipalities').execute()
    const { body, status } = await empty.call('/')
    expect(status).toBe(200)
    expect(body).toContain('<h1>What councils decide, as data</h1>')
    expect(textOf(body)).toContain('This service has no municipality yet')
    expect(textOf(body)).toContain('reeve import <source> <location> --municipality <slug>')
    expect(body).not.toContain('curl')
  })
})

describe('where keys are handed out by the operator', () => {
  it('no one is sent to sign up', async () => {
    const closed = await startService({ settings: { signups: 'closed' } })
    onTestFinished(() => closed.stop())
    const { body } = await closed.call('/')
    expect(hrefsOf(body)).not.toContain('/signup')
    expect(textOf(body)).toContain('Ask the operator of this service for one')
  })
})

describe('a path that nothing has', () => {
  it('gives a program the error of the contract', async () => {
    expectError(await service.call('/index.html'), 'NOT_FOUND')
  })

  it('gives a browser a page with the request id', async () => {
    const response = await service.call('/index.html', { headers: { accept: 'text/html' } })
    expect(response.status).toBe(404)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(response.body).toContain(response.headers.get('x-request-id'))
  })
})
