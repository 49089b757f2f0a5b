import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  type Service,
  type ServiceOptions,
  startService,
} from '../../test/support/service/service.ts'
import { newVisitor } from '../../test/support/site/visitor.ts'
import { defaultBranding } from '../core/branding.ts'
import { dayMs } from '../core/calendar-date.ts'

const asBrowser = { accept: 'text/html,*/*;q=0.8' }
let service: Service
beforeAll(async () => {
  service = await startService({ settings: { securityContact: 'mailto:clerk@pemberley.example' } })
})
afterAll(() => service.stop())

describe('every page', () => {
  it.each([
    '/about',
    '/signup',
    '/login',
    '/docs',
    '/pemberley/coverage',
    '/absent',
    '/reset/absent',
  ])('%s loads nothing from other origins, and cannot be framed', async (path) => {
    const { headers } = await service.call(path, { headers: asBrowser })
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("form-action 'self'")
    expect(policy).not.toMatch(/unsafe|https?:|[*]/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('strict-transport-security')).toBeNull()
  })

  it('can be stored by shared caches only if it is the same for everyone', async () => {
    const cacheOf = async (path: string) =>
      (await service.call(path, { headers: asBrowser })).headers.get('cache-control')
    for (const path of ['/', '/about', '/docs', '/pemberley/coverage'])
      expect(await cacheOf(path), path).toBe('public, max-age=60')
    for (const path of ['/signup', '/login', '/settings/api-keys', '/absent'])
      expect(await cacheOf(path), path).toBe('no-store')
  })

  it('uses assets that can be cached for a year, because their URLs contain a digest', async () => {
    const { body } = await service.call('/about')
    const files = [...body.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(
      ([, path = '']) => path,
    )
    expect(files).toHaveLength(4)
    for (const path of files) {
      const { status, headers } = await service.call(path)
      expect(status).toBe(200)
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    }
    expect((await service.call('/assets/000000000000/site.css')).status).toBe(404)
    expect((await service.call('/favicon.ico')).headers.get('content-type')).toBe('image/svg+xml')
  })

  it('returns the status of GET to HEAD, without a body', async () => {
    for (const path of ['/about', '/signup', '/docs/errors', '/pemberley/coverage']) {
      const head = await service.call(path, { method: 'HEAD' })
      expect({ status: head.status, body: head.body }, path).toEqual({ status: 200, body: '' })
    }
  })
})

describe('a request without a page', () => {
  it('returns 404 or 405 with the reason and the request id', async () => {
    const absent = await service.call('/nowhere/<b>', { headers: asBrowser })
    expect(absent.status).toBe(404)
    expect(absent.body).toContain(absent.headers.get('x-request-id'))
    expect(absent.body).not.toContain('<b>')
    for (const [method, path, allow] of [
      ['POST', '/', 'GET, HEAD'],
      ['PUT', '/signup', 'GET, HEAD, POST'],
      ['GET', '/logout', 'POST'],
    ] as const) {
      const body = method === 'GET' ? {} : { body: new Uint8Array([1]) }
      const response = await service.call(path, { method, headers: asBrowser, ...body })
      expect(response.status, `${method} ${path}`).toBe(405)
      expect(response.headers.get('allow')).toBe(allow)
      expect(response.body).toContain(response.headers.get('x-request-id'))
    }
  })
})

describe('a page that throws', () => {
  it('shows the request id and no details, and logs the error', async () => {
    const lines: string[] = []
    const logger = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
    const broken = await startService({ logger })
    await broken.writing.db.schema.dropTable('sessions').execute()
    const visitor = newVisitor(broken)
    visitor.cookies.set('session', 'A'.repeat(43))
    const response = await visitor.get('/login')
    await broken.stop()
    expect(response.status).toBe(500)
    expect(response.body).toContain('Something went wrong')
    const id = response.headers.get('x-request-id') ?? ''
    expect(response.body).toContain(id)
    expect(response.body).not.toMatch(/sqlite|sessions|no such table/i)
    expect(lines.join('')).toContain(id)
    expect(lines.join('')).toContain('no such table')
  })
})

describe('files that programs look for', () => {
  it('security.txt has a contact and an expiry that RFC 9116 allows', async () => {
    const { status, headers, body } = await service.call('/.well-known/security.txt')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(body).toContain('Contact: mailto:clerk@pemberley.example\n')
    expect(body).toContain(`Canonical: ${service.url}/.well-known/security.txt\n`)
    const expires = Date.parse(/^Expires: (.+)$/m.exec(body)?.[1] ?? '')
    const days = (expires - Date.now()) / dayMs
    expect(days).toBeGreaterThan(30)
    expect(days).toBeLessThan(365)
  })

  it('security.txt has the contact of the site file, of the operator, or the page about the site', async () => {
    const contactOf = async (options: ServiceOptions) => {
      const other = await startService(options)
      onTestFinished(() => other.stop())
      const { status, body } = await other.call('/.well-known/security.txt')
      expect(status).toBe(200)
      return /^Contact: (.*)$/m.exec(body)?.[1]?.replace(other.url, '')
    }
    const record = { ...defaultBranding.contacts, record: 'https://alder.example/clerk' }
    const branding = { current: { ...defaultBranding, contacts: record } }
    const settings = { operatorContact: 'ops@alder.example' }
    expect(await contactOf({ branding, settings })).toBe('https://alder.example/clerk')
    expect(await contactOf({ settings })).toBe('mailto:ops@alder.example')
    expect(await contactOf({})).toBe('/about')
  })

  it('robots.txt keeps settings out of search engines', async () => {
    const { body } = await service.call('/robots.txt')
    expect(body).toMatch(/^User-agent: [*]$/m)
    for (const path of ['/settings/', '/reset/']) expect(body).toContain(`Disallow: ${path}\n`)
  })
})
