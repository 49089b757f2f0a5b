import { describe, it } from 'vitest'
import { differential } from './differential.ts'
import { runStressTest } from './kit/run-stress-test.ts'
import { searches } from './searches.ts'

describe('the stress tests of both databases', () => {
  it.each([differential, searches])('$name: $about', runStressTest, 300_000)
})
