import { existsSync } from 'node:fs'
import axe from 'axe-core'
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from './support/service.ts'

const browserPath = '/usr/bin/chromium'
const withoutBrowser = !existsSync(browserPath)
const title = withoutBrowser
  ? `home and coverage in a browser (skipped: ${browserPath} is missing; .ci/run installs it)`
  : 'home and coverage in a browser'
const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync']

describe.skipIf(withoutBrowser)(title, () => {
  let service: Service
  let browser: Browser
  beforeAll(async () => {
    service = await startService()
    browser = await chromium.launch({ executablePath: browserPath, args: flags })
  })
  afterAll(async () => {
    await browser?.close()
    await service?.stop()
  })

  async function visit(path: string, width: number, colorScheme: 'light' | 'dark' = 'light') {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme })
    const faults: string[] = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) faults.push(message.text())
    })
    page.on('pageerror', (error) => faults.push(String(error)))
    page.on('response', (response) => {
      if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`)
    })
    await page.goto(service.url + path)
    return { page, faults }
  }

  async function violationsOf(page: Page): Promise<string[]> {
    await page.evaluate(axe.source)
    const run = 'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => '
    return page.evaluate(`${run}id + ': ' + nodes.map(({ html }) => html).join(' ')))`)
  }

  async function boxOf(shown: Locator) {
    const box = await shown.boundingBox()
    if (box === null) throw new Error('it is not shown')
    return box
  }

  const looks = [
    { width: 1280, scheme: 'light' },
    { width: 1280, scheme: 'dark' },
    { width: 375, scheme: 'light' },
    { width: 375, scheme: 'dark' },
  ] as const
  for (const path of ['/', '/coverage/pemberley']) {
    it.each(looks)(`${path} has no fault at $width px, $scheme`, async ({ width, scheme }) => {
      const { page, faults } = await visit(path, width, scheme)
      expect(await violationsOf(page)).toEqual([])
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      expect(overflow).toBeLessThanOrEqual(0)
      expect(faults).toEqual([])
      await page.close()
    })
  }

  it.each([
    [1280, 'wide'],
    [375, 'narrow'],
  ])('at %d px one drawing of a chart is shown, with its name: the %s one', async (width, name) => {
    const { page } = await visit('/coverage/pemberley', width)
    const chart = page.getByRole('img', { name: 'What the meetings of all years have' })
    expect(await chart.count()).toBe(1)
    expect(await chart.getAttribute('class')).toBe(`chart ${name}`)
    await page.close()
  })

  it.each([1280, 375])(
    'the text of charts can be read, and stays inside, at %d px',
    async (width) => {
      const { page } = await visit('/coverage/pemberley', width)
      const charts = page.locator('svg.chart:visible')
      expect(await charts.count()).toBe(6)
      for (const chart of await charts.all()) {
        const frame = await boxOf(chart)
        for (const text of await chart.locator('text').all()) {
          const box = await boxOf(text)
          const label = `${await text.textContent()}`
          expect(box.height, label).toBeGreaterThan(10)
          expect(box.x, label).toBeGreaterThanOrEqual(frame.x - 1)
          expect(box.x + box.width, label).toBeLessThanOrEqual(frame.x + frame.width + 1)
        }
      }
      await page.close()
    },
  )

  it('shows the figures of a chart as a table without any script', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${service.url}/coverage/pemberley`)
    const table = page.locator('details table').first()
    expect(await table.isVisible()).toBe(false)
    await page.locator('details summary').first().click()
    expect(await table.isVisible()).toBe(true)
    await context.close()
  })
})
