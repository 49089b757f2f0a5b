import { describe, it } from 'vitest'
import { runStressTest } from './kit/run-stress-test.ts'
import { accountTests } from './stress-tests.ts'

describe('stress tests of accounts', () => {
  it.each(accountTests)('$name: $about', runStressTest)
})
