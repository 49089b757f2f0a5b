import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectDetail, expectError, expectList } from '../../../test/support/service/expect.ts'
import { addTown, importRecords, otherTown } from '../../../test/support/service/import-records.ts'
import { linksOf } from '../../../test/support/service/read-lists.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'

const clock = { now: () => Date.UTC(2026, 6, 1), monotonic: () => 0 }
let service: Service
beforeAll(async () => {
  service = await startService({ clock })
  await addTown(service, [], otherTown)
})
afterAll(() => service.stop())

const list = (query = '') => service.call(`/api/v1/municipalities${query}`)

describe('the index', () => {
  it('names the service and leads to the documentation and the municipalities, without a key', async () => {
    const response = await service.call('/api/v1')
    const { version, ...index } = expectDetail(response)
    expect(index).toEqual({
      name: 'Reeve',
      documentation_url: expect.stringMatching(/\/docs$/),
      openapi_url: 'https://api.example/api/v1/openapi.json',
      health_url: 'https://api.example/api/v1/health',
      municipalities_url: 'https://api.example/api/v1/municipalities',
    })
    expect(version).toMatch(/./)
    expect(response.headers.get('cache-control')).toBe('public, max-age=60')
    for (const name of ['openapi_url', 'health_url', 'municipalities_url'])
      expect((await service.call(new URL(index[name]).pathname)).status).toBe(200)
  })
})

describe('municipalities', () => {
  it('are listed by slug, without a key, with what is on record', async () => {
    const all = expectList(await list())
    const [lambton, pemberley] = all
    expect(lambton).toMatchObject({
      slug: 'lambton',
      first_meeting: null,
      last_meeting: null,
      counts: { meetings: 0, motions: 0, matters: 0, bylaws: 0, people: 0, votes: 0 },
    })
    expect(pemberley).toEqual({
      slug: 'pemberley',
      name: 'Town of Pemberley',
      division_id: 'ocd-division/country:ca/csd:9900001',
      timezone: 'America/Vancouver',
      url: 'https://pemberley.example',
      languages: [],
      first_meeting: '2024-01-01',
      last_meeting: '2099-06-01',
      as_of: '2024-08-03',
      last_import_at: '2026-07-01T00:00:00.000Z',
      source: { name: 'town', url: 'https://pemberley.example', licence: 'CC0' },
      notes: 1,
      counts: { meetings: 45, motions: 45, matters: 25, bylaws: 30, people: 8, votes: 92 },
    })
  })

  it('have pages with a cursor and a link', async () => {
    const first = await list('?per_page=1')
    const cursor = first.json.pagination.next_cursor
    expect(linksOf(first).next).toBe(
      `https://api.example/api/v1/municipalities?per_page=1&cursor=${cursor}`,
    )
    const second = await list(`?per_page=1&cursor=${cursor}`)
    expect(second.json.pagination).toMatchObject({ has_more: false, next_cursor: null })
    const slugs = [...expectList(first), ...expectList(second)].map(({ slug }) => slug)
    expect(slugs).toEqual(['lambton', 'pemberley'])
    expectError(await list('?cursor=x.y'), 'VALIDATION_ERROR')
    expectError(await list('?per_page=0'), 'VALIDATION_ERROR')
    const strict = { headers: { prefer: 'handling=strict' } }
    expectError(await service.call('/api/v1/municipalities?x=1', strict), 'VALIDATION_ERROR')
    expect((await list('?x=1')).json.meta.ignored_parameters).toEqual(['x'])
  })

  it('return 304 for their ETag until an import changes something', async () => {
    const { headers } = await list()
    const etag = headers.get('etag') ?? ''
    expect(headers.get('cache-control')).toBe('public, max-age=60')
    const again = () =>
      service.call('/api/v1/municipalities', { headers: { 'if-none-match': etag } })
    expect(await again()).toMatchObject({ status: 304, body: '' })
    expect((await list('?per_page=1')).headers.get('etag')).not.toBe(etag)
    const documents = ['fr', 'en', null].map((language) => ({ title: 'Report', language }))
    await importRecords(service, [{ kind: 'matter', key: 'x-new', title: 'New', documents }])
    const changed = await again()
    expect(expectList(changed)[1]).toMatchObject({
      languages: ['en', 'fr'],
      counts: { matters: 26 },
    })
    const votes = [{ name: 'A', value: 'For' }]
    const gone = { kind: 'motion', key: 'v-new', position: 1, votes }
    await importRecords(service, [gone], { slug: 'lambton' })
    expect(expectList(await list())[0].counts).toMatchObject({ motions: 1, votes: 1 })
  })

  it('are not a municipality with this slug', async () => {
    const path = '/api/v1/municipalities/meetings'
    expectError(await service.call(path, { key: service.key }), 'MUNICIPALITY_NOT_FOUND')
  })
})
