import { describe, it } from 'vitest'
import { runStressTest } from './kit/run-stress-test.ts'
import { againstAccounts } from './stress-tests.ts'

describe('stress tests of accounts', () => {
  it.each(againstAccounts)('$name: $about', runStressTest)
})
