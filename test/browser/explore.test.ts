import { expect, it } from 'vitest'
import { axeFindingsInSchemes, overflowOf } from '../support/browser/browser.ts'
import { describeInBrowser } from '../support/browser/suite.ts'
import { openOttawa, ottawa } from '../support/ottawa/service.ts'

// Ottawa's texts are as long as real ones are.
const english = [
  '/ottawa',
  '/ottawa/meetings',
  '/ottawa/meetings/2026-04-22-city-council',
  '/ottawa/meetings/2026-04-22-committee-of-adjustment-panel-1',
  '/ottawa/motions/motion-2026-78-05',
  '/ottawa/motions/motion-2026-78-12',
  '/ottawa/motions',
  '/ottawa/votes',
  '/ottawa/votes?view=grid&organization=city-council',
  '/ottawa/search',
  '/ottawa/search?q=kavanagh',
  '/ottawa/search?q=tennants+housing',
  '/ottawa/people',
  '/ottawa/people/theresa-kavanagh',
  '/ottawa/people/brian-bourns',
  '/ottawa/people/theresa-kavanagh/compare',
  '/ottawa/people/jeff-leiper/compare/theresa-kavanagh',
  '/ottawa/matters',
  '/ottawa/matters/acs2026-eps-ppd-0002',
  '/ottawa/bylaws',
  '/ottawa/bylaws/by-law-2026-155',
  '/ottawa/bodies',
  '/ottawa/bodies/city-council',
  '/ottawa/coverage',
]
// Letter without its margins, at 96 px an inch.
const [portrait, landscape] = [
  { width: 740, height: 980 },
  { width: 980, height: 740 },
]

const paths = [...english, ...english.map((path) => `/fr${path}`)]

describeInBrowser(
  'the pages about records',
  { municipality: ottawa, source: openOttawa },
  (stage) => {
    it.each(paths)(
      '%s needs no script, and fits every width, also at a zoom of 200 percent',
      async (path) => {
        const { page, errors, requests } = await stage.browser.open(stage.service.url, {
          script: false,
        })
        const response = await page.goto(stage.service.url + path)
        expect(response?.status()).toBe(200)
        // 320 px is 640 px at 200 %.
        for (const width of [1280, 375, 320]) {
          await page.setViewportSize({ width, height: 900 })
          expect(await overflowOf(page), `${width} px`).toBeLessThanOrEqual(0)
        }
        await page.setViewportSize(path.includes('view=grid') ? landscape : portrait)
        await page.emulateMedia({ media: 'print' })
        await expect.poll(() => overflowOf(page), { message: 'print' }).toBeLessThanOrEqual(0)
        expect(requests.every((url) => url.startsWith(stage.service.url))).toBe(true)
        expect(errors).toEqual([])
        await page.context().close()
      },
    )

    it.each(paths)('%s is accessible with everything unfolded, in both schemes', async (path) => {
      const { page, errors } = await stage.browser.open(stage.service.url)
      await page.goto(stage.service.url + path)
      await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true')
      expect(await axeFindingsInSchemes(page)).toEqual([])
      expect(errors).toEqual([])
      await page.context().close()
    })

    it('are walked by keyboard: from a council to a meeting, a motion and a member', async () => {
      const { page, errors } = await stage.browser.open(stage.service.url)
      await page.goto(`${stage.service.url}/ottawa`)
      const follow = async (name: string) => {
        await page.getByRole('link', { name, exact: true }).first().focus()
        await page.keyboard.press('Enter')
      }
      await follow('Meetings')
      await page.getByRole('heading', { name: 'Meetings', level: 1 }).waitFor()
      await page.getByLabel('Body').focus()
      await page.keyboard.type('City Council')
      await page.getByRole('button', { name: 'Show' }).focus()
      await page.keyboard.press('Enter')
      await page.waitForURL('**/meetings?organization=city-council**')
      await page.locator('a[href$="/meetings/2026-04-22-city-council"]').focus()
      await page.keyboard.press('Enter')
      await page.locator('a[href$="/motions/motion-2026-78-05"]').focus()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Who voted how' }).waitFor()
      await page.getByText('Cite', { exact: true }).focus()
      await page.keyboard.press('Enter')
      const cited = 'City of Ottawa, City Council, Amendment 2026-78-05, “That Section 19 of'
      await page.getByText(cited).waitFor()
      await follow('Theresa Kavanagh')
      await page.getByRole('heading', { name: 'Theresa Kavanagh', level: 1 }).waitFor()
      expect(errors).toEqual([])
      await page.context().close()
    })

    it.each(['', '/fr'])(
      '%s/ottawa/votes?view=grid is printed whole, in landscape',
      async (prefix) => {
        const { page } = await stage.browser.open(stage.service.url)
        await page.goto(`${stage.service.url}${prefix}/ottawa/votes?view=grid`)
        const paper = await page.pdf({ preferCSSPageSize: true })
        expect(paper.toString('latin1')).toContain('/MediaBox [0 0 792 612]')
        // Letter, less 2 cm, at 96 dots an inch.
        await page.setViewportSize({ width: 980, height: 740 })
        await page.emulateMedia({ media: 'print' })
        const table = await page.locator('table.grid').boundingBox()
        expect(table?.width).toBeLessThanOrEqual(landscape.width)
        expect(
          await page.locator('.scroll').evaluate((one) => getComputedStyle(one).overflow),
        ).toBe('visible')
        await page.context().close()
      },
    )

    it.each(['', '/fr'])(
      '%s/ottawa/people/theresa-kavanagh/compare has all columns on a phone',
      async (prefix) => {
        const { page } = await stage.browser.open(stage.service.url, { width: 375 })
        await page.goto(`${stage.service.url}${prefix}/ottawa/people/theresa-kavanagh/compare`)
        const hidden = await page
          .locator('.scroll')
          .evaluate((one) => one.scrollWidth - one.clientWidth)
        expect(hidden).toBe(0)
        await page.context().close()
      },
    )

    it('show on paper what is folded away on a screen', async () => {
      const { page } = await stage.browser.open(stage.service.url)
      await page.goto(`${stage.service.url}/ottawa/meetings/2026-04-22-city-council`)
      await page.emulateMedia({ media: 'print' })
      const agenda = page.getByText('Roll Call').first()
      expect(await agenda.isVisible()).toBe(true)
      expect(await page.getByRole('search').isVisible()).toBe(false)
      await page.context().close()
    })
  },
)
