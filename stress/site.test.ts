import { describe, it } from 'vitest'
import { runStressTest } from './kit/run-stress-test.ts'
import { siteLoad } from './stress-tests.ts'

describe('stress tests of the site', () => {
  it.each(siteLoad)('$name: $about', runStressTest)
})
