import { describe, it } from 'vitest'
import { runStressTest } from './kit/run-stress-test.ts'
import { onSignIn } from './stress-tests.ts'

describe('stress tests of sign-in', () => {
  it.each(onSignIn)('$name: $about', runStressTest)
})
