import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { describe, expect, it, vi } from 'vitest'
import { axeFindings, overflowOf, type Visit } from './support/browser.ts'
import { describeInBrowser } from './support/browser-suite.ts'
import { sitePages } from './support/site-pages.ts'

const shell = promisify(execFile)
const pageBytesMax = 100_000
const keyPattern = /rv_[0-9a-f]{64}/

describeInBrowser('the site', { rateLimit: 5, baseUrlIsSite: true }, (stage) => {
  let people = 0
  const newcomer = () => {
    people += 1
    return { email: `newcomer${people}@example.ca`, password: 'seven wet herons' }
  }

  async function signUp({ page }: Visit): Promise<void> {
    const { email, password } = newcomer()
    await page.goto(`${stage.service.url}/`)
    await page.getByRole('link', { name: 'API keys' }).first().click()
    await page.getByRole('link', { name: 'Make one' }).click()
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Make the account' }).click()
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()
  }

  async function makeKey({ page }: Visit, name: string): Promise<string> {
    await page.getByLabel('Name').fill(name)
    await page.getByRole('button', { name: 'Make the key' }).click()
    const key = (await page.locator('#key').textContent()) ?? ''
    expect(key).toMatch(keyPattern)
    return key
  }

  const ask = async (call: string): Promise<string> =>
    (await shell('bash', ['-c', `${call} -s -o /dev/null -w '%{http_code}'`])).stdout

  const chartedRequests = async (page: Page): Promise<number> => {
    const cells = await page.locator('article table td').allTextContents()
    return cells.reduce((sum, cell) => sum + Number(cell), 0)
  }

  const ways = [
    { title: 'with a large window', width: 1280, script: true },
    { title: 'on a telephone', width: 375, script: true },
    { title: 'without JavaScript', width: 1280, script: false },
    { title: 'on a telephone without JavaScript', width: 375, script: false },
  ]

  describe.each(ways)('leads a newcomer to a key and back, $title', ({ width, script }) => {
    it('signs up, makes a key, copies it, uses it, sees the chart move, revokes it', async () => {
      const visit = await stage.browser.open(stage.service.url, { width, script })
      const { page, faults } = visit
      await signUp(visit)
      const key = await makeKey(visit, 'Budget tracker')
      await stage.browser.picture(page, `key-${width}-${script}`)

      if (script) {
        await page.getByRole('button', { name: 'Copy the key' }).click()
        await page.getByRole('button', { name: 'Copy the key' }).getByText('Copied').waitFor()
        expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key)
        await page.getByRole('button', { name: 'Copy the call' }).click()
        await page.getByRole('button', { name: 'Copy the call' }).getByText('Copied').waitFor()
      } else {
        expect(await page.getByRole('button', { name: /^Copy/ }).count()).toBe(0)
      }
      const call = script
        ? ((await page.evaluate('navigator.clipboard.readText()')) as string)
        : ((await page.locator('#call').textContent()) ?? '')
      expect(call).toMatch(/^curl -H "X-API-Key: rv_\w+" "http\S+"$/)

      const statuses: string[] = []
      for (let i = 0; i < 7; i += 1) statuses.push(await ask(call))
      expect(statuses).toEqual(['200', '200', '200', '200', '200', '429', '429'])

      await page.goto(`${stage.service.url}/settings/api-keys`)
      expect(await page.content()).not.toMatch(keyPattern)
      expect(await page.locator('article figure.chart').count()).toBe(1)
      expect(await chartedRequests(page)).toBe(7)
      expect(await page.locator('article').textContent()).not.toContain('never')
      await stage.browser.picture(page, `chart-${width}-${script}`)
      expect(await overflowOf(page)).toBeLessThanOrEqual(0)

      await page.getByText('Revoke…').click()
      await page.getByRole('button', { name: 'Revoke “Budget tracker”' }).click()
      await page.getByText('Revoked in the last 30 days').waitFor()
      expect(await ask(call)).toBe('401')
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByText('You are signed out.').waitFor()
      expect(faults).toEqual([])
      await page.context().close()
    })
  })

  it('never shows a key again: by reload, back, a second tab, or the history', async () => {
    const visit = await stage.browser.open(stage.service.url, { expects: [409] })
    const { page } = visit
    await signUp(visit)
    await makeKey(visit, 'Once')
    const rows = () => stage.service.writing.db.selectFrom('api_keys').select('id').execute()
    const before = (await rows()).length
    // Reloading the answer to a form sends the form again.
    await page.reload()
    expect(await page.content()).not.toMatch(keyPattern)
    expect(await page.getByText('This form was sent before').count()).toBe(1)
    expect((await rows()).length).toBe(before)
    await page.goto(`${stage.service.url}/`)
    // Chromium keeps no copy of the answer: it asks whether to send the form again, which is an error to a program.
    for (const step of ['goBack', 'goBack', 'goForward', 'goForward'] as const) {
      await page[step]().catch(() => undefined)
      expect(await vi.waitFor(() => page.content())).not.toMatch(keyPattern)
    }
    const tab = await page.context().newPage()
    await tab.goto(`${stage.service.url}/settings/api-keys`)
    expect(await tab.content()).not.toMatch(keyPattern)
    expect((await rows()).length).toBe(before)
    await page.context().close()
  })

  it.each(sitePages)('$path is fit to be read by everybody', async (one) => {
    const { path, status, signedIn, title } = one
    const visit = await stage.browser.open(stage.service.url, {
      expects: status === 200 ? [] : [status],
    })
    const { page, faults, requests } = visit
    if (signedIn) {
      await signUp(visit)
      await makeKey(visit, 'Looked at')
    }
    const answer = await page.goto(stage.service.url + path)
    expect(answer?.status()).toBe(status)
    expect((await answer?.body())?.length).toBeLessThan(pageBytesMax)
    expect(await page.title()).toBe(title)
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 900 })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await stage.browser.picture(
          page,
          `page${path.replaceAll('/', '-')}-${width}-${colorScheme}`,
        )
        const seen = `${width} px, ${colorScheme}`
        expect(await overflowOf(page), seen).toBeLessThanOrEqual(0)
        expect(await axeFindings(page), seen).toEqual([])
      }
    }
    expect(requests.length).toBeGreaterThan(1)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('stays in its frame and finds no fault with long texts, a chart, a new key and wrong fields', async () => {
    const visit = await stage.browser.open(stage.service.url, { width: 375, expects: [400] })
    const { page, faults } = visit
    const email = `${'m'.repeat(120)}@example.ca`
    await page.goto(`${stage.service.url}/signup`)
    await page.getByLabel('E-mail address').fill('nobody')
    await page.getByRole('button', { name: 'Make the account' }).click()
    expect(await page.getByText('Use at least 8 characters').count()).toBe(1)
    expect(await axeFindings(page)).toEqual([])
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill('seven wet herons')
    await page.getByRole('button', { name: 'Make the account' }).click()
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
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('can be used by keyboard alone', async () => {
    const visit = await stage.browser.open(stage.service.url)
    const { page, faults } = visit
    const { email, password } = newcomer()
    await page.goto(`${stage.service.url}/signup`)
    await page.keyboard.press('Tab')
    expect(await page.locator(':focus').textContent()).toContain('Skip to the content')
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
    expect(faults).toEqual([])
    await page.context().close()
  })
})
