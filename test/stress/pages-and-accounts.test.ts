import { describe, it } from 'vitest'
import { runStressTest } from './kit/run-stress-test.ts'
import { ofAccounts, ofSite } from './stress-tests.ts'

describe('stress tests of accounts and pages', () => {
  it.each(ofAccounts)('$name: $about', runStressTest)
  it.each(ofSite)('$name: $about', runStressTest)
})
