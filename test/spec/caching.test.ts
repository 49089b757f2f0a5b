import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WriteStore } from '../../src/store/open.ts'
import { replaceSecret } from '../../src/store/secrets.ts'
import { addresses } from '../support/service/endpoints.ts'
import { importRecords } from '../support/service/import-records.ts'
import { type ApiResponse, type Service, startService } from '../support/service/service.ts'
import { varies } from '../support/service/vary.ts'
import { townRecords } from '../support/towns/town.ts'

let service: Service
let paths: Map<string, string>
beforeAll(async () => {
  service = await startService()
  paths = await addresses(service, 'pemberley')
})
afterAll(() => service.stop())

/** The paths with data: all but health and the key check. */
const dataPaths = () => [...paths.values()].filter((path) => !/(health|test)$/.test(path))
const etagOf = async (path: string) =>
  (await service.call(path, { key: service.key })).headers.get('etag') ?? ''
const requestWithTag = (path: string, tag: string) =>
  service.call(path, { key: service.key, headers: { 'if-none-match': tag } })

describe('ETag', () => {
  it('every response with data has a weak ETag, which stays the same until the data change', async () => {
    for (const path of dataPaths()) {
      const etag = await etagOf(path)
      expect(etag, path).toMatch(/^W\/"[A-Za-z0-9_-]{22}"$/)
      expect(await etagOf(path), path).toBe(etag)
    }
  })

  it('different responses have different ETags', async () => {
    const all = await Promise.all(
      [
        ...dataPaths(),
        '/api/v1/pemberley/meetings?per_page=2',
        '/api/ocd/pemberley/events?page=2',
      ].map(etagOf),
    )
    expect(new Set(all).size).toBe(all.length)
  })

  it('the ETag does not depend on parameter order, explicit defaults or the key, but on names of unknown parameters', async () => {
    const path = '/api/v1/pemberley/meetings'
    const etag = await etagOf(`${path}?type=Public%20Hearing&has_transcript=true`)
    for (const query of [
      'has_transcript=true&type=Public%20Hearing',
      'type=Public+Hearing&has_transcript=YES',
      'type=Public%20Hearing&has_transcript=1&per_page=20',
      `type=Public%20Hearing&has_transcript=1&apikey=${service.key}`,
    ]) {
      expect(await etagOf(`${path}?${query}`)).toBe(etag)
    }
    expect(await etagOf(`${path}?type=Public%20Hearing`)).not.toBe(etag)
    // meta.ignored_parameters names it.
    const unknown = `${path}?type=Public%20Hearing&has_transcript=1&colour=`
    expect(await etagOf(`${unknown}red`)).not.toBe(etag)
    expect(await etagOf(`${unknown}red`)).toBe(await etagOf(`${unknown}blue`))
  })

  it('an ETag is the same for every key', async () => {
    const other = await service.call('/api/v1/pemberley/meetings', { key: await service.newKey() })
    expect(other.headers.get('etag')).toBe(await etagOf('/api/v1/pemberley/meetings'))
  })

  it('an import with changes moves every ETag; one without changes moves none', async () => {
    const importing = await startService()
    try {
      const etags = async () => {
        const responses = dataPaths().map((path) => importing.call(path, { key: importing.key }))
        return (await Promise.all(responses)).map(({ headers }) => headers.get('etag'))
      }
      const before = await etags()
      await importRecords(importing, townRecords())
      expect(await etags()).toEqual(before)
      await importRecords(importing, [{ kind: 'person', key: 'p-new', name: 'New Person' }])
      const after = await etags()
      expect(after.filter((etag, index) => etag === before[index])).toEqual([])
    } finally {
      await importing.stop()
    }
  })

  it('an ETag moves when the secret of the cursors in the body was replaced', async () => {
    const etag = async (digit: string) => {
      const settings = { siteUrl: 'https://pemberley.example' }
      const prepare = ({ db }: WriteStore) => replaceSecret(db, 'cursor', digit.repeat(64))
      const served = await startService({ settings, prepare })
      try {
        return (await served.v1('meetings')).headers.get('etag')
      } finally {
        await served.stop()
      }
    }
    const before = await etag('1')
    expect(await etag('1')).toBe(before)
    expect(await etag('2')).not.toBe(before)
  })

  it('an ETag moves with the date in the municipality, which decides who is a current councillor', async () => {
    let now = Date.parse('2022-10-31T12:00:00Z')
    const clock = { now: () => now, monotonic: () => now }
    const timed = await startService({ clock })
    try {
      const before = await timed.v1('people?is_councillor=true')
      now = Date.parse('2022-11-01T06:30:00Z')
      const headers = { 'if-none-match': before.headers.get('etag') ?? '' }
      // 23:30 on 31 October in the municipality.
      expect((await timed.v1('people?is_councillor=true', { headers })).status).toBe(304)
      now = Date.parse('2022-11-01T07:30:00Z')
      const after = await timed.v1('people?is_councillor=true', { headers })
      expect(after.status).toBe(200)
      const names = (response: ApiResponse) =>
        response.json.data.map(({ name }: { name: string }) => name)
      expect(names(before)).toEqual(['Stéphanie Roy'])
      expect(names(after)).toEqual(['Łukasz Żak', 'Stéphanie Roy', 'Vera Ng'])
    } finally {
      await timed.stop()
    }
  })
})

describe('If-None-Match', () => {
  it('the ETag of a response returns 304 without a body, with the headers of the response', async () => {
    for (const path of dataPaths()) {
      const etag = await etagOf(path)
      const response = await requestWithTag(path, etag)
      expect(response.status, path).toBe(304)
      expect(response.body).toBe('')
      expect(response.headers.get('etag')).toBe(etag)
      expect(response.headers.get('cache-control')).toMatch(
        /^(private, no-cache|public, max-age=60)$/,
      )
      expect(response.headers.has('content-type')).toBe(false)
    }
  })

  it('a list of ETags is accepted, and W/ and extra commas are ignored', async () => {
    const path = '/api/ocd/pemberley/events'
    const etag = await etagOf(path)
    for (const header of [
      `"other", ${etag}`,
      `${etag},"other"`,
      `W/"a,b" , ${etag} ,W/"c"`,
      etag.slice(2),
      `"x",${etag.slice(2)}`,
    ]) {
      expect((await requestWithTag(path, header)).status, header).toBe(304)
    }
  })

  it('any other value returns the whole response', async () => {
    const path = '/api/ocd/pemberley/events'
    const etag = await etagOf(path)
    for (const header of [
      '"other"',
      '""',
      'x',
      etag.slice(3, -1),
      etag.toLowerCase(),
      '"*"',
      ' ',
    ]) {
      expect((await requestWithTag(path, header)).status, header).toBe(200)
    }
    expect((await requestWithTag('/api/ocd/pemberley/bills', etag)).status).toBe(200)
  })

  it('* returns 304 for an existing resource, and 404 for a missing one', async () => {
    for (const path of dataPaths()) {
      const response = await requestWithTag(path, '*')
      expect(response.status, path).toBe(304)
      expect(response.body).toBe('')
    }
    expect((await requestWithTag('/api/v1/pemberley/meetings/nothing', '*')).status).toBe(404)
    expect((await requestWithTag('/api/ocd/pemberley/events/nothing', '*')).status).toBe(404)
    expect((await requestWithTag('/api/v1/pemberley/meetings?per_page=0', '*')).status).toBe(400)
  })

  it('HEAD with If-None-Match returns 304 too', async () => {
    const headers = { 'if-none-match': await etagOf('/api/ocd/pemberley/events') }
    expect((await service.ocd('events', { method: 'HEAD', headers })).status).toBe(304)
  })

  it('a 304 runs no query of the list', async () => {
    const headers = { 'if-none-match': await etagOf('/api/v1/pemberley/meetings') }
    service.statements.length = 0
    await service.v1('meetings', { headers })
    expect(service.statements).toHaveLength(1)
    expect(service.statements.join()).not.toMatch(/from "meetings"/)
  })

  it('a removed entity returns 404, even with its last ETag', async () => {
    const importing = await startService()
    try {
      const path = 'people/old-member'
      const etag = (await importing.v1(path)).headers.get('etag') ?? ''
      const left = townRecords().filter(
        (record) => record.key !== 'p-past' && record.key !== 'm-past',
      )
      await importRecords(importing, left, { prune: true })
      const response = await importing.v1(path, { headers: { 'if-none-match': etag } })
      expect(response.status).toBe(404)
    } finally {
      await importing.stop()
    }
  })
})

describe('Cache-Control and Vary', () => {
  it('v1 with a header key: private, no-cache and Vary: X-API-Key', async () => {
    for (const path of dataPaths().filter((at) => at.startsWith('/api/v1/'))) {
      const response = await service.call(path, { key: service.key })
      expect(response.headers.get('cache-control'), path).toBe('private, no-cache')
      expect(varies(response)).toContain('x-api-key')
    }
  })

  it('v1 with ?apikey=: private, no-store', async () => {
    for (const path of dataPaths().filter((at) => at.startsWith('/api/v1/'))) {
      const mark = path.includes('?') ? '&' : '?'
      const response = await service.call(`${path}${mark}apikey=${service.key}`)
      expect(response.headers.get('cache-control'), path).toBe('private, no-store')
      expect(varies(response)).toContain('x-api-key')
    }
  })

  it('OCD: public, max-age=60, and no Vary by key', async () => {
    for (const path of dataPaths().filter((at) => at.startsWith('/api/ocd/'))) {
      const response = await service.call(path)
      expect(response.headers.get('cache-control'), path).toBe('public, max-age=60')
      expect(varies(response)).not.toContain('x-api-key')
      expect(varies(response)).not.toContain('origin')
    }
  })

  it('errors, health and the key check: no-store, and no ETag', async () => {
    for (const response of [
      await service.call('/api/v1/health'),
      await service.v1('test'),
      await service.v1('test', { headers: { 'if-none-match': '*' } }),
      await service.v1('meetings', { key: null }),
      await service.v1('meetings/nothing'),
      await service.v1('meetings?per_page=0'),
      await service.v1('nothing'),
      await service.ocd('events/nothing'),
      await service.ocd('events?page=0'),
      await service.call('/api/v1/health/nothing'),
    ]) {
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.has('etag')).toBe(false)
      expect(response.status).not.toBe(304)
    }
  })

  it('a 401 for a missing key varies by key, so that caches do not share it', async () => {
    for (const key of [null, 'wrong']) {
      expect(varies(await service.v1('meetings', { key }))).toContain('x-api-key')
    }
  })
})
