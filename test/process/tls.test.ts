import { chownSync, copyFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresServer, startPostgres } from '../support/database/postgres-server.ts'
import { type Authority, makeAuthority } from '../support/http/certificates.ts'
import { freePort } from '../support/process/checkout.ts'
import { type RedisServer, redisTitle, startRedis, withoutRedis } from '../support/process/redis.ts'
import { newReeve } from '../support/process/reeve.ts'

// The TLS settings of docs/how-to/grow.md.
const reeve = newReeve()
let authority: Authority
beforeAll(() => {
  authority = makeAuthority()
})
afterAll(async () => {
  authority.remove()
  await reeve.remove()
})

const unknownAuthority = /(unable to verify the first|self-signed) certificate/

describe('PostgreSQL over TLS', () => {
  let server: PostgresServer

  /** Gives the server a certificate for a name, which new connections get. */
  async function certify(name: string): Promise<void> {
    const { uid, gid } = statSync(server.folder)
    const made = authority.certify(name)
    for (const [from, to] of [
      [made.certificate, 'server.crt'],
      [made.key, 'server.key'],
    ] as const) {
      copyFileSync(from, join(server.folder, to))
      chownSync(join(server.folder, to), uid, gid)
    }
    await server.run('alter system set ssl = on')
    await server.run('select pg_reload_conf()')
  }

  const migrate = (options: string, environment: Record<string, string> = {}) =>
    reeve.run(['migrate'], { DATABASE_URL: `${server.url('reeve')}${options}`, ...environment })

  beforeAll(async () => {
    server = await startPostgres()
    await server.run('create database reeve')
    await reeve.create(server.url('reeve'))
    await certify('IP:127.0.0.1')
    while ((await server.run<{ ssl: string }>('show ssl'))[0]?.ssl !== 'on') await pause(20)
  })
  afterAll(() => server.remove())

  it.each(['sslmode=verify-full', 'sslmode=require', 'ssl=true'])(
    'rejects an unknown certificate authority with %s',
    async (options) => {
      const { status, stderr } = await migrate(`?${options}`)
      expect(status).toBe(2)
      expect(stderr).toMatch(unknownAuthority)
      expect(await migrate(`?${options}`, { NODE_EXTRA_CA_CERTS: authority.file })).toMatchObject({
        status: 0,
      })
    },
  )

  it('accepts the authority of sslrootcert', async () => {
    const given = `?sslmode=verify-full&sslrootcert=${authority.file}`
    expect(await migrate(given)).toMatchObject({ status: 0, stderr: '' })
  })

  it('verifies the host name, even with sslmode=require, and nothing with no-verify', async () => {
    await certify('DNS:elsewhere.example')
    for (const mode of ['verify-full', 'require', 'verify-ca']) {
      const rejected = () => migrate(`?sslmode=${mode}&sslrootcert=${authority.file}`)
      await expect.poll(async () => (await rejected()).stderr).toMatch(/does not match certificate/)
    }
    expect(await migrate('?sslmode=no-verify')).toMatchObject({ status: 0 })
  })
})

describe.skipIf(withoutRedis)(redisTitle('Redis over TLS'), () => {
  const servers: RedisServer[] = []
  afterAll(() => Promise.all(servers.map((server) => server.remove())))

  /** Starts a Redis with a certificate for a name; returns its URL. */
  async function startTls(name: string): Promise<string> {
    const port = String(await freePort())
    const { certificate, key } = authority.certify(name)
    const files = ['--tls-cert-file', certificate, '--tls-key-file', key]
    const trust = ['--tls-ca-cert-file', authority.file, '--tls-auth-clients', 'no']
    servers.push(await startRedis(['--tls-port', port, ...files, ...trust]))
    return `rediss://127.0.0.1:${port}`
  }

  const trusting = () => ({ NODE_EXTRA_CA_CERTS: authority.file })
  const rejection = async (settings: Record<string, string>) =>
    (await reeve.run(['serve'], { PORT: '0', ...settings })).stderr

  it('shares the rate limit if the authority is known, and is rejected otherwise', async () => {
    const url = await startTls('IP:127.0.0.1')
    expect(await rejection({ REDIS_URL: url })).toMatch(unknownAuthority)
    const server = await reeve.serve([], { REDIS_URL: url, METRICS: 'on', ...trusting() })
    const metrics = await fetch(`http://127.0.0.1:${server.port}/metrics`)
    expect(await metrics.text()).toContain('reeve_rate_limit_shared{worker="1"} 1')
  })

  it('is rejected if its certificate is for another name', async () => {
    const url = await startTls('DNS:elsewhere.example')
    expect(await rejection({ REDIS_URL: url, ...trusting() })).toMatch(/does not match certificate/)
  })
})
