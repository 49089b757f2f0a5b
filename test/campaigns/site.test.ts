import { describe, it } from 'vitest'
import { browserTitle, withoutBrowser } from '../support/browser/browser.ts'
import { againstPages, againstSite } from './campaigns.ts'
import { win } from './kit/win.ts'

describe('the campaigns against the site', () => {
  it.each(againstSite)('are won: $name, $about', win)
})

describe.skipIf(withoutBrowser)(browserTitle('the campaigns against pages'), () => {
  it.each(againstPages)('are won: $name, $about', win)
})
