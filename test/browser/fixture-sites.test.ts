import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  axeFindingsInSchemes,
  browserTitle,
  overflowOf,
  TestBrowser,
  withoutBrowser,
} from '../support/browser/browser.ts'
import { type Service, startService } from '../support/service/service.ts'
import { brandingOf, fixtureSites } from '../support/site/fixture-sites.ts'

const paths = [
  ...['/about', '/privacy', '/accessibility', '/terms', '/pemberley', '/signup'],
  ...['/fr/about', '/fr/accessibility', '/fr/terms', '/fr/pemberley'],
]

describe.skipIf(withoutBrowser).each(fixtureSites)(
  browserTitle('the site file of a %s'),
  (site) => {
    let browser: TestBrowser
    let service: Service
    beforeAll(async () => {
      browser = await TestBrowser.launch()
      service = await startService({ branding: await brandingOf(site) })
    })
    afterAll(() => Promise.all([browser.close(), service.stop()]))

    it.each(paths)('leaves %s accessible, in both themes and on a phone', async (path) => {
      const { page, errors } = await browser.keep(service.url)
      await page.goto(service.url + path)
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 900 })
        await browser.picture(page, `${site}${path.replaceAll('/', '-')}-${width}`)
        expect(await overflowOf(page), `${width} px`).toBeLessThanOrEqual(0)
        expect(await axeFindingsInSchemes(page), `${width} px`).toEqual([])
      }
      expect(errors).toEqual([])
    })

    it('shows its crest, if it has one', async () => {
      const { page } = await browser.keep(service.url)
      await page.goto(`${service.url}/about`)
      const crest = page.locator('.brand img')
      expect(await crest.count()).toBe(site === 'village' ? 0 : 1)
      for (const image of await crest.all()) {
        const box = await image.boundingBox()
        expect(box?.height).toBeCloseTo(44, 0)
        expect(box?.width).toBeGreaterThan(30)
      }
    })
  },
)
