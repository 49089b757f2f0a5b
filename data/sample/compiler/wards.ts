import type { SampleTemplate } from '../../../src/importers/sample/template.ts'
import type { Sample } from './schema.ts'

type Point = readonly [number, number]

const metresOfDegree = 111_195

/** The wards as GeoJSON, as a city publishes them. */
export function compileWards({ origin, lines, wards }: Sample['wards']): SampleTemplate['wards'] {
  const [west = 0, south = 0] = origin
  const squeeze = Math.cos((south * Math.PI) / 180)
  const toDegrees = ([x, y]: Point): [number, number] => [
    Number((west + x / (metresOfDegree * squeeze)).toFixed(5)),
    Number((south + y / metresOfDegree).toFixed(5)),
  ]
  const lineOf = (name: string) => {
    const line = lines[name]
    if (line === undefined) throw new Error(`there is no line ${name}`)
    return line.map(([x = 0, y = 0]): Point => [x, y])
  }
  return {
    type: 'FeatureCollection',
    features: wards.map(({ name, postal_codes, border }) => ({
      type: 'Feature',
      properties: { name, postal_codes },
      geometry: {
        type: 'Polygon',
        coordinates: [ringOf(name, border.map(lineOf)).map(toDegrees)],
      },
    })),
  }
}

/** One ring of lines in their order, each turned so that it begins where the one before ends. */
function ringOf(name: string, lines: readonly (readonly Point[])[]): Point[] {
  const [first = [], second = []] = lines
  const meets = (point: Point | undefined) =>
    [second[0], second.at(-1)].some((other) => isSame(point, other))
  let ring = meets(first.at(-1)) ? [...first] : first.toReversed()
  for (const line of lines.slice(1)) {
    const next = isSame(ring.at(-1), line[0]) ? line : line.toReversed()
    if (!isSame(ring.at(-1), next[0])) throw new Error(`the border of ${name} has a gap`)
    ring = [...ring, ...next.slice(1)]
  }
  if (!isSame(ring[0], ring.at(-1))) throw new Error(`the border of ${name} is not closed`)
  return ring
}

const isSame = (one: Point | undefined, other: Point | undefined) =>
  one?.[0] === other?.[0] && one?.[1] === other?.[1]
