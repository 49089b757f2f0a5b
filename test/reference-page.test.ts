import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from './support/service.ts'

const browserPath = '/usr/bin/chromium'
const withoutBrowser = !existsSync(browserPath)
const title = withoutBrowser
  ? `the reference page (skipped: ${browserPath} is missing; .ci/run installs it)`
  : 'the reference page'
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const operationCount = 26
// Swagger UI draws some thousand elements; on a busy machine that takes its time.
const patienceMs = 10_000

interface Visit {
  page: Page
  /** Everything that a good page has none of. */
  faults: string[]
  requests: string[]
}

describe.skipIf(withoutBrowser)(title, () => {
  let service: Service
  let browser: Browser
  let folder: string

  beforeAll(async () => {
    service = await startService()
    browser = await chromium.launch({ executablePath: browserPath, args: flags })
    folder = process.env.SCREENSHOTS ?? mkdtempSync(join(tmpdir(), 'reeve-screens-'))
  })

  afterAll(async () => {
    await browser?.close()
    await service?.stop()
    if (process.env.SCREENSHOTS === undefined) rmSync(folder, { recursive: true, force: true })
  })

  async function visit(path: string, width: number): Promise<Visit> {
    const page = await browser.newPage({ viewport: { width, height: 900 } })
    page.setDefaultTimeout(patienceMs)
    const faults: string[] = []
    const requests: string[] = []
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      requests.push(request.url())
      if (protocol !== 'data:' && origin !== service.url) faults.push(`leaves: ${request.url()}`)
    })
    page.on('response', (response) => {
      if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`)
    })
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) faults.push(message.text())
    })
    page.on('pageerror', (error) => faults.push(String(error)))
    page.on('requestfailed', (request) => faults.push(`failed: ${request.url()}`))
    await page.goto(service.url + path)
    return { page, faults, requests }
  }

  // Both spellings: the first is what `serve` prints, the second what a person may type.
  for (const path of ['/api/v1/docs', '/api/v1/docs/']) {
    it(`shows every operation at ${path}, and asks nobody else for anything`, async () => {
      const { page, faults, requests } = await visit(path, 1280)
      await page.locator('.opblock').first().waitFor()
      expect(await page.locator('.opblock').count()).toBe(operationCount)
      expect(await page.title()).toBe('Reeve API reference')
      expect(faults).toEqual([])
      expect(requests.length).toBeGreaterThan(4)
      await page.screenshot({ path: join(folder, `wide${path.replaceAll('/', '-')}.png`) })
      await page.close()
    })
  }

  it('can be read on a telephone without scrolling sideways', async () => {
    const { page, faults } = await visit('/api/v1/docs', 375)
    await page.locator('.opblock').first().waitFor()
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    await page.screenshot({ path: join(folder, 'narrow.png') })
    expect(overflow).toBeLessThanOrEqual(0)
    expect(faults).toEqual([])
    await page.close()
  })

  for (const width of [1280, 375]) {
    it(`answers "Try it out" with a key, at ${width} px`, async () => {
      const { page, faults } = await visit('/api/v1/docs', width)
      await page.locator('button.authorize').click()
      const dialog = page.locator('.modal-ux')
      await dialog.locator('input').first().fill(service.key)
      await dialog.locator('button[type=submit]').first().click()
      await dialog.locator('button.btn-done').first().click()

      const operation = page.locator('#operations-Meetings-listMeetings')
      await operation.locator('.opblock-summary-control').click()
      await operation.locator('button.try-out__btn').click()
      await operation.locator('tr[data-param-name=municipality] input').fill('pemberley')
      await operation.locator('tr[data-param-name=per_page] input').fill('1')
      await operation.locator('button.execute').click()
      const answer = operation.locator('.live-responses-table')
      await answer.waitFor()
      await page.screenshot({ path: join(folder, `try-${width}.png`), fullPage: false })
      expect(await answer.locator('.response-col_status').last().textContent()).toContain('200')
      expect(await answer.textContent()).toContain('2099-06-01')
      expect(faults).toEqual([])
      await page.close()
    })
  }

  it('lets nothing in from elsewhere, and stays out of frames', async () => {
    const answer = await service.call('/api/v1/docs')
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/https?:|upgrade-insecure-requests|[*]/)
  })
})
