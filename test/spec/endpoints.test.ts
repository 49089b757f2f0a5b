import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openapi } from '../support/openapi/check-response.ts'
import {
  addresses,
  documentedPaths,
  ocdPaths,
  v1Lists,
  v1Paths,
} from '../support/service/endpoints.ts'
import { expectDetail, expectError, expectList } from '../support/service/expect.ts'
import { type Service, startService } from '../support/service/service.ts'

const jurisdiction = 'ocd-jurisdiction/country:ca/csd:9900001/government'

let service: Service
let paths: Map<string, string>
beforeAll(async () => {
  service = await startService()
  paths = await addresses(service, 'pemberley')
})
afterAll(() => service.stop())

describe('4: endpoints', () => {
  it('4.1, 4.3, 4.4: there are 26 endpoints: health, 12 of v1, 13 of OCD, and no other', () => {
    expect(v1Paths).toHaveLength(12)
    expect(ocdPaths).toHaveLength(13)
    const expected = [
      '/api/v1/health',
      ...v1Paths.map((path) => `/api/v1/{municipality}/${path}`),
      ...ocdPaths.map((path) => `/api/ocd/{municipality}/${path}`),
    ]
    expect([...documentedPaths].sort()).toEqual(expected.sort())
    expect(documentedPaths).toHaveLength(26)
  })

  it('1: every method is GET: OpenAPI has no other operation', () => {
    const methods = Object.values(openapi.paths).flatMap((path) => Object.keys(path))
    expect(new Set(methods)).toEqual(new Set(['get']))
  })

  it('1, 4.1, 4.3: every documented endpoint exists, and returns JSON', async () => {
    for (const [template, path] of paths) {
      const { status, headers } = await service.call(path, { key: service.key })
      expect(status, template).toBe(200)
      expect(headers.get('content-type'), template).toBe('application/json; charset=utf-8')
    }
  })

  it('1: v1 has integer ids plus URL slugs', async () => {
    for (const list of v1Lists) {
      for (const item of expectList(await service.v1(`${list}?per_page=100`))) {
        expect(Number.isInteger(item.id), list).toBe(true)
        expect(item.slug, list).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      }
    }
  })

  it('4: OpenAPI requires a key for exactly the endpoints that reject requests without one', async () => {
    for (const [template, path] of paths) {
      const operation = openapi.paths[template]?.get as { security?: unknown[] } | undefined
      const security = operation?.security ?? []
      expect((await service.call(path)).status === 401, template).toBe(security.length > 0)
    }
  })

  it('4: an unknown {municipality} returns MUNICIPALITY_NOT_FOUND at every endpoint under one', async () => {
    for (const [template, path] of paths) {
      if (template === '/api/v1/health') continue
      const elsewhere = path.replace('/pemberley/', '/nowhere/')
      const message = expectError(
        await service.call(elsewhere, { key: service.key }),
        'MUNICIPALITY_NOT_FOUND',
      )
      expect(message).toContain('nowhere')
    }
  })

  it('4: {municipality} must match exactly: other case, prefixes and wildcards are unknown slugs', async () => {
    for (const slug of ['Pemberley', 'pemberley%20', 'pemberle_', '%25', 'pemberley%00', '%FF']) {
      const response = await service.call(`/api/v1/${slug}/meetings`, { key: service.key })
      expectError(response, 'MUNICIPALITY_NOT_FOUND')
      expectError(await service.call(`/api/ocd/${slug}/events`), 'MUNICIPALITY_NOT_FOUND')
    }
  })

  it('4: a slug can be percent-encoded', async () => {
    const response = await service.call('/api/v1/%70emberley/people/vera%2Dng', {
      key: service.key,
    })
    expect(expectDetail(response).name).toBe('Vera Ng')
  })
})

describe('4.1: v1 endpoints', () => {
  it('4.1: GET meetings/{slug} is one meeting with inline agenda item, motion and attendance summaries', async () => {
    const meeting = expectDetail(await service.v1('meetings/2024-01-01-regular-council'))
    expect(meeting.agenda_items.map(({ title }: { title: string }) => title)).toEqual([
      'Reports',
      'Item 0 about drainage',
    ])
    expect(meeting.motions).toHaveLength(1)
    expect(meeting.attendance).toHaveLength(3)
  })

  it('4.1: GET people/{slug} is one person with memberships and voting summary', async () => {
    const person = expectDetail(await service.v1('people/stephanie-roy'))
    const bodies = person.memberships.map((seat: Record<string, unknown>) => seat.organization_name)
    expect(bodies).toEqual(['Town Council', 'Parks Committee'])
    expect(person.voting_summary.total_votes).toBeGreaterThan(0)
  })

  it('4.1: GET matters/{slug} is one matter with its agenda item timeline and associated motions', async () => {
    const matter = expectDetail(await service.v1('matters/rpt-2024-000'))
    const dates = (of: { meeting_date: string }[]) => of.map(({ meeting_date: date }) => date)
    expect(dates(matter.agenda_items)).toEqual(['2024-05-05', '2024-01-01'])
    expect(dates(matter.motions)).toEqual(['2024-05-05', '2024-01-01'])
  })

  it('4.1: GET search is full-text search', async () => {
    const { data } = (await service.v1('search?q=heron')).json
    expect(data).toHaveLength(1)
  })

  it('4.4: GET motions/{slug} and bylaws/{slug} look up one', async () => {
    expect(expectDetail(await service.v1('motions/motion-2024-0')).votes).toHaveLength(4)
    const bylaw = expectDetail(await service.v1('bylaws/by-law-900'))
    expect(bylaw.description).toBe('Cats shall be quiet after ten.')
  })
})

describe('4.3: OCD endpoints', () => {
  const urls = {
    jurisdictions_url: '/api/ocd/pemberley/jurisdictions',
    organizations_url: '/api/ocd/pemberley/organizations',
    people_url: '/api/ocd/pemberley/people',
    events_url: '/api/ocd/pemberley/events',
    bills_url: '/api/ocd/pemberley/bills',
    votes_url: '/api/ocd/pemberley/votes',
  }

  it('4.3: GET / is the discovery object with six paths, each of which returns 200', async () => {
    const { json } = await service.ocd('')
    expect(json).toEqual(urls)
    for (const path of Object.values(urls)) expect((await service.call(path)).status).toBe(200)
  })

  it('4.3: discovery works with and without the trailing slash', async () => {
    expect((await service.call('/api/ocd/pemberley')).json).toEqual(urls)
    expect((await service.call('/api/ocd/pemberley/')).json).toEqual(urls)
  })

  for (const [list, total] of [
    ['jurisdictions', 1],
    ['organizations', 4],
    ['people', 8],
    ['events', 45],
    ['bills', 25],
    ['votes', 45],
  ] as const) {
    it(`4.3: GET ${list} is a paginated list {results, pagination {page, per_page, max_page, total_items}}`, async () => {
      const { json } = await service.ocd(`${list}?per_page=10`)
      expect(Object.keys(json).sort()).toEqual(['pagination', 'results'])
      expect(json.pagination).toEqual({
        page: 1,
        per_page: 10,
        max_page: Math.ceil(total / 10),
        total_items: total,
      })
      expect(json.results).toHaveLength(Math.min(10, total))
    })

    it(`4.3: GET ${list}/{id} is the entity at top level, with no wrapper and no pagination`, async () => {
      const [entity] = (await service.ocd(list)).json.results
      const { json } = await service.ocd(`${list}/${entity.id}`)
      expect(json).toMatchObject(entity)
      expect(Object.keys(json)).not.toContain('pagination')
      expect(Object.keys(json)).not.toContain('data')
    })

    it(`4.3: {id} of ${list} is the full id, raw and percent-encoded, with either case of hex`, async () => {
      const [{ id }] = (await service.ocd(list)).json.results
      const raw = (await service.ocd(`${list}/${id}`)).json
      const encoded = encodeURIComponent(id)
      expect((await service.ocd(`${list}/${encoded}`)).json).toEqual(raw)
      const lower = encoded.replace(/%../g, (hex) => hex.toLowerCase())
      expect((await service.ocd(`${list}/${lower}`)).json).toEqual(raw)
    })
  }

  it('4.3: {id} is the full OCD id: its UUID alone, or with another type, returns 404', async () => {
    const [{ id }] = (await service.ocd('people')).json.results
    const uuid = id.slice('ocd-person/'.length)
    for (const other of [uuid, `ocd-bill/${uuid}`, `${id}/`, `${id}x`, `%20${id}`, 'vera-ng']) {
      expectError(await service.ocd(`people/${other}`), 'PERSON_NOT_FOUND')
    }
    expectError(await service.ocd(`jurisdictions/${jurisdiction}/`), 'JURISDICTION_NOT_FOUND')
  })

  it('4.3: a detail endpoint returns 404 for the id of another kind', async () => {
    const [{ id }] = (await service.ocd('people')).json.results
    expectError(await service.ocd(`events/${id}`), 'EVENT_NOT_FOUND')
    expectError(await service.ocd(`bills/${id}`), 'BILL_NOT_FOUND')
    expectError(await service.ocd(`votes/${id}`), 'VOTE_NOT_FOUND')
    expectError(await service.ocd(`organizations/${id}`), 'ORGANIZATION_NOT_FOUND')
    expectError(await service.ocd(`jurisdictions/${id}`), 'JURISDICTION_NOT_FOUND')
  })
})

describe('HEAD', () => {
  it('HEAD returns the status and headers of GET without a body, at every endpoint', async () => {
    const moving =
      'date x-request-id ratelimit connection keep-alive transfer-encoding content-length'
    const stableHeaders = (headers: Headers) =>
      [...headers].filter(([name]) => !moving.split(' ').includes(name))
    for (const path of paths.values()) {
      const headers = { 'accept-encoding': 'identity' }
      const got = await service.call(path, { key: service.key, headers })
      const head = await service.call(path, { key: service.key, headers, method: 'HEAD' })
      expect(head.status, path).toBe(200)
      expect(head.body, path).toBe('')
      expect(stableHeaders(head.headers), path).toEqual(stableHeaders(got.headers))
    }
  })

  it('HEAD is rejected like GET: without a key, in an unknown municipality, for an unknown entity', async () => {
    const head = { method: 'HEAD' }
    expect((await service.call('/api/v1/pemberley/meetings', head)).status).toBe(401)
    expect((await service.call('/api/ocd/nowhere/events', head)).status).toBe(404)
    expect((await service.v1('meetings/nothing', head)).status).toBe(404)
    expect((await service.v1('meetings?per_page=101', head)).status).toBe(400)
  })
})
