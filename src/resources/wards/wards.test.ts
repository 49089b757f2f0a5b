import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectStatements } from '../../../test/support/database/plans.ts'
import { expectList } from '../../../test/support/service/expect.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { systemClock } from '../../core/clock.ts'
import { readWards } from '../../importers/kit/ward-boundaries.ts'
import { findSeats, replaceWards } from '../../importers/load/wards.ts'

type Corner = readonly [longitude: number, latitude: number]

const square = ([west, south]: Corner, size: number) =>
  [
    [west, south],
    [west, south + size],
    [west + size, south + size],
    [west + size, south],
    [west, south],
  ] as const

const feature = (ward: string, coordinates: readonly unknown[], postalCodes: string[] = []) => ({
  ...{ type: 'Feature', properties: { ward, postal_codes: postalCodes } },
  geometry: { type: 'MultiPolygon', coordinates },
})

// Clockwise, as some cities have them; the second ward has an island, and a hole in its mainland.
const file = {
  type: 'FeatureCollection',
  features: [
    feature('Ward 1', [[square([-76, 45], 1)]], ['K1A']),
    feature('Upper Mills', [
      [square([-75, 45], 1), square([-74.75, 45.25], 0.5)],
      [square([-73.5, 45], 0.25)],
    ]),
    feature('Ward 3', [[square([-75, 46], 1)]]),
  ],
}

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const wardsOf = (geojson: unknown) =>
  readWards(JSON.stringify(geojson), { name: undefined, seats: ['Ward 1'] })
const download = async (headers = {}) => {
  const response = await service.call('/pemberley/wards.geojson', { headers })
  return { ...response, geojson: response.body === '' ? null : JSON.parse(response.body) }
}

describe('wards', () => {
  it('are an empty list before they are imported', async () => {
    expect(expectList(await service.v1('wards'))).toEqual([])
    expect((await download()).geojson).toEqual({ type: 'FeatureCollection', features: [] })
  })

  it('have their number, their division and who sits for them, in pages and in one statement', async () => {
    const found = await findSeats(service.writing.db, 'pemberley', systemClock)
    await replaceWards(service.writing, found?.id ?? 0, wardsOf(file), systemClock)
    await expectStatements(service, () => service.v1('wards'), 1)
    const wards = expectList(await service.v1('wards'))
    const division = (await service.call('/api/v1/municipalities')).json.data[0].division_id
    const vacant = { postal_codes: [], people: [] }
    expect(wards).toEqual([
      {
        ...{ name: 'Ward 1', number: '1', division_id: `${division}/ward:1` },
        ...{ postal_codes: ['K1A'] },
        people: [{ slug: 'stephanie-roy', name: 'Stéphanie Roy' }],
      },
      { name: 'Upper Mills', number: null, division_id: null, ...vacant },
      { name: 'Ward 3', number: '3', division_id: `${division}/ward:3`, ...vacant },
    ])
    const first = await service.v1('wards?per_page=2')
    const rest = await service.v1(`wards?cursor=${first.json.pagination.next_cursor}`)
    expect([...expectList(first), ...expectList(rest)]).toEqual(wards)
  })

  it('are GeoJSON that an import reads as the same wards, with outer rings counter-clockwise', async () => {
    const { geojson, headers } = await download()
    expect(headers.get('content-type')).toMatch(/^application\/geo\+json/)
    expect(wardsOf(geojson)).toEqual(wardsOf(file))
    const [first, second] = geojson.features
    expect(first.geometry.coordinates).toEqual([[square([-76, 45], 1).toReversed()]])
    expect(second.geometry.coordinates.map((polygon: unknown[]) => polygon.length)).toEqual([2, 1])
    expect(first.properties).toMatchObject({
      ...{ name: 'Ward 1', number: '1', postal_codes: ['K1A'] },
      ...{ person_slug: 'stephanie-roy', person_name: 'Stéphanie Roy' },
    })
    expect(second.properties).toMatchObject({ person_slug: null, person_name: null })
  })

  it('are not sent again while they are the same', async () => {
    const etag = (await download()).headers.get('etag') ?? ''
    expect((await download({ 'if-none-match': etag })).status).toBe(304)
    const found = await findSeats(service.writing.db, 'pemberley', systemClock)
    const fewer = { ...file, features: file.features.slice(0, 1) }
    await replaceWards(service.writing, found?.id ?? 0, wardsOf(fewer), systemClock)
    const { status, geojson } = await download({ 'if-none-match': etag })
    expect([status, geojson.features.length]).toEqual([200, 1])
  })
})
