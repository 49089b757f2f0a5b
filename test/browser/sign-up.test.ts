import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { overflowOf } from '../support/browser/browser.ts'
import { keyPattern, newcomersTo } from '../support/browser/newcomers.ts'
import { describeInBrowser } from '../support/browser/suite.ts'

const shell = promisify(execFile)

describeInBrowser('the site', { rateLimit: 5, baseUrlIsSite: true }, (stage) => {
  const { signUp, makeKey } = newcomersTo(stage)

  const runCommand = async (call: string): Promise<string> =>
    (await shell('bash', ['-c', `${call} -s -o /dev/null -w '%{http_code}'`])).stdout

  const tableRequests = async (page: Page): Promise<number> => {
    const cells = await page.locator('article table td').allTextContents()
    return cells.reduce((sum, cell) => sum + Number(cell), 0)
  }

  const ways = [
    { title: 'with a large window', width: 1280, script: true },
    { title: 'on a telephone without JavaScript', width: 375, script: false },
  ]

  describe.each(ways)('takes a new user to a key and back, $title', ({ width, script }) => {
    it('signs up, creates a key, copies it, uses it, sees its requests, revokes it', async () => {
      const visit = await stage.browser.open(stage.service.url, { width, script })
      const { page, errors } = visit
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
      for (let i = 0; i < 7; i += 1) statuses.push(await runCommand(call))
      expect(statuses).toEqual(['200', '200', '200', '200', '200', '429', '429'])

      await page.goto(`${stage.service.url}/settings/api-keys`)
      expect(await page.content()).not.toMatch(keyPattern)
      expect(await page.locator('article table.bars').count()).toBe(1)
      expect(await tableRequests(page)).toBe(7)
      expect(await page.locator('article').textContent()).not.toContain('never')
      await stage.browser.picture(page, `usage-${width}-${script}`)
      expect(await overflowOf(page)).toBeLessThanOrEqual(0)

      await page.getByText('Revoke…').click()
      await page.getByRole('button', { name: 'Revoke “Budget tracker”' }).click()
      await page.getByText('Revoked in the last 30 days').waitFor()
      expect(await runCommand(call)).toBe('401')
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByText('You are signed out.').waitFor()
      expect(errors).toEqual([])
      await page.context().close()
    })
  })
})
