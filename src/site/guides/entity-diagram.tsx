import { Scroll } from '../scroll.tsx'

interface Box {
  name: string
  /** What Open Civic Data calls it. */
  standard?: string
  x: number
  y: number
  height?: number
}

interface Line {
  /** Where it goes, as in `<polyline>`: from one thing to what there may be many of. */
  points: string
  text: string
  x: number
  y: number
  /** Where the text stands to the point: before it, around it or after it. */
  anchor?: 'end' | 'middle' | 'start'
}

type Point = [x: number, y: number]

const width = 132
const height = 48

// Laid out by hand: a layout that is computed would need a library and look worse.
const boxes: Box[] = [
  { name: 'Person', standard: 'person', x: 12, y: 12 },
  { name: 'Membership', x: 232, y: 12 },
  { name: 'Organization', standard: 'organization', x: 452, y: 12 },
  { name: 'Vote', x: 12, y: 142 },
  { name: 'Motion', standard: 'vote', x: 232, y: 142 },
  { name: 'Meeting', standard: 'event', x: 452, y: 142 },
  { name: 'By-law', x: 12, y: 272 },
  { name: 'Matter', standard: 'bill', x: 232, y: 272 },
  { name: 'Agenda item', x: 452, y: 272 },
  { name: 'Document', x: 672, y: 142, height: 178 },
]

const lines: Line[] = [
  { points: '144,36 232,36', text: 'holds', x: 182, y: 28 },
  { points: '452,36 364,36', text: 'has seats', x: 408, y: 28 },
  { points: '78,60 78,142', text: 'casts', x: 70, y: 105, anchor: 'end' },
  { points: '144,52 262,142', text: 'moves, seconds', x: 216, y: 96, anchor: 'start' },
  { points: '518,60 518,142', text: 'meets in', x: 526, y: 105, anchor: 'start' },
  { points: '232,166 144,166', text: 'decided by', x: 188, y: 158 },
  { points: '452,166 364,166', text: 'decides', x: 408, y: 158 },
  { points: '584,166 672,166', text: 'publishes', x: 628, y: 158 },
  { points: '518,190 518,272', text: 'deals with', x: 526, y: 235, anchor: 'start' },
  { points: '298,272 298,190', text: 'decided in', x: 290, y: 235, anchor: 'end' },
  { points: '452,276 350,190', text: 'decided in', x: 414, y: 226, anchor: 'start' },
  { points: '144,296 232,296', text: 'came of', x: 182, y: 288 },
  { points: '364,296 452,296', text: 'stands in', x: 402, y: 288 },
  { points: '584,296 672,296', text: 'publishes', x: 628, y: 288 },
  { points: '298,320 298,352 738,352 738,320', text: 'publishes', x: 518, y: 345 },
]

/** The parts of a record and how they hang together. */
export function EntityDiagram() {
  return (
    <Scroll name="Diagram of the data model">
      <svg class="entities" viewBox="0 0 816 364" role="img" aria-labelledby="entities-title">
        <title id="entities-title">The parts of a record and how they hang together</title>
        <desc>{description}</desc>
        {lines.map(({ points }) => (
          <path key={points} d={`M${points}${prongsOf(points)}`} />
        ))}
        {lines.map(({ points, text, x, y, anchor = 'middle' }) => (
          <text key={points} x={x} y={y} text-anchor={anchor}>
            {text}
          </text>
        ))}
        {boxes.map((box) => (
          <Entity key={box.name} {...box} />
        ))}
      </svg>
    </Scroll>
  )
}

/** Where there may be many, a line ends in three prongs: two more, which spread to the edge that it meets. */
function prongsOf(points: string): string {
  const [[fromX, fromY], [x, y]] = points
    .split(' ')
    .slice(-2)
    .map((point) => point.split(',').map(Number)) as [Point, Point]
  const length = Math.hypot(x - fromX, y - fromY)
  const [alongX, alongY] = [(x - fromX) / length, (y - fromY) / length]
  const fork = `M${x - 12 * alongX},${y - 12 * alongY}`
  const [aside, down] = alongY === 0 ? [0, 6] : [6 / alongY, 0]
  return `${fork} ${x - aside},${y - down}${fork} ${x + aside},${y + down}`
}

function Entity({ name, standard, x, y, height: tall = height }: Box) {
  const middle = x + width / 2
  const base = y + tall / 2 + (standard === undefined ? 5 : -2)
  return (
    <g>
      <rect x={x} y={y} width={width} height={tall} rx="6" />
      <text class="name" x={middle} y={base} text-anchor="middle">
        {name}
      </text>
      {standard !== undefined && (
        <text x={middle} y={base + 17} text-anchor="middle">
          OCD {standard}
        </text>
      )}
    </g>
  )
}

const description =
  'A person holds memberships, which are the seats of organizations. An organization meets in meetings. A meeting deals with agenda items and decides motions. A matter stands in agenda items and is decided in motions; by-laws came of matters. A person moves and seconds motions, and casts votes; votes decide a motion. Meetings, agenda items and matters publish documents.'
