import { describe, expect, it } from 'vitest'
import { isInside } from '../../core/ward-map.ts'
import { readWards } from './ward-boundaries.ts'

const square = (west: number, south: number, size = 1) => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
]
const feature = (properties: object, coordinates: unknown = [square(-76, 45)]) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Polygon', coordinates },
})
const file = (features: unknown[], more: object = {}) =>
  JSON.stringify({ type: 'FeatureCollection', ...more, features })
const seats = ['Ward 1 Old Mill', 'Ward 2 Harbour']
const read = (text: string, name?: string) => readWards(text, { name, seats })

describe('ward boundaries', () => {
  it.each([
    [{ OBJECTID: 71, WARD: '2', NAME: 'x' }, '2'],
    [{ OBJECTID: 71, NAME: 'HARBOUR' }, 'HARBOUR'],
    [{ id: 99, label: 'Quartier 2' }, 'Quartier 2'],
  ])('take the property that names the wards of members: %j', (properties, name) => {
    expect(read(file([feature(properties)])).map((ward) => ward.name)).toEqual([name])
  })

  it('are one area for all features with a name, with holes', () => {
    const hole = square(-75.75, 45.25, 0.5)
    const [ward, ...others] = read(
      file([
        feature({ w: '1', postal_codes: 'k1a, K1B' }, [square(-76, 45), hole]),
        feature({ w: '1', postal_codes: ['K1A', 'k2c 1'] }, [square(-70, 45)]),
      ]),
    )
    expect(others).toEqual([])
    expect(ward?.postalCodes).toEqual(['K1A', 'K1B', 'K2C1'])
    const at = (lng: number, lat: number) =>
      isInside(ward?.rings ?? [], { x: lng * 1e6, y: lat * 1e6 })
    expect([at(-75.9, 45.1), at(-69.5, 45.5)]).toEqual([true, true])
    expect([at(-75.5, 45.5), at(-77, 45.5), at(-72, 45.5)]).toEqual([false, false, false])
  })

  it('close a ring that is open', () => {
    const open = square(-76, 45).slice(0, 4)
    expect(read(file([feature({ w: '1' }, [open])]))[0]?.rings[0]).toHaveLength(10)
  })

  it.each([
    ['{"type":', /not valid JSON.*\(line 1, column \d+\): export it as GeoJSON/],
    ['{"type":"Topology"}', /is not a GeoJSON FeatureCollection, but "Topology": export/],
    [file([]), /has no features/],
    [
      file([feature({ w: '1' })], { crs: { properties: { name: 'urn:ogc:def:crs:EPSG::2951' } } }),
      /is in "urn:ogc:def:crs:EPSG::2951": convert it to longitude and latitude/,
    ],
    [
      file([feature({ w: '1' }, [square(367_000, 5_030_000)])]),
      /has \[367000,5030000\] in feature 1, which is not a longitude and latitude/,
    ],
    [
      file([{ ...feature({ w: '1' }), geometry: { type: 'Point', coordinates: [-76, 45] } }]),
      /has "Point" in feature 1, and no Polygon/,
    ],
    [file([{ ...feature({ w: '1' }), geometry: null }]), /has null in feature 1, and no Polygon/],
    [file([feature({ w: '1' }, [[[-76, 45]]])]), /has a ring of 1 positions in feature 1/],
    [
      file([feature({ id: 70, NAME: 'Kanata' })]),
      /has no property with the wards of this council, such as "Ward 1 Old Mill", "Ward 2 Harbour"; its first feature has id 70, NAME "Kanata": name .* with --name$/,
    ],
    [
      file([feature({ w: '1' }), feature({ v: '2' })]),
      /in "w" of feature 2, but nothing: its properties are v; choose one with --name/,
    ],
    [
      file([
        feature(
          { w: '1' },
          Array.from({ length: 20_001 }, () => square(-76, 45)),
        ),
      ]),
      /has 100005 vertices, of at most 100000: simplify it/,
    ],
    [
      file(Array.from({ length: 501 }, (_, at) => feature({ w: `${at + 1}` }))),
      /has 501 wards, of at most 500/,
    ],
  ])('say what was seen in a file that cannot be read, and what to do: %.40s', (text, message) => {
    expect(() => read(text)).toThrow(message)
  })

  it('need a name if the record has no wards to compare with', () => {
    const text = file([feature({ NAME: 'Kanata' })])
    const none = { name: undefined, seats: [] }
    expect(() => readWards(text, none)).toThrow(/import the council first, or .* --name \(NAME\)/)
    expect(readWards(text, { name: 'NAME', seats: [] })).toHaveLength(1)
  })

  it.each([
    ['ca', square(45, -76, 1), /has latitude before longitude in ward "1": GeoJSON/],
    ['us', square(40, -74, 1), /has latitude before longitude in ward "1": GeoJSON/],
    ['ca', square(12, 48, 1), /has ward "1" from 12, 48 to 13, 49 .* not in Canada/],
    ['ca', square(51, -114, 1), /has latitude before longitude in feature [12]: GeoJSON/],
  ])('of a council in %s are not elsewhere', (country, ring, reason) => {
    const divisionId = `ocd-division/country:${country}/place:mill`
    const text = file([feature({ w: '1' }, [ring])])
    expect(() => readWards(text, { name: 'w', seats, divisionId })).toThrow(reason)
    const beside = file([feature({ w: '2' }, [square(-112, 51)]), feature({ w: '1' }, [ring])])
    expect(() => readWards(beside, { name: 'w', seats, divisionId })).toThrow(reason)
  })

  it.each([
    ['ocd-division/country:nz/place:mill', square(12, 48)],
    ['ocd-division/country:us/territory:gu', square(144, 13)],
    ['ocd-division/country:ca/territory:yt', square(-135, 60)],
  ])('of %s can be there', (divisionId, ring) => {
    const text = file([feature({ w: '1' }, [ring])])
    expect(readWards(text, { name: 'w', seats, divisionId })).toHaveLength(1)
  })

  it('are found in collections of collections', () => {
    const inside = { type: 'GeometryCollection', geometries: [feature({}).geometry] }
    const geometry = { type: 'GeometryCollection', geometries: [inside, inside] }
    expect(read(file([{ ...feature({ w: '1' }), geometry }]))[0]?.rings).toHaveLength(2)
  })

  it('have area: a ring of one point encloses nothing', () => {
    const point = Array.from({ length: 4 }, () => [-76, 45])
    expect(() => read(file([feature({ w: '1' }, [point])]))).toThrow(/fewer than three different/)
  })

  it('skip features without an area, and say which', () => {
    const area = feature({ w: '1' })
    const odd = (w: string, geometry: unknown) => ({ ...feature({ w }), geometry })
    const warnings: string[] = []
    const wards = readWards(
      file([
        odd('2', null),
        odd('3', { type: 'Point', coordinates: [-76, 45] }),
        odd('4', { type: 'Polygon', coordinates: [] }),
        area,
        odd('5', { type: 'GeometryCollection', geometries: [area.geometry] }),
        { type: 'Feature', properties: {}, geometry: null },
      ]),
      { name: 'w', seats, warn: (message) => warnings.push(message) },
    )
    expect(wards.map(({ name }) => name)).toEqual(['1', '5'])
    expect(warnings).toEqual([
      'feature 1, "2", has null in place of a Polygon or MultiPolygon; skipped',
      'feature 2, "3", has "Point" in place of a Polygon or MultiPolygon; skipped',
      'feature 3, "4", has an empty "Polygon"; skipped',
      'feature 6, without a name, has null in place of a Polygon or MultiPolygon; skipped',
    ])
  })
})
