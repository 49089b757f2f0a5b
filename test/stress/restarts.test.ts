import { describe, it } from 'vitest'
import { runStressTest } from './kit/run-stress-test.ts'
import { ofStarts } from './stress-tests.ts'

describe('the stress tests of npm start', () => {
  it.each(ofStarts)('are passed: $name, $about', runStressTest, 240_000)
})
