import { expect, it } from 'vitest'
import { axeFindings, overflowOf, type Visit } from '../support/browser/browser.ts'
import { describeInBrowser } from '../support/browser/suite.ts'
import { addedKeyedPaths, addedOpenPaths, addedPaths } from '../support/service/endpoints.ts'

const operationCount = 26 + addedPaths.length + addedOpenPaths.length + addedKeyedPaths.length
describeInBrowser('the reference page', {}, (stage) => {
  async function visit(path: string, width: number): Promise<Visit> {
    const visited = await stage.browser.open(stage.service.url, { width })
    await visited.page.goto(stage.service.url + path)
    return visited
  }

  // `serve` prints the first path; a person may type the second, on a phone.
  it.each([
    ['/api/v1/docs', 1280],
    ['/api/v1/docs/', 375],
  ])(
    'shows every operation at %s without another origin, and runs "Try it out" with a key, at %d px',
    async (path, width) => {
      const { page, errors, requests } = await visit(path, width)
      await page.locator('.opblock').first().waitFor()
      expect(await page.locator('.opblock').count()).toBe(operationCount)
      expect(await page.title()).toBe('API reference · Reeve')
      expect(await page.locator('header.site a.name').textContent()).toBe('Town of Pemberley')
      expect(requests.length).toBeGreaterThan(4)
      await stage.browser.picture(page, `reference-${width}`)
      if (width === 375) {
        expect(await axeFindings(page)).toEqual([])
        await page.emulateMedia({ colorScheme: 'dark' })
        await page.locator('html.dark-mode').waitFor()
        expect(await axeFindings(page)).toEqual([])
        expect(await overflowOf(page)).toBeLessThanOrEqual(0)
      }
      await page.locator('button.authorize').click()
      const dialog = page.locator('.modal-ux')
      // Only the header is offered, so that a pasted key never gets into a URL.
      expect(await dialog.locator('input').count()).toBe(1)
      expect(await dialog.textContent()).toContain('X-API-Key')
      await page.keyboard.insertText(stage.service.key)
      await page.keyboard.press('Enter')
      await stage.browser.picture(page, `authorize-${width}`)
      await dialog.locator('button.btn-done').click()

      const operation = page.locator('#operations-Meetings-listMeetings')
      await operation.locator('.opblock-summary-control').click()
      await operation.locator('button.try-out__btn').click()
      await operation.locator('tr[data-param-name=municipality] input').fill('pemberley')
      await operation.locator('tr[data-param-name=per_page] input').fill('1')
      await operation.locator('button.execute').click()
      const response = operation.locator('.live-responses-table')
      await response.waitFor()
      await stage.browser.picture(page, `try-${width}`)
      expect(await response.locator('.response-col_status').last().textContent()).toContain('200')
      expect(await response.textContent()).toContain('2099-06-01')
      expect(requests.filter((url) => url.includes(stage.service.key))).toEqual([])
      expect(errors).toEqual([])
      await page.close()
    },
  )

  it('fits the screen without JavaScript, and links to the other documentation and the site', async () => {
    const { page } = await stage.browser.open(stage.service.url, { width: 375, script: false })
    await page.goto(`${stage.service.url}/api/v1/docs`)
    expect(await page.locator('noscript a').count()).toBe(2)
    expect(await page.locator('body').textContent()).toContain('This page needs JavaScript.')
    expect(await page.locator('meta[name=viewport]').getAttribute('content')).toContain(
      'width=device-width',
    )
    await page.locator('header.site a.name').click()
    expect(await page.title()).toBe('Overview · Town of Pemberley · Reeve')
    await page.close()
  })

  it('loads nothing from other origins, and cannot be framed', async () => {
    const response = await stage.service.call('/api/v1/docs')
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/https?:|upgrade-insecure-requests|[*]/)
  })
})
