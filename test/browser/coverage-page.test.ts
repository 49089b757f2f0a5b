import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../support/browser/suite.ts'

describeInBrowser('the charts of a coverage page', {}, (stage) => {
  async function visit(options: { width?: number; script?: boolean }): Promise<Page> {
    const { page } = await stage.browser.open(stage.service.url, options)
    await page.goto(`${stage.service.url}/pemberley/coverage`)
    return page
  }

  async function boxOf(shown: Locator) {
    const box = await shown.boundingBox()
    if (box === null) throw new Error('it is not shown')
    return box
  }

  it.each([
    [1280, 'wide'],
    [375, 'narrow'],
  ])(
    'at %d px, the %s drawing of a chart is shown with its name, and no other',
    async (width, name) => {
      const page = await visit({ width })
      const chart = page.getByRole('img', { name: 'What is on record for meetings in all years' })
      expect(await chart.count()).toBe(1)
      expect(await chart.getAttribute('class')).toBe(`chart ${name}`)
      await page.context().close()
    },
  )

  it.each([1280, 375])(
    'the text of charts is legible and inside the chart at %d px',
    async (width) => {
      const page = await visit({ width })
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
      await page.context().close()
    },
  )

  it('the values of a chart are shown as a table without scripts', async () => {
    const page = await visit({ script: false })
    const table = page.locator('details table').first()
    expect(await table.isVisible()).toBe(false)
    await page.locator('details summary').first().click()
    expect(await table.isVisible()).toBe(true)
    await page.context().close()
  })
})
