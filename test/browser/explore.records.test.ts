import { expect, it } from 'vitest'
import { overflowOf } from '../support/browser/browser.ts'
import { describeInBrowser } from '../support/browser/suite.ts'
import { openOttawa, ottawa } from '../support/ottawa/service.ts'

// Real texts are longer and stranger than invented ones.
const paths = [
  '/ottawa/meetings/2026-04-22-city-council',
  '/ottawa/motions/motion-2026-78-05',
  '/ottawa/motions/motion-2026-78-23',
  '/ottawa/votes?view=grid&organization=city-council',
  '/ottawa/matters/acs2026-eps-ppd-0002',
  '/ottawa/bylaws/by-law-2026-155',
  '/ottawa/search?q=zoning+by-law',
]

describeInBrowser('the pages of Ottawa', { municipality: ottawa, source: openOttawa }, (stage) => {
  it.each(paths)('%s fits every width', async (path) => {
    const { page } = await stage.browser.keep(stage.service.url, { script: false })
    expect((await page.goto(stage.service.url + path))?.status()).toBe(200)
    for (const width of [1280, 375, 320]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await overflowOf(page), `${width} px`).toBeLessThanOrEqual(0)
    }
  })
})
