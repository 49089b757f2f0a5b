import { describe, it } from 'vitest'
import { runStressTest } from './kit/run-stress-test.ts'
import { signInTests } from './stress-tests.ts'

describe('stress tests of sign-in', () => {
  it.each(signInTests)('$name: $about', runStressTest)
})
