import { describe, it } from 'vitest'
import { runStressTest } from './kit/run-stress-test.ts'
import { ofImports } from './stress-tests.ts'

describe('the stress tests against imports', () => {
  it.each(ofImports)('are passed: $name, $about', runStressTest, 240_000)
})
