import { describe, it } from 'vitest'
import { runStressTest } from './kit/run-stress-test.ts'
import { againstSite } from './stress-tests.ts'

describe('stress tests of the site', () => {
  it.each(againstSite)('$name: $about', runStressTest)
})
