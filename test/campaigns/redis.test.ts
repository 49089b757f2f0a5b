import { describe, it } from 'vitest'
import { redisTitle, withoutRedis } from '../support/process/redis.ts'
import { withRedis } from './campaigns.ts'
import { withDatabases } from './kit/databases.ts'
import { win } from './kit/win.ts'
import { limitProcesses } from './limit-processes.ts'
import { revocations } from './revocations.ts'

describe.skipIf(withoutRedis)(redisTitle('the campaigns with Redis'), () => {
  it.each(withRedis)('are won: $name, $about', win, 180_000)
})

const ofProcesses = [limitProcesses, revocations]

describe.skipIf(withoutRedis)(redisTitle('the campaigns of several processes'), () => {
  it.each(ofProcesses)(
    'are won on PostgreSQL: $name, $about',
    (campaign) => withDatabases('postgres', [campaign], () => win(campaign)),
    180_000,
  )
})
