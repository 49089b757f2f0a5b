import { describe, expect, it } from 'vitest'
import { boundsOf, type Ring, unionOf } from './ward-map.ts'
import { labelSpace, pathsMax, svgPathsOf } from './ward-paths.ts'

const ring = [-76e6, 45e6, -75e6, 45e6, -75e6, 46e6, -76e6, 46e6, -76e6, 45e6]

describe('the paths of wards', () => {
  it('omit what is too small to be seen, and keep corners', () => {
    const detailed = [-76e6, 45e6, -75.5e6, 45.0001e6, ...ring.slice(2)]
    const speck = [-75.5e6, 45.5e6, -75.4999e6, 45.5e6, -75.4999e6, 45.5001e6, -75.5e6, 45.5e6]
    const bounds = boundsOf([ring])
    expect(svgPathsOf([[detailed, speck]], bounds)).toEqual(svgPathsOf([[ring]], bounds))
    expect(svgPathsOf([[ring]], bounds)).toEqual([expect.stringMatching(/^M[\d. ]+Z$/)])
    expect(pointsIn(svgPathsOf([[ring]], bounds)[0])).toEqual(
      new Set(['0 0', '0 600', '420.5 0', '420.5 600']),
    )
  })

  it('have the same line on both sides of a border, wherever their rings begin', () => {
    const border = Array.from({ length: 200 }, (_, at) => [wiggle(at), 44e6 + at * 10_000]).flat()
    const west = [...border, -77e6, 46e6, -77e6, 44e6, ...border.slice(0, 2)]
    const reversed = pairs(border).reverse().flat()
    const turned = [-73e6, 46e6, ...reversed, -73e6, 44e6, -73e6, 46e6]
    for (const other of [turned, pairs(turned).reverse().flat()]) {
      const [left = '', right = ''] = svgPathsOf(
        [[west], [other]],
        unionOf([boundsOf([west, other])]),
      )
      const shared = [...pointsIn(left)].filter((point) => pointsIn(right).has(point))
      // All but the two outer corners of each.
      expect([shared.length, shared.length]).toEqual([
        pointsIn(left).size - 2,
        pointsIn(right).size - 2,
      ])
      expect(shared.length).toBeGreaterThan(20)
    }
  })

  it('of 51 districts with long shores are bounded together', () => {
    const areas = Array.from({ length: 51 }, (_, at): Ring[] => [coast(-76e6 + at * 20_000, 1900)])
    const paths = svgPathsOf(areas, unionOf(areas.map(boundsOf)))
    expect(paths.join('').length).toBeLessThanOrEqual(pathsMax(51))
    expect(paths.every((path) => pointsIn(path).size >= 4)).toBe(true)
  })
})

it('a label stands inside of its ward, also if the middle of its bounds is outside', () => {
  const horseshoe = 'M0 0 100 0 100 100 70 100 70 30 30 30 30 100 0 100Z'
  const { x, y, width, height } = labelSpace(horseshoe)
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(29)
  expect(y < 30 || x < 30 || x > 70).toBe(true)
  expect(labelSpace('')).toEqual({ x: 0, y: 0, width: 0, height: 0 })
})

const pairs = (ring: readonly number[]) =>
  ring.flatMap((x, at) => (at % 2 === 0 ? [[x, ring[at + 1] ?? 0]] : []))

const pointsIn = (path = '') =>
  new Set(pairs((path.match(/[\d.]+/g) ?? []).map(Number)).map((point) => point.join(' ')))

const wiggle = (at: number) =>
  -75e6 + Math.round(40_000 * Math.sin(at / 3) + 25_000 * Math.sin(at * 1.7))

/** A round area with a ragged edge with this number of points. */
function coast(west: number, points: number): Ring {
  const ring = Array.from({ length: points }, (_, at) => {
    const angle = (2 * Math.PI * at) / points
    const radius = 90_000 * (1 + 0.2 * Math.sin(at * 7.3) * Math.sin(at * 0.37))
    return [
      west + Math.round(radius * Math.cos(angle)),
      45e6 + Math.round(radius * Math.sin(angle)),
    ]
  }).flat()
  return [...ring, ...ring.slice(0, 2)]
}
