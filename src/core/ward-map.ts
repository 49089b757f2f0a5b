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

/** Whether the area of a ring is on the left of its sides, as RFC 7946 has outer rings. */
export function isCounterClockwise(ring: Ring): boolean {
  let sum = 0
  for (let at = 0; at + 3 < ring.length; at += 2) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = ring.slice(at, at + 4)
    sum += x1 * y2 - x2 * y1
  }
  return sum > 0
}

/** The longer side of a map. */
export const side = 600

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
