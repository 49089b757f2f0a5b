import { Scroll } from './scroll.tsx'

interface Box {
  name: string
  /** What Open Civic Data calls it. */
  standard?: string
  x: number
  y: number
  height?: number
}

interface Line {
  path: string
  text: string
  x: number
  y: number
  /** Where the text stands to the point: before it, around it or after it. */
  anchor?: 'end' | 'middle' | 'start'
}

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

// A line ends in three prongs where there may be many.
const lines: Line[] = [
  { path: 'M144 36 H232 M220 36 L232 30 M220 36 L232 42', text: 'holds', x: 182, y: 28 },
  { path: 'M452 36 H364 M376 36 L364 30 M376 36 L364 42', text: 'has seats', x: 408, y: 28 },
  {
    path: 'M78 60 V142 M78 130 L72 142 M78 130 L84 142',
    text: 'casts',
    x: 70,
    y: 105,
    anchor: 'end',
  },
  {
    path: 'M144 52 L262 142 M252.5 134.7 L253.5 142 M252.5 134.7 L270.5 142',
    text: 'moves, seconds',
    x: 216,
    y: 96,
    anchor: 'start',
  },
  {
    path: 'M518 60 V142 M518 130 L512 142 M518 130 L524 142',
    text: 'meets in',
    x: 526,
    y: 105,
    anchor: 'start',
  },
  { path: 'M232 166 H144 M156 166 L144 160 M156 166 L144 172', text: 'decided by', x: 188, y: 158 },
  { path: 'M452 166 H364 M376 166 L364 160 M376 166 L364 172', text: 'decides', x: 408, y: 158 },
  { path: 'M584 166 H672 M660 166 L672 160 M660 166 L672 172', text: 'publishes', x: 628, y: 158 },
  {
    path: 'M518 190 V272 M518 260 L512 272 M518 260 L524 272',
    text: 'deals with',
    x: 526,
    y: 235,
    anchor: 'start',
  },
  {
    path: 'M298 272 V190 M298 202 L292 190 M298 202 L304 190',
    text: 'decided in',
    x: 290,
    y: 235,
    anchor: 'end',
  },
  {
    path: 'M452 276 L350 190 M359.2 197.7 L341 190 M359.2 197.7 L358 190',
    text: 'decided in',
    x: 414,
    y: 226,
    anchor: 'start',
  },
  { path: 'M144 296 H232 M220 296 L232 290 M220 296 L232 302', text: 'came of', x: 182, y: 288 },
  { path: 'M364 296 H452 M440 296 L452 290 M440 296 L452 302', text: 'stands in', x: 402, y: 288 },
  { path: 'M584 296 H672 M660 296 L672 290 M660 296 L672 302', text: 'publishes', x: 628, y: 288 },
  {
    path: 'M298 320 V352 H738 V320 M738 332 L732 320 M738 332 L744 320',
    text: 'publishes',
    x: 518,
    y: 345,
  },
]

/** The parts of a record and how they hang together. */
export function EntityDiagram() {
  return (
    <Scroll name="Diagram of the data model">
      <svg class="entities" viewBox="0 0 816 364" role="img" aria-labelledby="entities-title">
        <title id="entities-title">The parts of a record and how they hang together</title>
        <desc>{description}</desc>
        {lines.map(({ path }) => (
          <path key={path} d={path} />
        ))}
        {lines.map(({ path, text, x, y, anchor = 'middle' }) => (
          <text key={path} x={x} y={y} text-anchor={anchor}>
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
