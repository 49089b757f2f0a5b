import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { freePort } from '../../../test/support/process/checkout.ts'
import {
  type RedisServer,
  redisTitle,
  startRedis,
  withoutRedis,
} from '../../../test/support/process/redis.ts'
import { RedisError } from './redis-error.ts'
import { RedisLink } from './redis-link.ts'

const password = 'not-for-any-eyes'
const servers: (RedisServer | Server)[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    if ('remove' in server) await server.remove()
    else server.close()
  }
})

async function redisErrorOf(url: string): Promise<string> {
  const opened = await RedisLink.open(url, () => undefined).then(
    async (link) => {
      await link.close()
      return new Error('it was not refused')
    },
    (error: Error) => error,
  )
  expect(opened).toBeInstanceOf(RedisError)
  expect(opened.message).not.toMatch(/\n/)
  expect(opened.message).not.toContain(password)
  return opened.message
}

/** A server that calls `respond` with the first data of each connection. */
async function listen(respond: (socket: Socket) => void): Promise<number> {
  const port = await freePort()
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => respond(socket))
  })
  servers.push(server)
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return port
}

describe('a REDIS_URL that cannot be used', () => {
  it.each([
    'redis://',
    'redis://127.0.0.1/people',
    'redis://127.0.0.1:66000',
    `redis://:${password}@127.0.0.1/0/1`,
    `redis://:${password}@127.0.0.1/?db=2`,
  ])('rejects an invalid URL: %s', async (url) => {
    expect(await redisErrorOf(url)).toMatch(/^REDIS_URL must be redis:\/\//)
  })

  it('is rejected if the password has an unescaped percent sign', async () => {
    const reason = await redisErrorOf(`redis://u:${password}%zz@127.0.0.1:6379`)
    expect(reason).toMatch(
      /^REDIS_URL must be redis:.* a % in the password must be written as %25$/,
    )
  })

  it('is rejected if nothing listens on the port', async () => {
    const port = await freePort()
    const at = `127.0.0.1:${port}`
    expect(await redisErrorOf(`redis://:${password}@${at}`)).toBe(
      `REDIS_URL: cannot use ${at}: connect ECONNREFUSED ${at}`,
    )
    expect(await redisErrorOf('redis://nowhere.invalid')).toMatch(
      /^REDIS_URL: cannot use nowhere\.invalid: getaddrinfo /,
    )
  })

  it('is rejected if another service responds or closes the connection', async () => {
    const web = await listen((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    expect(await redisErrorOf(`redis://127.0.0.1:${web}`)).toMatch(/the server is not Redis$/)
    const rude = await listen((socket) => socket.destroy())
    expect(await redisErrorOf(`redis://127.0.0.1:${rude}`)).toMatch(/the server is not Redis$/)
  })

  it('is rejected if there is no response', async () => {
    const silent = await listen(() => undefined)
    expect(await redisErrorOf(`redis://127.0.0.1:${silent}`)).toMatch(/: no response within 3 s$/)
  })
})

describe.skipIf(withoutRedis)(redisTitle('a Redis that cannot be used'), () => {
  const start = async (...options: string[]) => {
    const server = await startRedis(options)
    servers.push(server)
    return server.port
  }

  it('is rejected if the password is missing or wrong', async () => {
    const port = await start('--requirepass', 'right')
    expect(await redisErrorOf(`redis://127.0.0.1:${port}`)).toMatch(/it requires a password/)
    const wrong = `redis://:${password}@127.0.0.1:${port}`
    expect(await redisErrorOf(wrong)).toMatch(/wrong user or password$/)
    expect(await redisErrorOf(`redis://clerk:${password}@127.0.0.1:${port}`)).toMatch(
      /wrong user or password/,
    )
    const link = await RedisLink.open(`redis://:right@127.0.0.1:${port}/3`, () => undefined)
    expect(link.up).toBe(true)
    await link.close()
  })

  it('is rejected if the database number does not exist', async () => {
    const port = await start()
    expect(await redisErrorOf(`redis://127.0.0.1:${port}/99`)).toMatch(
      /no database with this number$/,
    )
  })

  it('is rejected if Redis cannot write: a replica, a full server, a user without permission', async () => {
    const replica = await start('--replicaof', '127.0.0.1', '1')
    expect(await redisErrorOf(`redis://127.0.0.1:${replica}`)).toMatch(/it is a read-only replica/)
    const full = await start('--maxmemory', '1')
    expect(await redisErrorOf(`redis://127.0.0.1:${full}`)).toMatch(/its memory is full/)
    const user = ['clerk', 'on', `>${password}`, '~other:*', '+@all']
    const limited = await start('--user', ...user)
    const url = `redis://clerk:${password}@127.0.0.1:${limited}`
    expect(await redisErrorOf(url)).toMatch(/its user is not allowed/)
  })
})
