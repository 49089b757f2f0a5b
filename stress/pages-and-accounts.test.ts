import { describe, it } from 'vitest'
import { runStressTest } from './kit/run-stress-test.ts'
import { accountTests, pageTests } from './stress-tests.ts'

describe('stress tests of accounts and pages', () => {
  it.each(accountTests)('$name: $about', runStressTest)
  it.each(pageTests)('$name: $about', runStressTest)
})
