import { describe, it } from 'vitest'
import { runStressTest } from './kit/run-stress-test.ts'
import { cpuBound, inParallel } from './stress-tests.ts'

describe('the stress tests', () => {
  // Side by side, because one waits for a time limit of the server.
  it.concurrent.each(inParallel)('are passed: $name, $about', runStressTest)

  // By themselves: a service beside them would seem to be silent.
  it.each(cpuBound)('are passed: $name, $about', runStressTest)
})
