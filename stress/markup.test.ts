import { describe, it } from 'vitest'
import { browserTitle, withoutBrowser } from '../test/support/browser/browser.ts'
import { runStressTest } from './kit/run-stress-test.ts'
import { inBrowser } from './stress-tests.ts'

describe.skipIf(withoutBrowser)(browserTitle('the stress tests against pages'), () => {
  it.each(inBrowser)('$name: $about', runStressTest)
})
