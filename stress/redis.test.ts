import { describe, it } from 'vitest'
import { redisTitle, withoutRedis } from '../test/support/process/redis.ts'
import { withDatabases } from './kit/databases.ts'
import { runStressTest } from './kit/run-stress-test.ts'
import { limitProcesses } from './limit-processes.ts'
import { revocations } from './revocations.ts'
import { withRedis } from './stress-tests.ts'

describe.skipIf(withoutRedis)(redisTitle('the stress tests with Redis'), () => {
  it.each(withRedis)('$name: $about', runStressTest, 180_000)
})

const ofProcesses = [limitProcesses, revocations]

describe.skipIf(withoutRedis)(redisTitle('the stress tests of several processes'), () => {
  it.each(ofProcesses)(
    'on PostgreSQL, $name: $about',
    (test) => withDatabases('postgres', [test], () => runStressTest(test)),
    180_000,
  )
})
