import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorTable } from '../../src/http/errors.ts'
import { openapi } from '../support/openapi/check-response.ts'
import { addresses } from '../support/service/endpoints.ts'
import { expectError } from '../support/service/expect.ts'
import { type Service, startService } from '../support/service/service.ts'
import { uuid } from '../support/service/uuid.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('7: the envelope', () => {
  it('7: the codes are those of the table, each with its status', () => {
    const statuses = Object.fromEntries(
      Object.entries(errorTable).map(([code, { status }]) => [code, status]),
    )
    // Added for lists of changes.
    const { RESYNC_REQUIRED, ...contract } = statuses
    expect(RESYNC_REQUIRED).toBe(400)
    expect(contract).toEqual({
      VALIDATION_ERROR: 400,
      INVALID_TYPE: 400,
      MISSING_API_KEY: 401,
      INVALID_API_KEY: 401,
      NOT_FOUND: 404,
      MUNICIPALITY_NOT_FOUND: 404,
      MEETING_NOT_FOUND: 404,
      PERSON_NOT_FOUND: 404,
      MATTER_NOT_FOUND: 404,
      MOTION_NOT_FOUND: 404,
      BYLAW_NOT_FOUND: 404,
      DOCUMENT_NOT_FOUND: 404,
      EVENT_NOT_FOUND: 404,
      BILL_NOT_FOUND: 404,
      VOTE_NOT_FOUND: 404,
      ORGANIZATION_NOT_FOUND: 404,
      JURISDICTION_NOT_FOUND: 404,
      RATE_LIMIT_EXCEEDED: 429,
      INTERNAL_ERROR: 500,
      QUERY_ERROR: 500,
    })
  })

  it('7: OpenAPI has the same codes', () => {
    const { schemas } = openapi.components as {
      schemas: { Error: { properties: { error: { properties: { code: { enum: string[] } } } } } }
    }
    const codes = schemas.Error.properties.error.properties.code.enum
    expect([...codes].sort()).toEqual(Object.keys(errorTable).sort())
  })

  it('7: error.code is SCREAMING_SNAKE_CASE, error.message is text, error.status equals the HTTP status', async () => {
    for (const path of ['meetings?per_page=0', 'meetings/nothing', 'nothing']) {
      const { json, status } = await service.v1(path)
      expect(json.error.code).toMatch(/^[A-Z]+(_[A-Z]+)*$/)
      expect(json.error.message.length).toBeGreaterThan(10)
      expect(json.error.status).toBe(status)
      expect(Object.keys(json)).toEqual(['error'])
      expect(Object.keys(json.error).sort()).toEqual(['code', 'message', 'status'])
    }
  })
})

describe('7: the table', () => {
  it('7: 400 VALIDATION_ERROR names every invalid parameter, not only the first', async () => {
    const message = expectError(
      await service.v1('meetings?per_page=0&date_from=x&has_transcript=x'),
      'VALIDATION_ERROR',
    )
    for (const name of ['per_page', 'date_from', 'has_transcript']) expect(message).toContain(name)
  })

  it('7: 404 NOT_FOUND: the endpoint path does not exist; message names the method and path', async () => {
    for (const path of [
      '/api',
      '/api/',
      '/api/v1/',
      '/api/v1/pemberley',
      '/api/v1/pemberley/',
      '/api/v1/pemberley/nothing',
      '/api/v1/pemberley/meetings/x/y',
      '/api/v1/pemberley/test/x',
      '/api/v1/pemberley/search/x',
      '/api/v1/pemberley/Meetings',
      '/api/v1/health/',
      '/api/v1//pemberley/meetings',
      '/api/ocd',
      '/api/ocd/',
      '/api/ocd/pemberley/meetings',
      '/api/ocd/pemberley/matters',
      '/nothing',
    ]) {
      const message = expectError(await service.call(path, { key: service.key }), 'NOT_FOUND')
      expect(message).toContain(`GET ${path}`)
    }
  })

  it('7: 404 NOT_FOUND does not repeat the query, which can contain a key', async () => {
    const response = await service.call(`/api/v1/pemberley/nothing?apikey=${service.key}`)
    expect(expectError(response, 'NOT_FOUND')).not.toContain('rv_')
  })

  it('7: 404 NOT_FOUND: a path with an empty slug or id does not exist', async () => {
    for (const path of [
      '/api/v1/pemberley/meetings/',
      '/api/v1/pemberley/people/',
      '/api/v1//meetings',
      '/api/ocd/pemberley/events/',
      '/api/ocd//events',
    ]) {
      expectError(await service.call(path, { key: service.key }), 'NOT_FOUND')
      expectError(await service.call(path), 'NOT_FOUND')
    }
    expectError(await service.call('/api/ocd/nowhere/events/'), 'NOT_FOUND')
  })

  for (const [code, path] of [
    ['MEETING_NOT_FOUND', 'meetings'],
    ['PERSON_NOT_FOUND', 'people'],
    ['MATTER_NOT_FOUND', 'matters'],
    ['MOTION_NOT_FOUND', 'motions'],
    ['BYLAW_NOT_FOUND', 'bylaws'],
    ['DOCUMENT_NOT_FOUND', 'documents'],
  ] as const) {
    it(`7: 404 ${code}: no record of ${path} has the slug`, async () => {
      const message = expectError(await service.v1(`${path}/no-such-slug`), code)
      expect(message).toContain('no-such-slug')
    })
  }

  for (const [code, path] of [
    ['EVENT_NOT_FOUND', 'events/ocd-event'],
    ['BILL_NOT_FOUND', 'bills/ocd-bill'],
    ['VOTE_NOT_FOUND', 'votes/ocd-vote'],
    ['ORGANIZATION_NOT_FOUND', 'organizations/ocd-organization'],
    ['PERSON_NOT_FOUND', 'people/ocd-person'],
    ['JURISDICTION_NOT_FOUND', 'jurisdictions/ocd-jurisdiction'],
  ] as const) {
    it(`7: 404 ${code}: no OCD entity of ${path.split('/')[0]} has the id`, async () => {
      expectError(await service.ocd(`${path}/00000000-0000-5000-8000-000000000000`), code)
      expectError(await service.ocd(`${path}/x`), code)
    })
  }

  it('7: 404 MUNICIPALITY_NOT_FOUND: unknown municipality slug', async () => {
    const v1 = await service.call('/api/v1/nowhere/meetings', { key: service.key })
    expect(expectError(v1, 'MUNICIPALITY_NOT_FOUND')).toContain('nowhere')
    expectError(await service.call('/api/ocd/nowhere/events'), 'MUNICIPALITY_NOT_FOUND')
    expectError(await service.call('/api/ocd/nowhere'), 'MUNICIPALITY_NOT_FOUND')
  })

  it('7: 500 INTERNAL_ERROR: unexpected server error, without its cause', async () => {
    const broken = await startService()
    try {
      const [{ id }] = (await broken.ocd('people')).json.results
      await broken.writing.db.updateTable('people').set({ other_names: '{' }).execute()
      const message = expectError(await broken.ocd(`people/${id}`), 'INTERNAL_ERROR')
      expect(message).not.toMatch(/JSON|Unexpected|people/)
      expect((await broken.ocd('people')).status).toBe(200)
    } finally {
      await broken.stop()
    }
  })

  it('7: 500 QUERY_ERROR: database query failure, without its cause', async () => {
    const broken = await startService()
    try {
      await broken.writing.db.schema.dropTable('votes').execute()
      await broken.writing.db.schema.dropTable('memberships').execute()
      const vote = (await broken.ocd('votes')).json.results[0].id
      for (const response of [
        await broken.v1('motions/motion-2024-0'),
        await broken.v1('people/vera-ng'),
        await broken.ocd(`votes/${vote}`),
      ]) {
        expect(expectError(response, 'QUERY_ERROR')).not.toMatch(
          /votes|memberships|table|sqlite|select/i,
        )
      }
      expect((await broken.v1('motions')).status).toBe(200)
    } finally {
      await broken.stop()
    }
  })
})

describe('7: rules', () => {
  it('7, rule 1: NOT_FOUND means that the path is wrong, an entity code that the path is right', async () => {
    expectError(await service.v1('meeting/2024-01-01-regular-council'), 'NOT_FOUND')
    expectError(await service.v1('meetings/2024-01-01'), 'MEETING_NOT_FOUND')
    expectError(await service.ocd('event/x'), 'NOT_FOUND')
    expectError(await service.ocd('events/x'), 'EVENT_NOT_FOUND')
  })

  it('7, rule 2: X-Request-Id is on every response, success or error, and unique', async () => {
    const ids = []
    const calls = [...(await addresses(service, 'pemberley')).values()].flatMap((path) => [
      service.call(path, { key: service.key }),
      service.call(path),
      service.call(path, { method: 'HEAD', key: service.key }),
      service.call(path, { method: 'OPTIONS' }),
      service.call(path, { method: 'DELETE' }),
      service.call(`${path}x/y/z`),
    ])
    for (const response of await Promise.all(calls))
      ids.push(response.headers.get('x-request-id') ?? '')
    expect(ids.filter((id) => !uuid.test(id))).toEqual([])
    expect(new Set(ids).size).toBe(26 * 6)
  })

  it('7, rule 2: X-Request-Id is on a 304 and on a 429', async () => {
    const limited = await startService({ rateLimit: 2 })
    try {
      const etag = (await limited.v1('meetings')).headers.get('etag') ?? ''
      const kept = await limited.v1('meetings', { headers: { 'if-none-match': etag } })
      const rejected = await limited.v1('meetings')
      expect([kept.status, rejected.status]).toEqual([304, 429])
      for (const { headers } of [kept, rejected]) expect(headers.get('x-request-id')).toMatch(uuid)
    } finally {
      await limited.stop()
    }
  })
})
