import { describe, it } from 'vitest'
import { browserTitle, withoutBrowser } from '../support/browser.ts'
import { csrf } from './csrf.ts'
import { enumeration } from './enumeration.ts'
import { win } from './kit/win.ts'
import { markup } from './markup.ts'
import { races } from './races.ts'
import { sessions } from './sessions.ts'
import { shownOnce } from './shown-once.ts'
import { signInFlood } from './sign-in-flood.ts'
import { siteCanaries } from './site-canaries.ts'

describe('the campaigns against the site', () => {
  it.each([csrf, sessions, shownOnce, races, enumeration, signInFlood, siteCanaries])(
    'are won: $name, $about',
    win,
  )
})

describe.skipIf(withoutBrowser)(browserTitle('the campaigns against pages'), () => {
  it.each([markup])('are won: $name, $about', win)
})
