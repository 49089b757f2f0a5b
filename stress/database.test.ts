import { describe, it } from 'vitest'
import { runStressTest } from './kit/run-stress-test.ts'
import { withPostgres } from './stress-tests.ts'

describe('stress tests of PostgreSQL failures', () => {
  it.each(withPostgres)('$name: $about', runStressTest, 240_000)
})
