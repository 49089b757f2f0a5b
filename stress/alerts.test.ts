import { describe, it } from 'vitest'
import { runStressTest } from './kit/run-stress-test.ts'
import { alertTests } from './stress-tests.ts'

describe('stress tests of e-mail alerts', () => {
  it.each(alertTests)('$name: $about', runStressTest, 600_000)
})
