import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, textOf } from '../../../test/support/site/page-content.ts'
import { readConformance } from './conformance.ts'

const browser = { headers: { accept: 'text/html' } }
let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** Of a service with one council, to a visitor without an account. */
const redirects: Record<string, number> = { '/': 302, '/settings/api-keys': 303 }

describe.each(['/about', '/privacy'])('%s', (path) => {
  it('is public, linked from every page, and has no dead link', async () => {
    const { body, status, headers } = await service.call(path, browser)
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=60'])
    expect(hrefsOf((await service.call('/docs', browser)).body)).toContain(path)
    for (const href of hrefsOf(body).filter((href) => href.startsWith('/'))) {
      const linked = await service.call(href, browser)
      expect(linked.status, href).toBe(redirects[href] ?? 200)
    }
  })

  it('names the operator and the contact', async () => {
    const operator = { operatorName: 'Example Civic Group', operatorContact: 'help@example.ca' }
    const named = await startService({ settings: operator })
    onTestFinished(() => named.stop())
    const { body } = await named.call(path, browser)
    const main = /<main.*<\/main>/s.exec(body)?.[0] ?? ''
    expect(hrefsOf(main)).toContain('mailto:help@example.ca')
    expect(textOf(main)).toContain('Example Civic Group')
  })
})

describe('/accessibility', () => {
  it.each(['', '/fr'])(
    '%s names the day and the version that tests checked, and leads to the report',
    async (prefix) => {
      const { date, version, checks } = readConformance()
      expect(checks.filter(({ failed }) => failed > 0)).toEqual([])
      const { body } = await service.call(`${prefix}/accessibility`, browser)
      expect(body).toContain(`<time datetime="${date}">`)
      expect(textOf(body)).toContain(version)
      expect(hrefsOf(body)).toContain('/docs/reference/conformance')
      const report = await service.call('/docs/reference/conformance', browser)
      expect(textOf(report.body)).toContain(`Reeve ${version} on ${date}`)
    },
  )
})
