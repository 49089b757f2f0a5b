import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshStore } from '../../test/support/database/fresh-store.ts'
import { type RawResponse, sendBytes } from '../../test/support/http/raw.ts'
import { newReeve } from '../../test/support/process/reeve.ts'
import { systemClock } from '../core/clock.ts'
import { Shutdown } from '../http/shutdown.ts'
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
    expect(body).toContain('reeve_alert_subscribers{state="stopped"} 0')
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
})
