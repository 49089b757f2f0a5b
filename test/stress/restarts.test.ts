import { describe, it } from 'vitest'
import { runStressTest } from './kit/run-stress-test.ts'
import { startTests } from './stress-tests.ts'

describe('the stress tests of npm start', () => {
  it.each(startTests)('are passed: $name, $about', runStressTest, 240_000)
})
