import { beforeAll, expect, it } from 'vitest'
import { axeFindings, axeFindingsInSchemes, overflowOf } from '../support/browser/browser.ts'
import { describeInBrowser } from '../support/browser/suite.ts'
import { recordPages, replaceWardsOf, sampleInJune } from '../support/sample/record-pages.ts'
import type { Json } from '../support/service/service.ts'

const meeting = '/lowmere/meetings/2026-05-26-town-council'
// Letter without its margins, at 96 px an inch.
const [portrait, landscape] = [
  { width: 740, height: 980 },
  { width: 980, height: 740 },
]

const paths = [...recordPages, ...recordPages.map((path) => `/fr${path}`)]

describeInBrowser('the pages about records', sampleInJune, (stage) => {
  beforeAll(() => replaceWardsOf(stage.service))

  it.each(paths)(
    '%s needs no script, and fits every width, also at a zoom of 200 percent',
    async (path) => {
      const { page, errors, requests } = await stage.browser.keep(stage.service.url, {
        script: false,
      })
      await page.emulateMedia({ media: 'screen' })
      const response = await page.goto(stage.service.url + path)
      expect(response?.status()).toBe(200)
      // 320 px is 640 px at 200 %.
      for (const width of [1280, 375, 320]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await overflowOf(page), `${width} px`).toBeLessThanOrEqual(0)
      }
      await page.setViewportSize(/view=grid|agreement|attendance/.test(path) ? landscape : portrait)
      await page.emulateMedia({ media: 'print' })
      await expect.poll(() => overflowOf(page), { message: 'print' }).toBeLessThanOrEqual(0)
      expect(requests.every((url) => url.startsWith(stage.service.url))).toBe(true)
      expect(errors).toEqual([])
    },
  )

  // French pages have the colours of English ones, and are looked at in a narrow window.
  it.each(paths)('%s is accessible with everything unfolded', async (path) => {
    const isFrench = path.startsWith('/fr/')
    const options = isFrench ? { width: 375 } : {}
    const { page, errors } = await stage.browser.keep(stage.service.url, options)
    await page.goto(stage.service.url + path)
    await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true')
    expect(await (isFrench ? axeFindings(page) : axeFindingsInSchemes(page))).toEqual([])
    expect(errors).toEqual([])
  })

  it('are walked by keyboard: from a council to a meeting, a motion and a member', async () => {
    const { page, errors } = await stage.browser.open(stage.service.url)
    const votes = 'votes?person=helene-boisclair&per_page=100'
    const { data } = (await stage.service.v1(votes)).json
    // A contested motion is never folded away.
    const { motion_slug: slug } = data.find(
      (vote: Json) => meeting.endsWith(vote.meeting_slug) && vote.against > 0,
    )
    await page.goto(`${stage.service.url}/lowmere`)
    const follow = async (name: string) => {
      await page.getByRole('link', { name, exact: true }).first().focus()
      await page.keyboard.press('Enter')
    }
    await follow('Meetings')
    await page.getByRole('heading', { name: 'Meetings', level: 1 }).waitFor()
    await page.getByLabel('Council or committee').focus()
    await page.keyboard.type('Town Council')
    await page.getByRole('button', { name: 'Show' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/meetings?organization=town-council**')
    await page.locator(`a[href$="${meeting}"]`).focus()
    await page.keyboard.press('Enter')
    await page.locator(`a[href$="/motions/${slug}"]`).first().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Who voted how' }).waitFor()
    await page.getByText('Cite', { exact: true }).focus()
    await page.keyboard.press('Enter')
    const number = slug.replace('motion-', '').toUpperCase()
    await page.getByText(new RegExp(`, Town Council, [\\w ]+ ${number}, “`)).waitFor()
    await follow('Hélène Boisclair')
    await page.getByRole('heading', { name: 'Hélène Boisclair', level: 1 }).waitFor()
    expect(errors).toEqual([])
    await page.context().close()
  })

  it.each(['', '/fr'])(
    '%s/lowmere/votes?view=grid is printed whole, in landscape',
    async (prefix) => {
      const { page } = await stage.browser.open(stage.service.url)
      await page.goto(`${stage.service.url}${prefix}/lowmere/votes?view=grid`)
      const paper = await page.pdf({ preferCSSPageSize: true })
      expect(paper.toString('latin1')).toContain('/MediaBox [0 0 792 612]')
      // Letter, less 2 cm, at 96 dots an inch.
      await page.setViewportSize({ width: 980, height: 740 })
      await page.emulateMedia({ media: 'print' })
      const tables = await page.locator('table.grid').all()
      const boxes = await Promise.all(tables.map((table) => table.boundingBox()))
      expect(boxes.length).toBeGreaterThan(0)
      expect(Math.max(...boxes.map((box) => box?.width ?? 0))).toBeLessThanOrEqual(landscape.width)
      const overflows = await page
        .locator('.scroll')
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).overflow))
      expect(new Set(overflows)).toEqual(new Set(['visible']))
      await page.context().close()
    },
  )

  it.each(['', '/fr'])(
    '%s/lowmere/people/helene-boisclair/compare has all columns on a phone',
    async (prefix) => {
      const { page } = await stage.browser.open(stage.service.url, { width: 375 })
      await page.goto(`${stage.service.url}${prefix}/lowmere/people/helene-boisclair/compare`)
      const hidden = await page
        .locator('.scroll')
        .evaluate((one) => one.scrollWidth - one.clientWidth)
      expect(hidden).toBe(0)
      await page.context().close()
    },
  )

  it('have their sections one tap away on a phone, without a script', async () => {
    const { page, errors } = await stage.browser.open(stage.service.url, {
      ...{ width: 375, script: false },
    })
    await page.goto(`${stage.service.url}/lowmere`)
    const menu = page.getByRole('navigation', { name: 'Sections' })
    expect(await menu.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu' }).click()
    await menu.getByRole('link', { name: 'By-laws' }).click()
    await page.getByRole('heading', { name: 'By-laws', level: 1 }).waitFor()
    expect(errors).toEqual([])
    await page.context().close()
  })

  it('show their sections where a browser has no popovers', async () => {
    const { page } = await stage.browser.open(stage.service.url, { width: 375 })
    await page.route('**/*', async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      await route.fulfill({
        response,
        body: text.replaceAll('popover=', 'data-popover=').replaceAll(':popover-open', ':unknown'),
      })
    })
    await page.goto(`${stage.service.url}/lowmere`)
    expect(await page.getByRole('link', { name: 'By-laws', exact: true }).first().isVisible()).toBe(
      true,
    )
    expect(await page.getByRole('button', { name: 'Menu' }).isVisible()).toBe(false)
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    await page.context().close()
  })

  it('show on paper what is folded away on a screen', async () => {
    const { page } = await stage.browser.open(stage.service.url)
    await page.goto(`${stage.service.url}${meeting}`)
    await page.emulateMedia({ media: 'print' })
    const agenda = page.getByText('Call to order').first()
    expect(await agenda.isVisible()).toBe(true)
    expect(await page.getByRole('search').isVisible()).toBe(false)
    await page.context().close()
  })
})
