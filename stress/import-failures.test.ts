import { describe, it } from 'vitest'
import { runStressTest } from './kit/run-stress-test.ts'
import { importFailures } from './stress-tests.ts'

describe('stress tests of imports that fail', () => {
  it.each(importFailures)('$name: $about', runStressTest, 240_000)
})
