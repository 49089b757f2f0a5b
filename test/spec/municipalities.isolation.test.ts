import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectDetail, expectError, expectList } from '../support/service/expect.ts'
import { addTown, otherTown } from '../support/service/import-records.ts'
import { readList, readOcdList } from '../support/service/read-lists.ts'
import { type Service, startService } from '../support/service/service.ts'

const bare = {
  slug: 'bare',
  name: 'Village of Bare',
  divisionId: 'ocd-division/country:ca/csd:9900003',
  timeZone: 'America/Regina',
  url: null,
}
// The same source, key and slug as a meeting of the first town, but a different meeting.
const namesakes = [
  {
    kind: 'meeting',
    key: 'g-0',
    title: 'Regular Council',
    date: '2024-01-01',
    start_time: '18:00',
    status: 'completed',
    has_agenda: false,
    has_minutes: false,
    has_transcript: false,
    location: 'Lambton Arena',
  },
  { kind: 'person', key: 'p-ng', name: 'Vera Ng', party: 'Lambton First' },
  { kind: 'matter', key: 'x-0', title: 'The heron in Lambton', identifier: 'RPT-2024-000' },
]

const v1Codes = {
  meetings: 'MEETING_NOT_FOUND',
  people: 'PERSON_NOT_FOUND',
  matters: 'MATTER_NOT_FOUND',
  motions: 'MOTION_NOT_FOUND',
  bylaws: 'BYLAW_NOT_FOUND',
} as const
const ocdCodes = {
  jurisdictions: 'JURISDICTION_NOT_FOUND',
  organizations: 'ORGANIZATION_NOT_FOUND',
  people: 'PERSON_NOT_FOUND',
  events: 'EVENT_NOT_FOUND',
  bills: 'BILL_NOT_FOUND',
  votes: 'VOTE_NOT_FOUND',
} as const

let service: Service
beforeAll(async () => {
  service = await startService()
  await addTown(service, namesakes)
  await addTown(service, [], bare)
})
afterAll(() => service.stop())

const there = (path: string, slug = otherTown.slug) =>
  service.call(`/api/v1/${slug}/${path}`, { key: service.key })

describe('a municipality does not show data of another', () => {
  for (const [list, code] of Object.entries(v1Codes) as [keyof typeof v1Codes, never][]) {
    it(`every slug of v1 ${list} of one town is ${code} in another`, async () => {
      const items = await readList(service, list)
      expect(items.length).toBeGreaterThan(5)
      for (const { slug } of items) expectError(await there(`${list}/${slug}`, bare.slug), code)
    })
  }

  for (const [list, code] of Object.entries(ocdCodes) as [keyof typeof ocdCodes, never][]) {
    it(`every id of OCD ${list} of one town is ${code} in another, raw and encoded`, async () => {
      for (const { id } of await readOcdList(service, list)) {
        for (const name of [id, encodeURIComponent(id)]) {
          for (const slug of [otherTown.slug, bare.slug]) {
            expectError(await service.call(`/api/ocd/${slug}/${list}/${name}`), code)
          }
        }
      }
    })
  }

  it('lists, totals and search have only data of their town', async () => {
    for (const list of Object.keys(v1Codes)) {
      expect(expectList(await there(`${list}?per_page=100`, bare.slug))).toEqual([])
    }
    for (const list of Object.keys(ocdCodes).slice(1)) {
      const { json } = await service.call(`/api/ocd/${bare.slug}/${list}`)
      expect(json).toMatchObject({ results: [], pagination: { total_items: 0, max_page: 1 } })
    }
    expect((await there('search?q=heron', bare.slug)).json.data).toEqual([])
    const elsewhere = (await there('search?q=heron')).json.data
    expect(elsewhere.map(({ title }: { title: string }) => title)).toEqual(['The heron in Lambton'])
    const here = (await service.v1('search?q=heron')).json.data
    expect(here.map(({ title }: { title: string }) => title)).toEqual(['Background'])
  })

  it('two towns can have the same slugs: each returns its own record', async () => {
    const path = 'meetings/2024-01-01-regular-council'
    expect(expectDetail(await service.v1(path)).location).toBe('Town Hall')
    const namesake = expectDetail(await there(path))
    expect(namesake).toMatchObject({
      location: 'Lambton Arena',
      start_time: '2024-01-01T18:00:00-04:00',
      motions: [],
      agenda_items: [],
    })
    expect(expectDetail(await there('people/vera-ng')).party).toBe('Lambton First')
    expect(expectDetail(await service.v1('people/vera-ng')).party).toBe('Lake Alliance')
  })

  it('the same key of the same source has another OCD id in another town', async () => {
    const ids = async (slug: string) => {
      const { results } = (await service.call(`/api/ocd/${slug}/people?per_page=100`)).json
      return results.find(({ name }: { name: string }) => name === 'Vera Ng').id
    }
    expect(await ids(otherTown.slug)).not.toBe(await ids('pemberley'))
  })

  it('filters by slug match nothing of another town', async () => {
    expect(expectList(await there('meetings?organization=town-council'))).toEqual([])
    expect(expectList(await there('motions?mover=vera-ng'))).toEqual([])
    expect(expectList(await there('motions?meeting=2024-01-01-regular-council'))).toEqual([])
  })

  it('an import into one town does not change the ETags of another', async () => {
    const etag = (await service.v1('people')).headers.get('etag')
    const before = (await there('people')).headers.get('etag')
    await addTown(service, namesakes, { ...bare, slug: 'fourth', divisionId: bare.divisionId })
    expect((await service.v1('people')).headers.get('etag')).toBe(etag)
    expect((await there('people')).headers.get('etag')).toBe(before)
  })
})
