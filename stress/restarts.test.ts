import { describe, it } from 'vitest'
import { runStressTest } from './kit/run-stress-test.ts'
import { startTests } from './stress-tests.ts'

describe('stress tests of npm start', () => {
  it.each(startTests)('$name: $about', runStressTest, 240_000)
})
