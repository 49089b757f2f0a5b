import { type Bounds, mapOf, type Ring, side } from './ward-map.ts'

type Point = readonly [x: number, y: number]

/** What a map omits, in its units. */
const [toleranceMin, toleranceMax] = [0.7, side / 8]

/** Of all paths of a map together, so that a page with it stays small; four corners of each ward are allowed. */
export const pathsMax = (wards: number) => Math.max(12_000, wards * 50)

/**
 * The paths of areas on the map of some bounds, as SVG writes them: coarser if they would be long, without what is too
 * small to be seen, and with one line for both sides of a border.
 */
export function svgPathsOf(areas: readonly (readonly Ring[])[], bounds: Bounds): string[] {
  const map = mapOf(bounds)
  const drawn = areas.map((rings) => rings.map((ring) => pointsOf(ring, map)))
  let paths: string[] = []
  // Areas that overlap can have more junctions, which stay, than a page has space for.
  for (const isJunction of [junctionsOf(drawn.flat()), () => false]) {
    const arcs = drawn.map((rings) => rings.map((points) => arcsOf(points, isJunction)))
    for (let tolerance = toleranceMin; tolerance < toleranceMax; tolerance *= 1.5) {
      paths = arcs.map((rings) => rings.map((ring) => pathOf(ring, tolerance)).join(''))
      if (paths.join('').length <= pathsMax(areas.length)) return paths
    }
  }
  return paths
}

/** In tenths, so that both sides of a border are the same; without points that repeat the one before. */
function pointsOf(ring: Ring, map: ReturnType<typeof mapOf>): Point[] {
  const points: Point[] = []
  for (let at = 0; at + 1 < ring.length; at += 2) {
    const point = [tenth(map.x(ring[at] ?? 0)), tenth(map.y(ring[at + 1] ?? 0))] as const
    if (keyOf(point) !== keyOf(points.at(-1))) points.push(point)
  }
  return points
}

const tenth = (value: number) => Math.round(value * 10) / 10
const keyOf = (...points: (Point | undefined)[]) => points.join(' ')

/** Whether more than one line passes through a point. */
function junctionsOf(rings: readonly (readonly Point[])[]): (point: Point) => boolean {
  const neighbours = new Map<string, Set<string>>()
  const join = (one: Point, other: Point) => {
    const found = neighbours.get(keyOf(one)) ?? new Set()
    neighbours.set(keyOf(one), found.add(keyOf(other)))
  }
  for (const [one, other] of rings.flatMap(sidesOf)) {
    join(one, other)
    join(other, one)
  }
  return (point) => neighbours.get(keyOf(point))?.size !== 2
}

const sidesOf = (points: readonly Point[]) =>
  points.slice(1).map((point, at): [Point, Point] => [points[at] ?? point, point])

/** A part of a ring between junctions; `points` begin at the same end for both sides of a border. */
interface Arc {
  points: readonly Point[]
  isReversed: boolean
}

function arcsOf(points: readonly Point[], isJunction: (point: Point) => boolean): Arc[] {
  const open = points.slice(0, -1)
  const junction = open.findIndex(isJunction)
  const first = junction < 0 ? startIndex(open) : junction
  const ring = [...open.slice(first), ...open.slice(0, first + 1)]
  const arcs: Point[][] = []
  for (const [one, other] of sidesOf(ring)) {
    const arc = arcs.at(-1)
    if (arc === undefined || isJunction(one)) arcs.push([one, other])
    else arc.push(other)
  }
  return arcs.map((arc) => {
    const isReversed = keyOf(...arc.slice(0, 2)) > keyOf(arc.at(-1), arc.at(-2))
    return { points: isReversed ? arc.toReversed() : arc, isReversed }
  })
}

/** The index of the point that is the first in any ring with the same points. */
function startIndex(points: readonly Point[]): number {
  const keys = points.map((point) => keyOf(point))
  return keys.indexOf(keys.toSorted()[0] ?? '')
}

function pathOf(ring: readonly Arc[], tolerance: number): string {
  const points = ring.flatMap((arc) => {
    const kept = simplified(arc.points, tolerance)
    return (arc.isReversed ? kept.reverse() : kept).slice(0, -1)
  })
  return points.length < 3 ? '' : `M${points.map(([x, y]) => `${x} ${y}`).join(' ')}Z`
}

/** Without the points that are nearer than the tolerance to the line between those that stay (Douglas and Peucker). */
function simplified(points: readonly Point[], tolerance: number): Point[] {
  const keep = new Set([0, points.length - 1])
  const spans: (readonly [number, number])[] = [[0, points.length - 1]]
  for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
    const [first, last] = span
    let farthest = -1
    let distance = tolerance
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

/** The middle of the widest part of a path, and the width and height that a label has there. */
export function labelSpace(path: string): { x: number; y: number; width: number; height: number } {
  const rings = path
    .split('M')
    .slice(1)
    .map((ring) => toPoints(ring))
  const ys = rings.flat().map(([, y]) => y)
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  const flipped = rings.map((points) => points.map(([x, y]): Point => [y, x]))
  let best = { x: 0, y: 0, width: 0, height: 0 }
  for (let line = 1; line < labelLines; line += 1) {
    const y = top + ((bottom - top) * line) / labelLines
    for (const [left, right] of spansAt(rings, y)) {
      const x = (left + right) / 2
      const [from, to] = spansAt(flipped, x).find((span) => span[0] <= y && y <= span[1]) ?? [y, y]
      const space = { x, y: (from + to) / 2, width: right - left, height: to - from }
      if (Math.min(space.width, space.height) > Math.min(best.width, best.height)) best = space
    }
  }
  return best
}

/** Lines across a path that are compared. */
const labelLines = 12

function toPoints(ring: string): Point[] {
  const numbers = (ring.match(/[\d.-]+/g) ?? []).map(Number)
  return numbers.flatMap((x, at): Point[] => (at % 2 === 0 ? [[x, numbers[at + 1] ?? 0]] : []))
}

/** Where a line from left to right is inside of the rings. */
function spansAt(rings: readonly (readonly Point[])[], y: number): [number, number][] {
  const crossings = rings
    .flatMap((points) => sidesOf([...points, ...points.slice(0, 1)]))
    .filter(([[, y1], [, y2]]) => y1 > y !== y2 > y)
    .map(([[x1, y1], [x2, y2]]) => x1 + ((y - y1) / (y2 - y1)) * (x2 - x1))
    .sort((one, other) => one - other)
  return crossings.flatMap((left, at): [number, number][] =>
    at % 2 === 0 ? [[left, crossings[at + 1] ?? left]] : [],
  )
}
