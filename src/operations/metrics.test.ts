import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshStore } from '../../test/support/database/fresh-store.ts'
import { type RawResponse, sendBytes } from '../../test/support/http/raw.ts'
import { newReeve } from '../../test/support/process/reeve.ts'
import { bareTown } from '../../test/support/towns/bare-town.ts'
import { systemClock } from '../core/clock.ts'
import { Shutdown } from '../http/shutdown.ts'
import { noteFamilyDown, noteSchedule, noteSourceRead } from '../store/sources.ts'
import { metrics } from './metrics.ts'

const reeve = newReeve()
let server: { port: number }
beforeAll(async () => {
  server = await reeve.serve([], { METRICS: 'on' })
})
afterAll(() => reeve.remove())

function get(target: string): Promise<RawResponse> {
  return sendBytes(server, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
}

/** A response without its per-request headers and the path that it quotes. */
function shape({ status, headers, body }: RawResponse, target: string) {
  const { date, 'x-request-id': id, 'content-length': length, ...others } = headers
  return { status, others, body: body.replace(target, '<target>') }
}

describe('/metrics', () => {
  it.each(['/metrics', '/metrics?name=x'])('responds at %s', async (target) => {
    const { status, body } = await get(target)
    expect(status).toBe(200)
    expect(body).toContain('reeve_build_info')
    for (const state of ['active', 'unconfirmed', 'rejected', 'bounced'])
      expect(body).toContain(`reeve_alert_subscribers{state="${state}"} 0`)
    expect(body).toContain('reeve_alert_mails{state="waiting"} 0')
  })

  // A proxy may block the literal path /metrics, so no other spelling may reach the route.
  it.each([
    '/%6detrics',
    '/metric%73',
    '/%6D%65%74%72%69%63%73',
    '/metrics/',
    '//metrics',
    '/./metrics',
    '/metrics;x',
    '/metrics%00',
    '/%256detrics',
    'http://x/metrics',
  ])('returns the same 404 at %s as at any unknown path', async (target) => {
    const unknown = '/nothing-is-here'
    const expected = shape(await get(unknown), unknown)
    expect(expected.status).toBe(404)
    expect(shape(await get(target), target)).toEqual(expected)
  })

  it('returns 400 with a fragment, which no valid request has', async () => {
    expect((await get('/metrics#x')).status).toBe(400)
  })

  it('is collected once for those that ask before it begins, and again for later ones', async () => {
    const { store, remove } = await freshStore()
    const app = Fastify()
    let gathered = 0
    const gather = async () => {
      gathered += 1
      return []
    }
    const deps = { store, clock: systemClock, shutdown: new Shutdown(), version: '1', gather }
    await app.register(metrics, deps)
    const scrape = () => app.inject({ url: '/metrics' })
    const texts = await Promise.all(Array.from({ length: 30 }, scrape))
    for (const { statusCode, body } of texts)
      expect([statusCode, body]).toEqual([200, texts[0]?.body])
    expect(gathered).toBe(1)
    await scrape()
    expect(gathered).toBe(2)
    await app.close()
    await store.close()
    await remove()
  })

  it('has the state of each source, and hosts that are down once', async () => {
    const { store, remove } = await freshStore()
    const now = Date.UTC(2026, 6, 1, 12)
    const clock = { now: () => now, monotonic: systemClock.monotonic }
    const at = (hours: number) => new Date(now - hours * 3_600_000).toISOString()
    const towns = { ayton: 'vendor.example', beeton: 'vendor.example', cairo: 'own.example' }
    for (const [slug, family] of Object.entries(towns)) {
      const municipalityId = await bareTown(store, slug)
      for (const part of ['a', 'b']) {
        const location = `https://${slug}.${family}/${part}`
        const source = { municipalityId, importer: 'toronto', location }
        const checkedAt = at(part === 'a' ? 1 : 13)
        const read = { startedAt: checkedAt, checkedAt, since: null, records: 9 }
        await noteSourceRead(store.db, source, read)
        await noteSchedule(store.db, source, { family, intervalSeconds: 6 * 3600 })
      }
    }
    const times = { since: at(2), retry_at: at(-2) }
    const down = { family: 'vendor.example', ...times, failures: 2, error: 'no response' }
    await noteFamilyDown(store.db, down)
    const app = Fastify()
    const gather = async () => []
    const deps = { store, clock, shutdown: new Shutdown(), version: '1', gather }
    await app.register(metrics, deps)
    const { body } = await app.inject({ url: '/metrics' })
    expect(body.match(/^reeve_source_\w+\{.*$/gm)).toEqual([
      'reeve_source_state{municipality="cairo",importer="toronto",state="ok"} 1',
      'reeve_source_state{municipality="cairo",importer="toronto",state="late"} 1',
      'reeve_source_hosts_down{hosts="vendor.example"} 4',
    ])
    await app.close()
    await store.close()
    await remove()
  })
})
