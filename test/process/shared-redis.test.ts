import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../support/process/checkout.ts'
import { type RedisServer, redisTitle, startRedis, withoutRedis } from '../support/process/redis.ts'
import { newReeve, type Reeve } from '../support/process/reeve.ts'

let reeve: Reeve
beforeEach(() => {
  reeve = newReeve()
})
afterEach(() => reeve.remove())

/** The error of a failed start: exit code 2, one line, nothing else. */
async function rejection(settings: Record<string, string>): Promise<string> {
  const { status, stdout, stderr } = await reeve.run(['serve'], { PORT: '0', ...settings })
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatch(/^reeve: [^\n]+\n$/)
  return stderr
}

describe('reeve serve with a REDIS_URL that cannot be used', () => {
  it('is rejected in one line without the password, before a database is created', async () => {
    const at = `127.0.0.1:${await freePort()}`
    const said = await rejection({ REDIS_URL: `redis://clerk:not-for-any-eyes@${at}/1` })
    expect(said).toBe(`reeve: REDIS_URL: cannot use ${at}: connect ECONNREFUSED ${at}\n`)
    expect(existsSync(join(reeve.folder, 'data'))).toBe(false)
  })
})

describe.skipIf(withoutRedis)(redisTitle('reeve serve with Redis'), () => {
  let redis: RedisServer
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.remove())

  it('allows other servers of the database with the same Redis, and none without', async () => {
    const shared = { REDIS_URL: redis.url }
    const one = await reeve.serve([], shared)
    const other = await reeve.serve([], shared)
    expect(await rejection({})).toMatch(
      /another Reeve process is already serving .* set the same REDIS_URL for both/,
    )
    for (const server of [one, other]) {
      server.signal('SIGTERM')
      expect(await server.ended).toMatchObject({ status: 0, stderr: '' })
    }
    const alone = await reeve.serve()
    expect(await rejection(shared)).toMatch(/a Reeve process without REDIS_URL is already serving /)
    alone.signal('SIGTERM')
    expect(await alone.ended).toMatchObject({ status: 0 })
  })

  it('exits cleanly while Redis is down', async () => {
    const server = await reeve.serve([], { REDIS_URL: redis.url })
    await redis.kill()
    await server.printed(/^.*Redis is down: .*$/m)
    server.signal('SIGTERM')
    expect(await server.ended).toMatchObject({ status: 0, stderr: '' })
    await redis.start()
  })
})
