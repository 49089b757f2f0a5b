import { expect, it } from 'vitest'
import { overflowOf } from '../support/browser/browser.ts'
import { describeInBrowser } from '../support/browser/suite.ts'

describeInBrowser('the tables of a coverage page', {}, (stage) => {
  it.each([1280, 375])('have bars with their numbers beside them at %d px', async (width) => {
    const { page } = await stage.browser.open(stage.service.url, { width })
    await page.goto(`${stage.service.url}/pemberley/coverage`)
    const tables = page.locator('table.bars')
    expect(await tables.count()).toBe(7)
    for (const table of await tables.all()) {
      const caption = await table.locator('caption').textContent()
      for (const row of await table.locator('tbody tr').all()) {
        const numbers = (await row.locator('td.number').allTextContents()).map(Number)
        const bars = await row
          .locator('rect')
          .evaluateAll((all) => all.map((bar) => (bar as Element).getBoundingClientRect().width))
        expect(bars.length, `${caption}`).toBe(numbers.filter((number) => number > 0).length)
        for (const bar of bars) expect(bar, `${caption}`).toBeGreaterThan(0)
      }
    }
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    await page.context().close()
  })
})
