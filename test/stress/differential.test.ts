import { describe, it } from 'vitest'
import { differential } from './differential.ts'
import { runStressTest } from './kit/run-stress-test.ts'

describe('the stress test of both databases', () => {
  it.each([differential])('$name: $about', runStressTest, 300_000)
})
