import { v5 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jurisdictionIdOf, ocdId, uuidV5 } from '../../src/core/ocd-id.ts'
import type { ImportRecord } from '../../src/record/kinds.ts'
import { ocdLists } from '../support/service/endpoints.ts'
import { readList, readOcdDetails, readOcdList } from '../support/service/read-lists.ts'
import { type Service, startService } from '../support/service/service.ts'
import { sourceOf, town } from '../support/towns/town.ts'
import { startTownWithEdges, townWithEdges } from '../support/towns/town-with-edges.ts'

// The namespace UUID.
const namespace = '6f1f5d0c-9c4e-5f6e-a2b0-8d1c3f7b7a54'
const jurisdiction = 'ocd-jurisdiction/country:ca/csd:9900001/government'
const uuid5 = '[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'

let service: Service
beforeAll(async () => {
  service = await startTownWithEdges()
})
afterAll(() => service.stop())

describe('2.10: OCD identifiers', () => {
  it('2.10: a division is ocd-division/country:ca/csd:<csd_code>', async () => {
    const [entity] = await readOcdDetails(service, 'jurisdictions')
    expect(entity.division_id).toBe('ocd-division/country:ca/csd:9900001')
    expect(entity.division).toEqual({ id: entity.division_id, name: town.name })
  })

  it('2.10: a jurisdiction is ocd-jurisdiction/country:ca/csd:<csd_code>/government', async () => {
    const [entity] = await readOcdDetails(service, 'jurisdictions')
    expect(entity.id).toBe(jurisdiction)
    expect(jurisdictionIdOf('ocd-division/country:us/state:ny/place:new_york')).toBe(
      'ocd-jurisdiction/country:us/state:ny/place:new_york/government',
    )
  })

  for (const [list, type] of [
    ['people', 'person'],
    ['organizations', 'organization'],
    ['events', 'event'],
    ['bills', 'bill'],
    ['votes', 'vote'],
  ] as const) {
    it(`2.10: ${list} have ids of the form ocd-${type}/<uuid>, of version 5, each different`, async () => {
      const ids: string[] = (await readOcdList(service, list)).map((entity) => entity.id)
      const pattern = new RegExp(`^ocd-${type}/${uuid5}$`)
      expect(ids.filter((id) => !pattern.test(id))).toEqual([])
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.length).toBeGreaterThan(3)
    })

    it(`2.10: ids of ${list} are derived from the primary key with one fixed namespace (RFC 9562)`, async () => {
      const kind = { event: 'meeting', bill: 'matter', vote: 'motion' }[type as string] ?? type
      const keys = townWithEdges().filter((record: ImportRecord) => record.kind === kind)
      const expected = keys.map(
        ({ key }) => `ocd-${type}/${v5(`${jurisdiction}:${type}:town:${key}`, namespace)}`,
      )
      const ids: string[] = (await readOcdList(service, list)).map((entity) => entity.id)
      expect([...ids].sort()).toEqual([...expected].sort())
    })
  }

  it('2.10: the UUID is version 5 (SHA-1, name-based) for any name, as another implementation computes it', () => {
    const dns = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'
    const bytes = Buffer.from(dns.replaceAll('-', ''), 'hex')
    for (const name of ['', 'www.example.com', 'é', 'ᐊᓄᕌᖅ', '🏛', 'x'.repeat(5000)]) {
      expect(uuidV5(name, bytes)).toBe(v5(name, dns))
      expect(uuidV5(name)).toBe(v5(name, namespace))
    }
  })

  it('2.10: the same entity always has the same OCD id, and another entity another one', () => {
    const record = { jurisdictionId: jurisdiction, source: 'town', key: 'p-ng' }
    expect(ocdId('person', record)).toBe(ocdId('person', { ...record }))
    const others = [
      ocdId('organization', record),
      ocdId('person', { ...record, key: 'p-roy' }),
      ocdId('person', { ...record, source: 'village' }),
      ocdId('person', { ...record, jurisdictionId: 'ocd-jurisdiction/country:ca/government' }),
    ]
    expect(new Set([...others, ocdId('person', record)]).size).toBe(5)
  })

  it('2.10: the same entity has the same OCD id in a rebuilt database', async () => {
    const again = await startService({ source: sourceOf(townWithEdges().reverse()) })
    try {
      for (const list of ocdLists) {
        const ids = async (of: Service) => (await readOcdList(of, list)).map(({ id }) => id).sort()
        expect(await ids(again)).toEqual(await ids(service))
      }
    } finally {
      await again.stop()
    }
  })

  it('2.10: the municipality is the one jurisdiction', async () => {
    const all = await readOcdList(service, 'jurisdictions')
    expect(all.map(({ id, name }) => [id, name])).toEqual([[jurisdiction, town.name]])
  })

  for (const [v1, ocd, same] of [
    ['people', 'people', ['name', 'name']],
    ['meetings', 'events', ['title', 'name']],
    ['matters', 'bills', ['title', 'title']],
  ] as const) {
    it(`2.10: each of v1 ${v1} is one of OCD ${ocd}, in the same order`, async () => {
      const native = (await readList(service, v1)).map((item) => item[same[0]])
      const civic = (await readOcdList(service, ocd)).map((entity) => entity[same[1]])
      expect(civic).toEqual(native)
    })
  }

  it('2.10: each motion is a vote, in the same order', async () => {
    const native = (await readList(service, 'motions')).map((item) => item.meeting_date ?? '')
    const civic = (await readOcdList(service, 'votes')).map((vote) => vote.start_date)
    expect(civic).toEqual(native)
  })

  it('2.10: the organizations seen via meetings are the organizations', async () => {
    const seen = new Set((await readList(service, 'meetings')).map((item) => item.organization))
    seen.delete(null)
    const names = (await readOcdList(service, 'organizations')).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining([...seen]))
    expect(names).toHaveLength(4)
  })
})
