import { describe, it } from 'vitest'
import { runStressTest } from './kit/run-stress-test.ts'
import { liveImports } from './stress-tests.ts'

describe('stress tests of sources', () => {
  it.each(liveImports)('$name: $about', runStressTest)
})
