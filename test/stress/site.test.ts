import { describe, it } from 'vitest'
import { runStressTest } from './kit/run-stress-test.ts'
import { onSite } from './stress-tests.ts'

describe('stress tests of the site', () => {
  it.each(onSite)('$name: $about', runStressTest)
})
