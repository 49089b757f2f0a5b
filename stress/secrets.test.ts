import { describe, it } from 'vitest'
import { runStressTest } from './kit/run-stress-test.ts'
import { secretTests } from './stress-tests.ts'

describe('stress tests of secrets', () => {
  it.each(secretTests)('$name: $about', runStressTest)
})
