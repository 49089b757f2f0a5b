import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { axeFindingsInSchemes, overflowOf } from '../support/browser/browser.ts'
import { describeInBrowser } from '../support/browser/suite.ts'

describeInBrowser('an embed', {}, (stage) => {
  const path = '/pemberley/motions/motion-2024-10'

  it('is shown by a page of another site, with its style also in a sandbox; its page is not', async () => {
    const { url } = stage.service
    const frames = [
      `<iframe id="plain" src="${url}/embed${path}"></iframe>`,
      `<iframe id="sandbox" sandbox="allow-scripts" src="${url}/embed${path}"></iframe>`,
      `<iframe id="page" src="${url}${path}"></iframe>`,
    ]
    const site = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(`<!doctype html><title>News</title>${frames.join('')}`)
    })
    site.listen(0, '127.0.0.1')
    await once(site, 'listening')
    const { port } = site.address() as AddressInfo
    const { page } = await stage.browser.open(`http://localhost:${port}`)
    await page.goto(`http://localhost:${port}/`)
    for (const id of ['plain', 'sandbox']) {
      const frame = page.frameLocator(`#${id}`)
      expect(await frame.locator('.lead').textContent()).toMatch(/^Referred .*1 to 1/)
      const border = await frame
        .locator('body')
        .evaluate((body) => getComputedStyle(body).borderTopWidth)
      expect(border, id).toBe('1px')
    }
    expect(await page.frameLocator('#page').locator('.chamber').count()).toBe(0)
    await page.context().close()
    site.close()
  })

  it.each(['motions/motion-2024-10', 'people/vera-ng', 'meetings'])(
    '%s is accessible, and fits a narrow frame',
    async (record) => {
      const { page, errors } = await stage.browser.open(stage.service.url)
      await page.goto(`${stage.service.url}/embed/pemberley/${record}`)
      await page.setViewportSize({ width: 320, height: 400 })
      expect(await overflowOf(page)).toBeLessThanOrEqual(0)
      expect(await axeFindingsInSchemes(page)).toEqual([])
      expect(errors).toEqual([])
      await page.context().close()
    },
  )
})
