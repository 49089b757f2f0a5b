import { beforeAll, expect, it } from 'vitest'
import { recordCheck } from '../support/browser/evidence.ts'
import { keyboardFindings, mediaFindings, spacingFindings } from '../support/browser/keyboard.ts'
import { newcomersTo } from '../support/browser/newcomers.ts'
import { describeInBrowser } from '../support/browser/suite.ts'
import { recordPages, replaceWardsOf, sampleInJune } from '../support/sample/record-pages.ts'

const sitePaths = ['/about', '/accessibility', '/status', '/docs', '/docs/search', '/docs/errors']
const openPages = [
  ...[...recordPages, ...sitePaths, '/signup', '/login', '/lowmere/absent'],
  ...['/fr/lowmere', '/fr/lowmere/votes', '/fr/about', '/fr/signup'],
]
const ownPages = ['/settings/api-keys', '/settings/account', '/fr/settings/account']

describeInBrowser('a reader with a keyboard', { ...sampleInJune, baseUrlIsSite: true }, (stage) => {
  const { signUp, makeKey } = newcomersTo(stage)
  beforeAll(() => replaceWardsOf(stage.service))

  it.each(openPages)('reaches all of %s, sees where the focus is, and can leave', async (path) => {
    const { page } = await stage.browser.keep(stage.service.url, { expects: [404] })
    await page.goto(stage.service.url + path)
    expect(await keyboardFindings(page)).toEqual({})
  })

  it('reaches all of the pages of an account', async () => {
    const visit = await stage.browser.open(stage.service.url)
    await signUp(visit)
    await makeKey(visit, 'By keyboard')
    for (const path of ownPages) {
      await visit.page.goto(stage.service.url + path)
      expect(await keyboardFindings(visit.page), path).toEqual({})
    }
    await visit.page.context().close()
  })

  it.each(openPages)(
    'can space the text of %s, and nothing on it moves or listens',
    async (path) => {
      const { page } = await stage.browser.keep(stage.service.url, { expects: [404] })
      await page.goto(stage.service.url + path)
      expect(await mediaFindings(page)).toEqual({})
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await spacingFindings(page), `${width} px`).toEqual([])
      }
    },
  )

  it.each(['/lowmere', '/fr/lowmere'])(
    'finds the same header and footer below %s',
    async (base) => {
      const { page } = await stage.browser.keep(stage.service.url)
      const pages = recordPages.map((path) => path.replace(/^\/lowmere/, base))
      const texts = new Set<string>()
      for (const path of pages) {
        await page.goto(stage.service.url + path)
        const sections = await page.locator('nav.sections a').allTextContents()
        const footer = await page.locator('footer.site a').allTextContents()
        texts.add(JSON.stringify({ sections, footer: footer.slice(-4) }))
      }
      const problems = texts.size === 1 ? [] : [...texts]
      expect(await recordCheck(page, 'header and footer are the same', problems)).toEqual([])
    },
  )
})
