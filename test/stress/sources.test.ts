import { describe, it } from 'vitest'
import { runStressTest } from './kit/run-stress-test.ts'
import { fromServers } from './stress-tests.ts'

describe('stress tests of sources', () => {
  it.each(fromServers)('are passed: $name, $about', runStressTest)
})
