import { describe, it } from 'vitest'
import { runStressTest } from './kit/run-stress-test.ts'
import { cpuBound, inParallel } from './stress-tests.ts'

describe('stress tests of the transport', () => {
  // Concurrent, because one waits for a timeout of the server.
  it.concurrent.each(inParallel)('$name: $about', runStressTest)

  // These block the event loop, so a service in this process would not respond.
  it.each(cpuBound)('$name: $about', runStressTest)
})
