import { describe, it } from 'vitest'
import { runStressTest } from './kit/run-stress-test.ts'
import { besideEachOther, reckoning } from './stress-tests.ts'

describe('the stress tests', () => {
  // Side by side, because one waits for a time limit of the server.
  it.concurrent.each(besideEachOther)('are passed: $name, $about', runStressTest)

  // By themselves: a service beside them would seem to be silent.
  it.each(reckoning)('are passed: $name, $about', runStressTest)
})
