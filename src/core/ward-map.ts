/** Longitudes and latitudes in millionths of a degree (WGS 84), alternating; the last point is the first one. */
export type Ring = readonly number[]

/** In millionths of a degree. */
export interface Bounds {
  west: number
  south: number
  east: number
  north: number
}

export function boundsOf(rings: readonly Ring[]): Bounds {
  const bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
  for (const ring of rings)
    for (let at = 0; at + 1 < ring.length; at += 2) {
      const [x = 0, y = 0] = [ring[at], ring[at + 1]]
      bounds.west = Math.min(bounds.west, x)
      bounds.east = Math.max(bounds.east, x)
      bounds.south = Math.min(bounds.south, y)
      bounds.north = Math.max(bounds.north, y)
    }
  return bounds
}

export function unionOf(all: readonly Bounds[]): Bounds {
  return boundsOf(all.map(({ west, south, east, north }) => [west, south, east, north]))
}

/** Whether a point is in an area, by how many of its edges are west of the point; holes are rings too. */
export function isInside(rings: readonly Ring[], { x, y }: { x: number; y: number }): boolean {
  let isIn = false
  for (const ring of rings)
    for (let at = 0; at + 3 < ring.length; at += 2) {
      const [x1, y1] = [ring[at] ?? 0, ring[at + 1] ?? 0]
      const [x2, y2] = [ring[at + 2] ?? 0, ring[at + 3] ?? 0]
      if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isIn = !isIn
    }
  return isIn
}

/** The longer side of a map. */
const side = 600

/** A flat map of some bounds: its size, and where a longitude and a latitude are on it. */
export function mapOf(bounds: Bounds) {
  const { west, south, east, north } = bounds
  // A degree of longitude is shorter the further it is from the equator.
  const squeeze = Math.cos((((south + north) / 2e6) * Math.PI) / 180)
  const [wide, high] = [Math.max((east - west) * squeeze, 1), Math.max(north - south, 1)]
  const scale = side / Math.max(wide, high)
  return {
    width: Math.ceil(wide * scale),
    height: Math.ceil(high * scale),
    x: (longitude: number) => (longitude - west) * squeeze * scale,
    y: (latitude: number) => (north - latitude) * scale,
  }
}

type Point = readonly [x: number, y: number]

/** What a map omits, in its units. */
const tolerance = 0.7

/** The path of an area on the map of some bounds, as SVG writes it; without what is too small to be seen. */
export function svgPathOf(rings: readonly Ring[], bounds: Bounds): string {
  const map = mapOf(bounds)
  return rings
    .map((ring) => {
      const points: Point[] = []
      for (let at = 0; at + 1 < ring.length; at += 2)
        points.push([map.x(ring[at] ?? 0), map.y(ring[at + 1] ?? 0)])
      return simplified(points)
    })
    .filter(({ length }) => length > 3)
    .map((points) => `M${points.map(([x, y]) => `${tenth(x)} ${tenth(y)}`).join(' ')}Z`)
    .join('')
}

const tenth = (value: number) => Math.round(value * 10) / 10

/** Without the points that are nearer than the tolerance to the line between those that stay (Douglas and Peucker). */
function simplified(points: readonly Point[]): Point[] {
  const keep = new Set([0, points.length - 1])
  const spans: (readonly [number, number])[] = [[0, points.length - 1]]
  for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
    const [first, last] = span
    let farthest = -1
    let distance: number = tolerance
    for (let at = first + 1; at < last; at += 1) {
      const away = distanceFrom(points[first], points[last], points[at])
      if (away <= distance) continue
      farthest = at
      distance = away
    }
    if (farthest === -1) continue
    keep.add(farthest)
    spans.push([first, farthest], [farthest, last])
  }
  return points.filter((_, at) => keep.has(at))
}

/** Of a point from the line between two others. */
function distanceFrom(
  [x1, y1]: Point = [0, 0],
  [x2, y2]: Point = [0, 0],
  [x, y]: Point = [0, 0],
): number {
  const length = Math.hypot(x2 - x1, y2 - y1)
  if (length === 0) return Math.hypot(x - x1, y - y1)
  return Math.abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / length
}
