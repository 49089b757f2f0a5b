import { type Bounds, boundsOf, isCounterClockwise, type Ring } from '../../core/ward-map.ts'
import { isSameWard } from '../../core/ward-name.ts'
import { parseJson } from './parse-json.ts'
import { UnreadableFile } from './text-file.ts'

/** A ward of a file. */
export interface Ward {
  name: string
  rings: Ring[]
  /** Prefixes of postal codes, in capitals without spaces: `K1A`. */
  postalCodes: string[]
}

interface Options {
  /** The property with the names; by default, the one with most names of seats. */
  name: string | undefined
  /** The wards that members of the council sit for. */
  seats: readonly string[]
  /** The council's division, `ocd-division/country:ca/…`, whose country must have the wards. */
  divisionId?: string
  /** Reports skipped features. */
  warn?: (message: string) => void
}

const [wardsMax, verticesMax, nameMax, shownMax] = [500, 100_000, 200, 4]

interface Feature {
  properties: Readonly<Record<string, unknown>>
  geometry: unknown
}

/** Reads ward boundaries from GeoJSON (RFC 7946). Throws `UnreadableFile`, whose message continues the name of the file. */
export function readWards(text: string, options: Options): Ward[] {
  const { name, seats, divisionId = '', warn = () => undefined } = options
  const features = featuresIn(text)
  const property = name ?? nameProperty(features, seats)
  const areas = withAreas(features, property, warn)
  const wards = new Map<string, Ward>()
  let vertices = 0
  for (const { at, feature, polygons } of areas) {
    const named = nameOf(feature, property, at)
    const rings = ringsOf(polygons, at)
    vertices += rings.reduce((sum, ring) => sum + ring.length / 2, 0)
    const { rings: others = [], postalCodes = [] } = wards.get(named) ?? {}
    const all = [...postalCodes, ...postalCodesOf(feature)]
    wards.set(named, { name: named, rings: [...others, ...rings], postalCodes: [...new Set(all)] })
  }
  if (vertices > verticesMax)
    throw new UnreadableFile(
      `has ${vertices} vertices, of at most ${verticesMax}: simplify it, for example with mapshaper -simplify 10%`,
    )
  if (wards.size > wardsMax)
    throw new UnreadableFile(
      `has ${wards.size} wards, of at most ${wardsMax}: does each feature have the name of its ward in "${property}"?`,
    )
  const all = [...wards.values()]
  rejectElsewhere(all, divisionId)
  return all
}

/** The features that are areas; the others are skipped, so that a ward may have no area. */
function withAreas(
  features: readonly Feature[],
  property: string,
  warn: (message: string) => void,
) {
  const all = features.map((feature, at) => ({
    ...{ at, feature },
    polygons: polygonsOf(feature.geometry),
  }))
  const areas = all.filter(({ polygons }) => polygons.length > 0)
  if (areas.length === 0)
    throw new UnreadableFile(
      `has ${shown(typeOf(features[0]?.geometry))} in feature 1, and no Polygon or MultiPolygon: export the areas of the wards`,
    )
  for (const { at, feature, polygons } of all) {
    if (polygons.length > 0) continue
    const named = textOf(feature.properties[property])
    const [type, isArea] = [shown(typeOf(feature.geometry)), isAreaType(feature.geometry)]
    warn(
      `feature ${at + 1}, ${named === undefined ? 'without a name' : shown(named)}, has ${isArea ? `an empty ${type}` : `${type} in place of a Polygon or MultiPolygon`}; skipped`,
    )
  }
  return areas
}

const typeOf = (geometry: unknown) => asObject(geometry).type ?? geometry

const isAreaType = (geometry: unknown) =>
  ['Polygon', 'MultiPolygon', 'GeometryCollection'].includes(String(typeOf(geometry)))

const degree = 1e6
/** Countries with their farthest degrees: west, south, east, north. */
const countries: Readonly<Record<string, { name: string; degrees: readonly number[] }>> = {
  ca: { name: 'Canada', degrees: [-142, 41, -52, 84] },
  us: { name: 'the United States', degrees: [-180, 17, -64, 72] },
}

// Guam, the Northern Marianas and American Samoa are far from the states.
const farTerritories = /\/territory:(?:as|gu|mp)\b/

/** Throws if a ward is not in the country of its council: a file can have latitudes first. */
function rejectElsewhere(wards: readonly Ward[], divisionId: string): void {
  const [, code = ''] = /country:([a-z]{2})/.exec(divisionId) ?? []
  const country = countries[code]
  if (country === undefined || farTerritories.test(divisionId)) return
  for (const { name, rings } of wards) {
    const { west, south, east, north } = boundsOf(rings)
    if (isWithin({ west, south, east, north }, country.degrees)) continue
    const swapped = { west: south, south: west, east: north, north: east }
    if (isWithin(swapped, country.degrees)) throw latitudeFirst(`in ward ${shown(name)}`)
    throw new UnreadableFile(
      `has ward ${shown(name)} from ${west / degree}, ${south / degree} to ${east / degree}, ${north / degree} (longitude, latitude), which is not in ${country.name}, the country of this council: is it the right file?`,
    )
  }
}

const latitudeFirst = (where: string) =>
  new UnreadableFile(
    `has latitude before longitude ${where}: GeoJSON has longitude first (RFC 7946); exchange the two, and import it again`,
  )

function isWithin(bounds: Bounds, [west = 0, south = 0, east = 0, north = 0]: readonly number[]) {
  return (
    bounds.west >= west * degree &&
    bounds.south >= south * degree &&
    bounds.east <= east * degree &&
    bounds.north <= north * degree
  )
}

function featuresIn(text: string): Feature[] {
  const parsed = parseJson(text)
  if (!parsed.ok) {
    const { line, column, reason } = parsed
    throw new UnreadableFile(`${reason} (line ${line}, column ${column}): export it as GeoJSON`)
  }
  const { type, features, crs } = asObject(parsed.value)
  if (type !== 'FeatureCollection' || !Array.isArray(features))
    throw new UnreadableFile(
      `is not a GeoJSON FeatureCollection, but ${shown(type ?? parsed.value)}: export the wards as GeoJSON`,
    )
  const system = asObject(asObject(crs).properties).name
  if (system !== undefined && !/CRS:?84h?$|EPSG:{1,2}4326$/i.test(String(system)))
    throw new UnreadableFile(
      `is in ${shown(system)}: convert it to longitude and latitude, for example with ogr2ogr -t_srs EPSG:4326`,
    )
  if (features.length === 0) throw new UnreadableFile('has no features: export the wards with it')
  return features.map((feature) => {
    const { properties, geometry } = asObject(feature)
    return { properties: asObject(properties), geometry }
  })
}

/** The property that names most of the wards which members sit for. */
function nameProperty(features: readonly Feature[], seats: readonly string[]): string {
  const names = [...new Set(features.flatMap(({ properties }) => Object.keys(properties)))]
  if (seats.length === 0)
    throw new UnreadableFile(
      `cannot be compared with the record, which has no wards: import the council first, or name the property of the ward with --name (${names.join(', ')})`,
    )
  const counts = names.map((name) => {
    const values = features.map(({ properties }) => textOf(properties[name]) ?? '')
    return { name, count: seats.filter((seat) => values.some((of) => isSameWard(of, seat))).length }
  })
  const [best] = counts.toSorted((one, other) => other.count - one.count)
  if (best !== undefined && best.count > 0) return best.name
  const [first] = features
  const seen = names.map((name) => `${name} ${shown(first?.properties[name])}`).join(', ')
  throw new UnreadableFile(
    `has no property with the wards of this council, such as ${seats.slice(0, shownMax).map(shown).join(', ')}; its first feature has ${seen === '' ? 'none' : seen}: name the property of the ward with --name`,
  )
}

function nameOf({ properties }: Feature, property: string, at: number): string {
  const name = textOf(properties[property])?.trim() ?? ''
  if (name !== '' && name.length <= nameMax) return name
  throw new UnreadableFile(
    `has no name of at most ${nameMax} characters in "${property}" of feature ${at + 1}, but ${shown(properties[property])}: its properties are ${Object.keys(properties).join(', ')}; choose one with --name`,
  )
}

/** `K1A, K1B`, or a list of them. */
function postalCodesOf({ properties }: Feature): string[] {
  const given = properties.postal_codes
  const texts = Array.isArray(given) ? given.map(textOf) : (textOf(given)?.split(/[,;]/) ?? [])
  return texts.map((code) => toPostalCode(code ?? '')).filter((code) => code !== '')
}

/** In capitals without spaces. */
function toPostalCode(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

/** The polygons of a geometry, or of all in a collection, each a list of rings. */
function polygonsOf(geometry: unknown): readonly unknown[] {
  const { type, coordinates, geometries } = asObject(geometry)
  if (type === 'GeometryCollection') return asList(geometries).flatMap(polygonsOf)
  const polygons = type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : []
  return asList(polygons).filter((polygon) => asList(polygon).length > 0)
}

/** The rings of polygons: the outer one of each counter-clockwise, then its holes clockwise, however the file has them. */
function ringsOf(polygons: readonly unknown[], at: number): Ring[] {
  return polygons.flatMap((polygon) =>
    asList(polygon).map((positions, index) => {
      const ring = ringOf(asList(positions), at)
      return isCounterClockwise(ring) === (index === 0) ? ring : reversed(ring)
    }),
  )
}

const reversed = (ring: Ring): Ring =>
  ring
    .flatMap((x, at) => (at % 2 === 0 ? [[x, ring[at + 1] ?? 0]] : []))
    .reverse()
    .flat()

const positionsMin = 4

function ringOf(positions: readonly unknown[], at: number): Ring {
  if (positions.length < positionsMin)
    throw new UnreadableFile(
      `has a ring of ${positions.length} positions in feature ${at + 1}, which encloses nothing: repair or remove it`,
    )
  const ring = positions.flatMap((position) => millionths(position, at))
  if (new Set(positions.map(String)).size < positionsMin - 1)
    throw new UnreadableFile(
      `has a ring of fewer than three different positions in feature ${at + 1}, which encloses nothing: repair or remove it`,
    )
  // Some programs leave the last side open.
  const isClosed = ring.at(-2) === ring[0] && ring.at(-1) === ring[1]
  return isClosed ? ring : [...ring, ...ring.slice(0, 2)]
}

function millionths(position: unknown, at: number): [number, number] {
  const [longitude, latitude] = asList(position)
  const areNumbers = typeof longitude === 'number' && typeof latitude === 'number'
  if (areNumbers && isOnEarth(latitude, longitude) && !isOnEarth(longitude, latitude))
    throw latitudeFirst(`in feature ${at + 1}`)
  if (!areNumbers || !isOnEarth(longitude, latitude))
    throw new UnreadableFile(
      `has ${shown(position)} in feature ${at + 1}, which is not a longitude and latitude: convert it, for example with ogr2ogr -t_srs EPSG:4326`,
    )
  return [Math.round(longitude * 1e6), Math.round(latitude * 1e6)]
}

const isOnEarth = (longitude: number, latitude: number) =>
  Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
