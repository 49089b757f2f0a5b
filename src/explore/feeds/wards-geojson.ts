import { isCounterClockwise, type Ring } from '../../core/ward-map.ts'
import { listWardBoundaries, type WardBoundaryRow } from '../../resources/wards/queries.ts'
import { toWardItem } from '../../resources/wards/v1.represent.ts'
import type { Visit } from '../visit.ts'

/** The boundaries of the wards as GeoJSON (RFC 7946), at most as many as an import may have: 100,000 vertices. */
export async function wardsGeojson({ store, municipality, today }: Visit): Promise<string> {
  const rows = await listWardBoundaries(store.db, { municipalityId: municipality.id, today })
  return JSON.stringify({ type: 'FeatureCollection', features: rows.map(toFeature) })
}

/** Programs for maps read flat properties: who sits for a ward is one person, or null. */
function toFeature(row: WardBoundaryRow) {
  const { people, ...properties } = toWardItem(row)
  const [person, ...others] = people
  const only = others.length === 0 ? person : undefined
  return {
    type: 'Feature',
    properties: {
      ...properties,
      ...{ person_slug: only?.slug ?? null, person_name: only?.name ?? null },
    },
    geometry: {
      type: 'MultiPolygon',
      coordinates: polygonsOf(JSON.parse(row.boundary) as Ring[]),
    },
  }
}

type Position = [longitude: number, latitude: number]

/** Imports store the outer ring of each polygon counter-clockwise, and its holes clockwise after it. */
function polygonsOf(rings: readonly Ring[]): Position[][][] {
  const polygons: Position[][][] = []
  for (const ring of rings) {
    const polygon = polygons.at(-1)
    if (polygon === undefined || isCounterClockwise(ring)) polygons.push([positionsOf(ring)])
    else polygon.push(positionsOf(ring))
  }
  return polygons
}

function positionsOf(ring: Ring): Position[] {
  const positions: Position[] = []
  for (let at = 0; at + 1 < ring.length; at += 2)
    positions.push([(ring[at] ?? 0) / 1e6, (ring[at + 1] ?? 0) / 1e6])
  return positions
}
