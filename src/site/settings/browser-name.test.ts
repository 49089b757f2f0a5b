import { describe, expect, it } from 'vitest'
import { english } from '../locale.ts'
import { browserName } from './account.pages.tsx'

describe('the name of a browser', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    ['council-bot', 'council-bot'],
    ['', 'Unknown browser'],
    [null, 'Unknown browser'],
  ])('%j is %s', (userAgent, name) => {
    expect(browserName(userAgent, english)).toBe(name)
  })
})
