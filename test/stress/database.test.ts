import { describe, it } from 'vitest'
import { runStressTest } from './kit/run-stress-test.ts'
import { withPostgres } from './stress-tests.ts'

describe('the stress tests with PostgreSQL', () => {
  it.each(withPostgres)('are passed: $name, $about', runStressTest, 240_000)
})
