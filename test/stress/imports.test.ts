import { describe, it } from 'vitest'
import { runStressTest } from './kit/run-stress-test.ts'
import { importTests } from './stress-tests.ts'

describe('the stress tests against imports', () => {
  it.each(importTests)('are passed: $name, $about', runStressTest, 240_000)
})
