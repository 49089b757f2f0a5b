import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { Reeve, ReeveError } from '../../packages/client/src/reeve.ts'
import { type Outage, startUnreliableProxy } from '../support/client/unreliable-proxy.ts'
import { importRecords } from '../support/service/import-records.ts'
import { type Service, startService } from '../support/service/service.ts'
import { town, townRecords } from '../support/towns/town.ts'

let service: Service
let reeve: Reeve
beforeAll(async () => {
  service = await startService()
  reeve = new Reeve({ baseUrl: `${service.url}/`, key: service.key })
})
afterAll(() => service.stop())

const pass: Outage = { is: 'none' }

/** A client behind a proxy, and the requests that it made. */
async function behind(outageOf: (count: number, path: string) => Outage) {
  const proxy = await startUnreliableProxy(service.url, outageOf)
  onTestFinished(() => proxy.stop())
  const client = new Reeve({ baseUrl: proxy.url, key: service.key })
  return { council: client.in(town.slug), requests: proxy.requests }
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

it('reads every list and detail of a council, as the API has them', async () => {
  const council = reeve.in(town.slug)
  const lists = ['meetings', 'motions', 'matters', 'people', 'organizations', 'bylaws'] as const
  for (const name of lists) {
    const items = await all<{ slug: string }>(council[name]())
    const { json } = await service.v1(`${name}?per_page=100`)
    expect(items.slice(0, 100), name).toEqual(json.data)
    const [first] = items
    const detail = await council[name].get(first?.slug ?? '')
    expect(detail).toEqual((await service.v1(`${name}/${first?.slug}`)).json.data)
  }
  for (const name of ['votes', 'agreement', 'attendance', 'closedSessions', 'wards'] as const) {
    const path = name.replace('closedSessions', 'closed-sessions')
    const items = await all<unknown>(council[name]({ per_page: 100 }))
    expect(items.slice(0, 100), name).toEqual((await service.v1(`${path}?per_page=100`)).json.data)
  }
  expect((await all(reeve.municipalities())).map(({ slug }) => slug)).toEqual([town.slug])
})

it('filters lists, and walks the pages of a search', async () => {
  const council = reeve.in(town.slug)
  const defeated = await all(council.motions({ result: 'Defeated', per_page: 2 }))
  expect(new Set(defeated.map(({ result }) => result))).toEqual(new Set(['Defeated']))
  const found = await all(council.search('the lake', { per_page: 1, match: 'any' }))
  const { json } = await service.v1('search?q=the+lake&match=any&per_page=100')
  expect(found).toEqual(json.data)
  expect(found.length).toBeGreaterThan(2)
  const everywhere = await all(reeve.search('the lake', { per_page: 1, match: 'any' }))
  expect(everywhere.map(({ municipality, slug }) => `${municipality.slug} ${slug}`)).toEqual(
    found.map(({ slug }) => `${town.slug} ${slug}`),
  )
  for await (const { data, pagination, meta } of council.meetings({ per_page: 7 }).pages()) {
    expect([data.length, pagination.per_page]).toEqual([7, 7])
    expect(meta.request_id).toBeTruthy()
    break
  }
})

it('continues from the token of a walk over all changes', async () => {
  const council = reeve.in(town.slug)
  const first = council.changes()
  expect(first.token).toBeUndefined()
  const records = await all(first)
  expect(new Set(records.map(({ kind, id }) => `${kind} ${id}`)).size).toBe(records.length)
  expect(await all(council.changes({ since: first.token ?? '' }))).toEqual([])
  const motion = {
    kind: 'motion',
    key: 'new',
    position: 999,
    text: 'That it be so.',
    date: '2026-01-02',
  }
  await importRecords(service, [...townRecords(), motion])
  const later = await all(council.changes({ since: first.token ?? '' }))
  expect(later.map(({ kind }) => kind)).toContain('motion')
})

it('gets each item once through 429, 500, cut and slow responses', async () => {
  const outages: Outage[] = [
    { is: 'status', status: 429, headers: { 'retry-after': '0' } },
    { is: 'cut' },
    { is: 'slow', ms: 50 },
    { is: 'status', status: 500 },
    { is: 'status', status: 429, headers: { 'retry-after': '0' } },
    { is: 'status', status: 429, headers: { 'retry-after': '0' } },
  ]
  const { council, requests } = await behind((count) =>
    count % 2 === 0 ? (outages.shift() ?? pass) : pass,
  )
  const motions = await all(council.motions({ per_page: 3 }))
  expect(motions).toEqual(await all(reeve.in(town.slug).motions()))
  expect(outages).toEqual([])
  expect(requests.length).toBe(Math.ceil(motions.length / 3) + 5)
})

it('gives up after three pauses, and says what the API says', async () => {
  const { council, requests } = await behind(() => ({ is: 'status', status: 500 }))
  await expect(council.motions.get('x')).rejects.toMatchObject({
    ...{ name: 'ReeveError', code: 'HTTP_ERROR', status: 500, requestId: null },
  })
  expect(requests).toHaveLength(4)
})

it.each([400, 401, 403, 404, 502, 503])('sends nothing again after %d', async (status) => {
  const { council, requests } = await behind(() => ({ is: 'status', status }))
  await expect(all(council.votes())).rejects.toMatchObject({ status })
  expect(requests).toHaveLength(1)
})

it('says what was wrong in the words of the API', async () => {
  const wrong = await reeve
    .in(town.slug)
    .motions.get('no-such')
    .catch((error: unknown) => error)
  expect(wrong).toBeInstanceOf(ReeveError)
  expect(wrong).toMatchObject({
    code: 'MOTION_NOT_FOUND',
    status: 404,
    requestId: expect.any(String),
  })
  const keyless = new Reeve({ baseUrl: service.url, key: 'none' })
  await expect(all(keyless.in(town.slug).meetings())).rejects.toMatchObject({
    ...{ code: 'INVALID_API_KEY', status: 401 },
  })
  await expect(all(reeve.in('nowhere/x').meetings())).rejects.toMatchObject({ status: 404 })
  const unknown = { results: 'Defeated' } as object
  await expect(all(reeve.in(town.slug).motions(unknown))).rejects.toMatchObject({
    ...{ code: 'VALIDATION_ERROR', message: expect.stringContaining('results') },
  })
})

it('takes the URL of a service or of its API, and says that there is none', async () => {
  const { key, url } = service
  const ofApi = new Reeve({ baseUrl: `${url}/api/v1/`, key })
  expect((await all(ofApi.municipalities())).map(({ slug }) => slug)).toEqual([town.slug])
  expect(() => new Reeve({ baseUrl: '', key })).toThrow('needs the URL')
  expect(() => new Reeve({ baseUrl: url, key: '' })).toThrow('an API key')
  const nothing = new Reeve({ baseUrl: 'http://127.0.0.1:1', key })
  await expect(all(nothing.municipalities())).rejects.toMatchObject({
    ...{ code: 'NO_RESPONSE', status: 0, message: expect.stringContaining('http://127.0.0.1:1') },
  })
})

it('ends a request and a pause when its signal is aborted', async () => {
  const long = { is: 'status', status: 429, headers: { 'retry-after': '60' } } as const
  const controller = new AbortController()
  const { council } = await behind(() => {
    controller.abort(new Error('enough'))
    return long
  })
  await expect(council.motions.get('x', { signal: controller.signal })).rejects.toThrow('enough')
  const pausing = new AbortController()
  const waiting = await behind((count) => (count === 1 ? long : pass))
  const call = waiting.council.motions.get('x', { signal: pausing.signal })
  await expect.poll(() => waiting.requests.length).toBe(1)
  setImmediate(() => pausing.abort(new Error('no more')))
  await expect(call).rejects.toThrow('no more')
  expect(waiting.requests).toHaveLength(1)
})
