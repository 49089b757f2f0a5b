import { expect, it } from 'vitest'
import { describeInBrowser } from '../support/browser/suite.ts'

describeInBrowser('the documentation', {}, (stage) => {
  it('remembers the language of examples from page to page', async () => {
    const { page, errors } = await stage.browser.open(stage.service.url)
    await page.goto(`${stage.service.url}/docs/errors`)
    const summary = page.locator('.variants summary', { hasText: 'Python' }).first()
    await summary.scrollIntoViewIfNeeded()
    const before = await summary.boundingBox()
    await summary.click()
    expect((await summary.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)
    await page.goto(`${stage.service.url}/docs/limits`)
    const open = await page
      .locator('.variants > details[open]')
      .evaluateAll((examples) => examples.map((example) => example.getAttribute('data-language')))
    expect(open.length).toBeGreaterThan(0)
    expect([...new Set(open)]).toEqual(['Python'])
    expect(errors).toEqual([])
    await page.context().close()
  })

  it('shows every language without a script', async () => {
    const { page } = await stage.browser.open(stage.service.url, { script: false, width: 375 })
    await page.goto(`${stage.service.url}/docs/limits`)
    const python = page.locator('.variants details[data-language=Python]').first()
    await python.locator('summary').click()
    expect(await python.locator('pre').isVisible()).toBe(true)
    await page.context().close()
  })
})
