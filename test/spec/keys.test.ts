import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listKeys, revokeKey } from '../../src/access/queries.ts'
import { sendRequest } from '../support/http/raw.ts'
import { addresses, ocdPaths } from '../support/service/endpoints.ts'
import { expectError, expectList } from '../support/service/expect.ts'
import { type Service, startService } from '../support/service/service.ts'

let service: Service
let paths: Map<string, string>
beforeAll(async () => {
  service = await startService({ rateLimit: 100 })
  paths = await addresses(service, 'pemberley')
})
afterAll(() => service.stop())

const meetings = '/api/v1/pemberley/meetings'
const unknownKey = `rv_${'0'.repeat(64)}`

const keyed = () => [...paths.values()].filter((path) => path.startsWith('/api/v1/pemberley/'))
const withKey = (path: string, key: string) =>
  `${path}${path.includes('?') ? '&' : '?'}apikey=${key}`

describe('5.1: who needs a key', () => {
  it('5.1: all v1 data endpoints require an API key', async () => {
    expect(keyed()).toHaveLength(12)
    const key = await service.newKey()
    for (const path of keyed()) {
      expectError(await service.call(path), 'MISSING_API_KEY')
      expectError(await service.call(path, { key: unknownKey }), 'INVALID_API_KEY')
      expect((await service.call(path, { key })).status).toBe(200)
    }
  })

  it('5.1: the health endpoint and the OCD endpoints need none', async () => {
    const open = [...paths.values()].filter((path) => !keyed().includes(path))
    expect(open).toHaveLength(1 + ocdPaths.length)
    for (const path of open) expect((await service.call(path)).status).toBe(200)
  })

  it('5.1: an invalid key has no effect if none is needed', async () => {
    for (const path of ['/api/v1/health', '/api/ocd/pemberley/', '/api/ocd/pemberley/events']) {
      expect((await service.call(path, { key: unknownKey })).status).toBe(200)
      expect((await service.call(withKey(path, 'x'))).status).toBe(200)
    }
  })
})

describe('5.2 and 5.5: the key', () => {
  it('5.2: a prefix of 3 characters ending in an underscore, then 64 hexadecimal characters; 67 in total', async () => {
    const key = await service.newKey()
    expect(key).toMatch(/^rv_[0-9a-f]{64}$/)
    expect(key).toHaveLength(67)
    expect(await service.newKey()).not.toBe(key)
  })

  it('5.5: the service stores only a SHA-256 hash, so a key cannot be retrieved later', async () => {
    const key = await service.newKey()
    const rows = await service.writing.db.selectFrom('api_keys').selectAll().execute()
    const hash = createHash('sha256').update(key).digest('hex')
    const row = rows.find((kept) => kept.hash === hash)
    expect(row).toMatchObject({ prefix: key.slice(0, 11), revoked_at: null })
    expect(JSON.stringify(rows)).not.toContain(key.slice(11))
  })

  it('5.4: an account may hold several keys, each of which works', async () => {
    const keys = [await service.newKey(), await service.newKey()]
    for (const key of keys) expect((await service.call(meetings, { key })).status).toBe(200)
    const kept = await listKeys(service.writing.db)
    const prefixes = kept.map(({ prefix }) => prefix)
    expect(prefixes).toEqual(expect.arrayContaining(keys.map((key) => key.slice(0, 11))))
    expect(new Set(kept.map(({ email }) => email)).size).toBe(1)
  })
})

describe('5.3: ways to present the key', () => {
  it('5.3: header X-API-Key, whatever the case of its name', async () => {
    const key = await service.newKey()
    for (const name of ['X-API-Key', 'x-api-key', 'X-Api-Key']) {
      expectList(await service.call(meetings, { headers: { [name]: key } }))
    }
  })

  it('5.3: query parameter apikey', async () => {
    const key = await service.newKey()
    expectList(await service.call(withKey(meetings, key)))
    expectList(await service.call(`${meetings}?per_page=3&apikey=${key}&type=Public%20Hearing`))
    expectList(await service.call(`${meetings}?%61pikey=${key}`))
  })

  it('5.3: no other way: other parameters, bearer tokens and cookies are not accepted', async () => {
    const key = await service.newKey()
    for (const name of ['api_key', 'APIKEY', 'apiKey', 'key', 'x-api-key']) {
      expectError(await service.call(`${meetings}?${name}=${key}`), 'MISSING_API_KEY')
    }
    for (const headers of [
      { authorization: `Bearer ${key}` },
      { cookie: `apikey=${key}` },
      { apikey: key },
    ]) {
      expectError(
        await service.call(meetings, { headers: headers as Record<string, string> }),
        'MISSING_API_KEY',
      )
    }
  })

  it('5.9: the header wins over the query', async () => {
    const [headerKey, queryKey] = [await service.newKey(), await service.newKey()]
    const path = '/api/v1/pemberley/test'
    const id = (await service.call(path, { key: headerKey })).json.apiKeyId
    expect((await service.call(withKey(path, queryKey), { key: headerKey })).json.apiKeyId).toBe(id)
    expect((await service.call(withKey(path, unknownKey), { key: headerKey })).json.apiKeyId).toBe(
      id,
    )
  })

  it('5.9: a non-empty invalid header is rejected even with a valid key in the query', async () => {
    const path = withKey(meetings, await service.newKey())
    for (const key of [unknownKey, 'x', 'rv_', 'undefined', '"']) {
      expectError(await service.call(path, { key }), 'INVALID_API_KEY')
    }
  })

  it('an empty header counts as absent', async () => {
    expectError(await service.call(meetings, { key: '' }), 'MISSING_API_KEY')
    expectError(await service.call(meetings, { headers: { 'x-api-key': '  ' } }), 'MISSING_API_KEY')
    expectList(await service.call(withKey(meetings, await service.newKey()), { key: '' }))
  })

  it('an empty parameter counts as absent', async () => {
    expectError(await service.call(`${meetings}?apikey=`), 'MISSING_API_KEY')
    expectError(await service.call(`${meetings}?apikey`), 'MISSING_API_KEY')
    expectList(await service.call(`${meetings}?apikey=`, { key: await service.newKey() }))
  })

  it('a repeated parameter is an error, even with the same valid key twice', async () => {
    const key = await service.newKey()
    for (const query of [
      `apikey=${key}&apikey=${key}`,
      `apikey=${key}&apikey=x`,
      `apikey=${key}&apikey=`,
    ]) {
      expectError(await service.call(`${meetings}?${query}`), 'INVALID_API_KEY')
    }
  })

  it('a repeated header is 401, even with the same valid key twice', async () => {
    const key = await service.newKey()
    for (const values of [
      [key, key],
      [key, 'x'],
    ]) {
      const response = await sendRequest(service, meetings, { headers: { 'x-api-key': values } })
      expect(JSON.parse(response.body).error.code).toBe('INVALID_API_KEY')
      expect(response.status).toBe(401)
    }
  })
})

describe('5.6: outcomes', () => {
  it('5.6: neither header nor query parameter present: 401 MISSING_API_KEY', async () => {
    expectError(await service.call(meetings), 'MISSING_API_KEY')
  })

  it('5.6: key unknown or malformed: 401 INVALID_API_KEY', async () => {
    const key = await service.newKey()
    for (const wrong of [
      unknownKey,
      key.slice(0, -1),
      `${key}0`,
      key.toUpperCase(),
      key.slice(3),
      `xx_${key.slice(3)}`,
      key.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      `${key.slice(0, 66)}g`,
      "' or 1=1 --",
      'x'.repeat(4000),
    ]) {
      expectError(await service.call(meetings, { key: wrong }), 'INVALID_API_KEY')
      const encoded = encodeURIComponent(wrong)
      expectError(await service.call(withKey(meetings, encoded)), 'INVALID_API_KEY')
    }
    for (const bytes of ['%00', `${key}%00`, '%FF', '%', `${key}%20`]) {
      expectError(await service.call(withKey(meetings, bytes)), 'INVALID_API_KEY')
    }
  })

  it('5.6: a malformed key is rejected without a statement', async () => {
    const key = await service.newKey()
    await service.call(meetings, { key })
    service.statements.length = 0
    const malformed = [key.slice(1), `${key}0`, `rv-${key.slice(3)}`, `"${key}"`, `Bearer ${key}`]
    for (const wrong of [...malformed, key.toUpperCase(), `${key},${key}`, 'rv_', 'null', '*'])
      expectError(await service.call(meetings, { key: wrong }), 'INVALID_API_KEY')
    expect(service.statements).toEqual([])
  })

  it('5.6: a revoked key: 401 INVALID_API_KEY, from its revocation on', async () => {
    const key = await service.newKey()
    const check = await service.call('/api/v1/pemberley/test', { key })
    expect(check.status).toBe(200)
    await revokeKey(service.writing.db, check.json.apiKeyId, new Date().toISOString())
    for (const path of keyed()) {
      expectError(await service.call(path, { key }), 'INVALID_API_KEY')
      expectError(await service.call(withKey(path, key)), 'INVALID_API_KEY')
    }
  })

  it('5.6: a revoked key is rejected even if the response would be 304', async () => {
    const key = await service.newKey()
    const check = await service.call('/api/v1/pemberley/test', { key })
    const etag = (await service.call(meetings, { key })).headers.get('etag') ?? ''
    const headers = { 'if-none-match': etag }
    expect((await service.call(meetings, { key, headers })).status).toBe(304)
    await revokeKey(service.writing.db, check.json.apiKeyId, new Date().toISOString())
    expectError(await service.call(meetings, { key, headers }), 'INVALID_API_KEY')
  })

  it('5.6: 401 messages do not repeat the key', async () => {
    const message = expectError(
      await service.call(meetings, { key: unknownKey }),
      'INVALID_API_KEY',
    )
    expect(message).not.toContain(unknownKey.slice(0, 20))
  })
})

describe('5.7: X-RateLimit-Limit', () => {
  it('5.7: every authenticated response carries X-RateLimit-Limit with value 100', async () => {
    const key = await service.newKey()
    const etag = (await service.call(meetings, { key })).headers.get('etag') ?? ''
    const responses = [
      ...(await Promise.all(keyed().map((path) => service.call(path, { key })))),
      await service.call(meetings, { key, headers: { 'if-none-match': etag } }),
      await service.call(meetings, { key, method: 'HEAD' }),
      await service.call(`${meetings}?per_page=0`, { key }),
      await service.call(`${meetings}/nothing`, { key }),
      await service.call('/api/v1/nowhere/meetings', { key }),
      await service.call('/api/v1/pemberley/search?q=x&type=x', { key }),
      await service.call(withKey(meetings, key)),
    ]
    const statuses = new Set(responses.map(({ status }) => status))
    expect(statuses).toEqual(new Set([200, 304, 400, 404]))
    for (const { headers } of responses) expect(headers.get('x-ratelimit-limit')).toBe('100')
  })

  it('5.7: a response without a valid key does not carry it', async () => {
    for (const response of [
      await service.call(meetings),
      await service.call(meetings, { key: unknownKey }),
      await service.call('/api/v1/health'),
      await service.call('/api/ocd/pemberley/events'),
      await service.call('/api/v1/pemberley/nothing', { key: await service.newKey() }),
    ]) {
      expect(response.headers.has('x-ratelimit-limit')).toBe(false)
    }
  })
})
