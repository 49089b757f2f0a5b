import { once } from 'node:events'
import { type IncomingHttpHeaders, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listKeys, revokeKey } from '../../src/access/queries.ts'
import type { WriteStore } from '../../src/store/open.ts'
import { addresses } from '../support/service/endpoints.ts'
import { importRecords } from '../support/service/import-records.ts'
import { type Service, startService } from '../support/service/service.ts'
import { town, townRecords } from '../support/towns/town.ts'

let cached: Service
let plain: Service
let paths: string[]
beforeAll(async () => {
  // One URL, since records have the URL of their page.
  const siteUrl = 'https://reeve.example'
  cached = await startService({ prepare: sameSecret, settings: { siteUrl } })
  plain = await startService({ prepare: sameSecret, settings: { siteUrl, pageCache: 0 } })
  const allPaths = [...(await addresses(plain, town.slug)).values()]
  // The key check depends on the key, and has its own test below.
  paths = allPaths.filter((path) => !/\/(docs|openapi\.json|test)$/.test(path))
})
afterAll(async () => {
  await cached.stop()
  await plain.stop()
})

// The secret that signs cursors, so that both services return the same ones.
const sameSecret = (store: WriteStore) =>
  store.db.updateTable('secrets').set({ value: 'c2FtZQ' }).where('name', '=', 'cursor').execute()

interface RequestOptions {
  method?: string
  headers?: Record<string, string>
}

interface Given {
  status: number
  headers: IncomingHttpHeaders
  body: string
  requestId: string
}

const readers: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
}

/** A response without what differs between requests, decompressed. */
async function fetchWith(
  { port, key }: Service,
  path: string,
  { method = 'GET', headers = {} }: RequestOptions = {},
): Promise<Given> {
  const sent = request({
    port,
    path,
    method,
    headers: { 'x-api-key': key, ...headers },
    agent: false,
  })
  sent.end()
  const [response] = await once(sent, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  const { 'x-request-id': requestId, date: _, ratelimit: __, ...others } = response.headers
  const encoding = others['content-encoding']
  if (encoding !== undefined) {
    // Content-Length and Transfer-Encoding may differ between equal compressed responses.
    delete others['content-length']
    delete others['transfer-encoding']
  }
  const read = bytes.length > 0 && encoding !== undefined ? readers[encoding]?.(bytes) : bytes
  const body = String(read).replaceAll(requestId, '<request id>')
  return { status: response.statusCode, headers: others, body, requestId }
}

const ways: [string, RequestOptions][] = [
  ['without options', {}],
  ['with gzip', { headers: { 'accept-encoding': 'gzip' } }],
  ['with br', { headers: { 'accept-encoding': 'br' } }],
  ['as sent by browsers', { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } }],
  ['with odd encodings', { headers: { 'accept-encoding': 'gzip;q=0.5, br;q=0, *;q=0.1' } }],
  ['with any encoding', { headers: { 'accept-encoding': '*' } }],
  ['with any encoding but br', { headers: { 'accept-encoding': 'br;q=0, *' } }],
  ['with x-gzip', { headers: { 'accept-encoding': 'x-gzip' } }],
  ['with HEAD', { method: 'HEAD' }],
  ['with an unknown ETag', { headers: { 'if-none-match': 'W/"something-else"' } }],
  ['with If-None-Match: *', { headers: { 'if-none-match': '*' } }],
  ['with HEAD and If-None-Match: *', { method: 'HEAD', headers: { 'if-none-match': '*' } }],
  ['with Prefer: handling=strict', { headers: { prefer: 'handling=strict' } }],
  ['with Connection: close', { headers: { connection: 'close' } }],
]

describe('the response cache', () => {
  it.each(ways)('does not change a response to repeated requests %s', async (_, options) => {
    for (const path of paths) {
      const { requestId: ___, ...expected } = await fetchWith(plain, path, options)
      expect(expected.status, path).toBeLessThan(400)
      const ids = new Set<string>()
      for (let time = 0; time < 4; time += 1) {
        const { requestId, ...given } = await fetchWith(cached, path, options)
        expect(given, `${path}, time ${time + 1}`).toEqual(expected)
        ids.add(requestId)
      }
      expect(ids.size).toBe(4)
    }
  })

  // Functions of the path of a list; a spelling must not show in later responses to another spelling.
  const spellings: [string, (path: string) => string][] = [
    ['with escapes in its path', (path) => path.replace(town.slug, `%70${town.slug.slice(1)}`)],
    ['with an unknown parameter', (path) => `${path}&utm_source=x`],
    ['with a second question mark', (path) => `${path}&x=?&y=1`],
    ['with parameters in another order', (path) => path.replace(/\?(.*)&(.*)$/, '?$2&$1')],
    ['with a fragment', (path) => `${path}#>;rel="x",<https://elsewhere.example/a>;rel="next",<`],
    ['as an absolute URL', (path) => `http://elsewhere.example${path}`],
  ]

  it.each(spellings)(
    'does not show the spelling of one request in the response to another, %s',
    async (_, spelled) => {
      for (const [n, list] of ['meetings', 'motions', 'people'].entries()) {
        const path = `/api/v1/${town.slug}/${list}?per_page=${n + 3}&x=1`
        await fetchWith(cached, spelled(path))
        await fetchWith(cached, spelled(path))
        const { requestId: __, ...expected } = await fetchWith(plain, path)
        const { requestId: ___, ...given } = await fetchWith(cached, path)
        expect(given).toEqual(expected)
        expect(given.headers.link).toContain(`/api/v1/${town.slug}/${list}?`)
      }
    },
  )

  it('returns 304 for the ETag of a cached response', async () => {
    for (const path of paths) {
      const { etag } = (await fetchWith(cached, path)).headers
      if (etag === undefined) continue
      const options = { headers: { 'if-none-match': `"x", ${etag}` } }
      const { requestId: _, ...expected } = await fetchWith(plain, path, options)
      expect(expected.status).toBe(304)
      for (let time = 0; time < 3; time += 1) {
        const { requestId: __, ...given } = await fetchWith(cached, path, options)
        expect(given, path).toEqual(expected)
      }
    }
  })

  it('runs no query except the lookup of key and municipality', async () => {
    const path = `/api/v1/${town.slug}/meetings?per_page=7`
    await fetchWith(cached, path)
    const before = cached.statements.length
    await fetchWith(cached, path)
    const options = cached.statements.slice(before)
    expect(options.filter((text) => !/from "(api_keys|municipalities)"/.test(text))).toEqual([])
    expect(options).toHaveLength(1)
  })

  it.each([
    ['If-None-Match: *', { headers: { 'if-none-match': '*' } }, 304, 9],
    ['HEAD', { method: 'HEAD' }, 200, 11],
  ])('remembers the response to %s too', async (_, options, status, perPage) => {
    const list = `/api/ocd/${town.slug}/bills?per_page=${perPage}`
    for (const path of [list, `/${town.slug}/motions?date_from=2000-01-${10 + perPage}`]) {
      const counts: number[] = []
      for (let time = 0; time < 2; time += 1) {
        const before = cached.statements.length
        expect((await fetchWith(cached, path, options)).status).toBe(status)
        counts.push(cached.statements.length - before)
      }
      expect(counts[0]).toBeGreaterThan(1)
      expect(counts[1]).toBe(1)
    }
  })

  it('does not respond to invalid, revoked or exhausted keys', async () => {
    const path = `/api/v1/${town.slug}/people`
    await fetchWith(cached, path)
    await fetchWith(cached, path)
    const wrong = { headers: { 'x-api-key': 'not-a-key' } }
    expect((await fetchWith(cached, path, wrong)).status).toBe(401)
    const revoked = { headers: { 'x-api-key': await cached.newKey() } }
    expect((await fetchWith(cached, path, revoked)).status).toBe(200)
    const [{ id } = { id: '' }] = (await listKeys(cached.writing.db)).slice(-1)
    await revokeKey(cached.writing.db, id, new Date().toISOString())
    expect((await fetchWith(cached, path, revoked)).status).toBe(401)
    const limited = await startService({ rateLimit: 3 })
    const statuses: number[] = []
    for (let time = 0; time < 5; time += 1) statuses.push((await fetchWith(limited, path)).status)
    await limited.stop()
    expect(statuses).toEqual([200, 200, 200, 429, 429])
  })

  it('does not depend on a key in the URL', async () => {
    const { key } = cached
    for (const parameter of ['apikey', '%61pikey']) {
      const path = `/api/v1/${town.slug}/bylaws?${parameter}=${key}`
      const headers = { 'x-api-key': '' }
      const first = await fetchWith(cached, path, { headers })
      const again = await fetchWith(cached, path, { headers })
      expect(again.status).toBe(200)
      expect(again.body).toBe(first.body)
      expect(again.headers['cache-control']).toBe('private, no-store')
      const other = `/api/v1/${town.slug}/bylaws?${parameter}=${key.slice(0, -1)}`
      expect((await fetchWith(cached, other, { headers })).status).toBe(401)
    }
  })

  it('never caches the key check', async () => {
    const path = `/api/v1/${town.slug}/test`
    const other = await cached.newKey()
    const ids = new Set<string>()
    for (const key of [cached.key, other, cached.key, other])
      ids.add(
        JSON.parse((await fetchWith(cached, path, { headers: { 'x-api-key': key } })).body)
          .apiKeyId,
      )
    expect(ids.size).toBe(2)
  })

  it('is invalidated by an import on another handle', async () => {
    const service = await startService()
    const path = `/api/v1/${town.slug}/bylaws?per_page=100`
    const titles = async () =>
      JSON.parse((await fetchWith(service, path)).body).data.map(
        ({ title }: { title: string }) => title,
      )
    const first = await titles()
    expect(await titles()).toEqual(first)
    const renamed = townRecords().map((record) =>
      record.kind === 'bylaw' && record.key === 'b-0' ? { ...record, title: 'A new name' } : record,
    )
    await importRecords(service, renamed)
    expect(await titles()).toContain('A new name')
    expect(await titles()).toContain('A new name')
    await service.stop()
  })
})
