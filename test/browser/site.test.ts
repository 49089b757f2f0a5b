import { expect, it } from 'vitest'
import { axeFindings, axeFindingsInSchemes, overflowOf } from '../support/browser/browser.ts'
import { recordCheck } from '../support/browser/evidence.ts'
import { keyPattern, newcomersTo } from '../support/browser/newcomers.ts'
import { describeInBrowser } from '../support/browser/suite.ts'
import { frenchPages, sitePages } from '../support/site/pages.ts'

describeInBrowser('the site', { rateLimit: 5, baseUrlIsSite: true }, (stage) => {
  const { newcomer, signUp, makeKey } = newcomersTo(stage)

  it('never shows a key again: on reload, back, in a second tab, or from the history', async () => {
    const visit = await stage.browser.open(stage.service.url, { expects: [409] })
    const { page } = visit
    await signUp(visit)
    await makeKey(visit, 'Once')
    const rows = () => stage.service.writing.db.selectFrom('api_keys').select('id').execute()
    const before = (await rows()).length
    // Reloading the response to a form sends the form again.
    await page.reload()
    expect(await page.content()).not.toMatch(keyPattern)
    expect(await page.getByText('This form was already sent').count()).toBe(1)
    expect((await rows()).length).toBe(before)
    await page.goto(`${stage.service.url}/`)
    // Chromium keeps no copy of the response, and fails instead of sending the form again.
    for (const step of ['goBack', 'goBack', 'goForward', 'goForward'] as const) {
      await page[step]().catch(() => undefined)
      await expect.poll(() => page.content()).not.toMatch(keyPattern)
    }
    const tab = await page.context().newPage()
    await tab.goto(`${stage.service.url}/settings/api-keys`)
    expect(await tab.content()).not.toMatch(keyPattern)
    expect((await rows()).length).toBe(before)
    await page.context().close()
  })

  // The pages about records are looked at in explore.test.ts.
  const others = [...sitePages, ...frenchPages].filter(
    ({ path, status }) => status !== 200 || !path.startsWith('/pemberley/'),
  )
  const look = async ({ status, signedIn }: (typeof others)[number]) => {
    const expects = status === 200 ? [] : [status]
    if (!signedIn) return stage.browser.keep(stage.service.url, { expects })
    const visit = await stage.browser.open(stage.service.url)
    await signUp(visit)
    await makeKey(visit, 'Looked at')
    return visit
  }

  it.each(others)('$path is accessible', async (one) => {
    const { path, status } = one
    const { page, errors, requests } = await look(one)
    const response = await page.goto(stage.service.url + path)
    expect(response?.status()).toBe(status)
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 900 })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await stage.browser.picture(
          page,
          `page${path.replaceAll('/', '-')}-${width}-${colorScheme}`,
        )
        expect(await overflowOf(page), `${width} px`).toBeLessThanOrEqual(0)
      }
      expect(await axeFindingsInSchemes(page), `${width} px`).toEqual([])
    }
    expect(requests.length).toBeGreaterThan(0)
    expect(errors).toEqual([])
    if (one.signedIn) await page.context().close()
  })

  it('announces what was copied', async () => {
    const { page, errors } = await stage.browser.open(stage.service.url)
    await page.goto(`${stage.service.url}/docs/limits`)
    expect(await page.getByRole('status').textContent()).toBe('')
    await page.locator('button.copy').first().click()
    await page.getByRole('status').getByText('Copied').waitFor()
    await recordCheck(page, 'a message is announced', [])
    expect(errors).toEqual([])
    await page.context().close()
  })

  it('has links of at least 24 px in the index of the documentation, in any font', async () => {
    const { page } = await stage.browser.open(stage.service.url)
    await page.goto(`${stage.service.url}/docs`)
    const links = await page.locator('ul.pages a').all()
    const boxes = await Promise.all(links.map((link) => link.boundingBox()))
    expect(boxes.length).toBeGreaterThan(10)
    // WCAG 2.2, 2.5.8.
    expect(Math.min(...boxes.map((box) => box?.height ?? 0))).toBeGreaterThanOrEqual(24)
    await page.context().close()
  })

  it('has a search box that shrinks with the window, also in a wide font', async () => {
    const { page } = await stage.browser.open(stage.service.url, { width: 320 })
    for (const path of ['/', '/pemberley', '/fr/pemberley']) {
      await page.goto(stage.service.url + path)
      // A font with letters as wide as those of Inter.
      await page.evaluate("document.querySelector('header.site input').style.fontSize = '1.5rem'")
      expect(await overflowOf(page), path).toBeLessThanOrEqual(0)
    }
    await page.context().close()
  })

  it('has no overflow and no browser errors with long texts, a chart, a new key and invalid fields', async () => {
    const visit = await stage.browser.open(stage.service.url, { width: 375, expects: [400] })
    const { page, errors } = visit
    const email = `${'m'.repeat(120)}@example.ca`
    await page.goto(`${stage.service.url}/signup`)
    await page.getByLabel('E-mail address').fill('nobody')
    await page.getByRole('button', { name: 'Create account' }).click()
    const [wrong] = await page.getByText('Use at least 8 characters').all()
    expect(await recordCheck(page, 'a wrong field is named', wrong ? [] : ['unnamed'])).toEqual([])
    expect(await axeFindings(page)).toEqual([])
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill('seven wet herons')
    await page.getByRole('button', { name: 'Create account' }).click()
    const key = await makeKey(visit, 'W'.repeat(64))
    await stage.service.v1('meetings', { key })
    expect(await axeFindings(page)).toEqual([])
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    await page.goto(`${stage.service.url}/settings/api-keys`)
    await page.getByText('Revoke…').click()
    for (const width of [320, 375, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await overflowOf(page), `${width} px`).toBeLessThanOrEqual(0)
    }
    await stage.browser.picture(page, 'long')
    expect(await axeFindings(page)).toEqual([])
    expect(errors).toEqual([])
    await page.context().close()
  })

  it('can be used by keyboard alone', async () => {
    const visit = await stage.browser.open(stage.service.url)
    const { page, errors } = visit
    const { email, password } = newcomer()
    await page.goto(`${stage.service.url}/signup`)
    await page.keyboard.press('Tab')
    expect(await page.locator(':focus').textContent()).toContain('Skip to content')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type(email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/settings/api-keys')
    await page.getByLabel('Name').focus()
    await page.keyboard.type('By keyboard')
    await page.keyboard.press('Enter')
    await page.locator('#key').waitFor()
    await page.getByText('Revoke…').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Revoked in the last 30 days').waitFor()
    expect(errors).toEqual([])
    await page.context().close()
  })
})
