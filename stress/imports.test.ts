import { describe, it } from 'vitest'
import { runStressTest } from './kit/run-stress-test.ts'
import { importTests } from './stress-tests.ts'

describe('stress tests of imports', () => {
  it.each(importTests)('$name: $about', runStressTest, 240_000)
})
