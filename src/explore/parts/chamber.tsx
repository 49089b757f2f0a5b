import { useRecordName } from '../council-context.ts'
import { useLocale, wordOf } from '../locale.ts'
import type { Chamber, Seat, SeatState } from './chamber-of.ts'
import {
  type Arc,
  chamberWidth,
  nameSize,
  rowMax,
  type Seating,
  type SeatPosition,
  seatingOf,
  seatsMax,
} from './seating.ts'
import { VoteStrip } from './vote-strip.tsx'

/** Whether a chamber is drawn as seats, and not as a mark for each. */
export const hasSeats = (chamber: Chamber) => seatsOf(chamber).length <= seatsMax

/** The seats of a body by vote, or above 40 a mark for each, and what the marks mean. Names are in lists beside it. */
export function ChamberOfVote({ chamber }: { chamber: Chamber }) {
  const { marks, order } = useLocale().words.chamber
  const seats = seatsOf(chamber)
  const has = (...states: SeatState[]) => seats.some(({ state }) => states.includes(state))
  const isStrip = !hasSeats(chamber)
  const drawn = seats.length > rowMax ? marks.initials : marks.named
  const sentences = [
    isStrip ? marks.strip : drawn,
    !isStrip && has('abstained') && marks.abstained,
    has('absent', 'recused', 'none') && (isStrip ? marks.small : marks.others),
    !isStrip && order[chamber.order],
  ]
  return (
    <figure class="chamber">
      {isStrip ? <Marks chamber={chamber} /> : <ChamberDrawing chamber={chamber} />}
      <figcaption class="quiet">{sentences.filter((one) => one !== false).join(' ')}</figcaption>
    </figure>
  )
}

const seatsOf = ({ seats, head }: Chamber) => (head === undefined ? seats : [...seats, head])

function Marks({ chamber }: { chamber: Chamber }) {
  const { tally } = chamber
  const others = Math.max(0, seatsOf(chamber).length - tally.for - tally.against)
  return <VoteStrip tally={tally} others={others} />
}

/** The seats as a drawing of its own, or as a part of another. */
export function ChamberDrawing({
  chamber,
  ...box
}: {
  chamber: Chamber
  x?: number
  y?: number
  width?: number
  height?: number
}) {
  const { words, count } = useLocale()
  const { seats, head, tally } = chamber
  const seating = seatingOf(
    seats.map(({ surname }) => surname),
    head !== undefined,
  )
  const isNamed = seatsOf(chamber).length <= rowMax
  const label = `${words.motion.inFavour(count(tally.for))}, ${words.motion.against(count(tally.against))}`
  return (
    <svg
      viewBox={`0 0 ${chamberWidth} ${seating.height}`}
      role="img"
      aria-label={label}
      text-anchor="middle"
      {...box}
    >
      <path
        class="arc"
        d={seating.arcs.map(toPath).join('')}
        stroke-width={seating.radius * 2 + 6}
      />
      {seating.seats.map((at, index) => {
        const seat = seats[index]
        return seat && <SeatMark key={index} {...{ seat, at, isNamed, radius: seating.radius }} />
      })}
      {head !== undefined && <Head {...{ head, seating, isNamed }} />}
      <Count tally={tally} at={seating.count} />
    </svg>
  )
}

const toPath = ({ wide, tall, base }: Arc) =>
  `M${chamberWidth / 2 - wide} ${base}a${wide} ${tall} 0 0 1 ${2 * wide} 0`

interface SeatMarkProps {
  seat: Seat
  at: SeatPosition
  radius: number
  /** Whether the surname is below the seat, instead of initials in it. */
  isNamed: boolean
}

const marks: Readonly<Partial<Record<SeatState, string>>> = {
  for: 'M-7 .5l5 5.5 9-11',
  against: 'M-5.5-5.5l11 11m0-11l-11 11',
  abstained: 'M-6 0h12',
}

const votes = {
  ...{ for: 'For', against: 'Against', abstained: 'Abstain' },
  ...{ recused: 'Recused', absent: 'Absent', none: '' },
} as const satisfies Record<SeatState, string>

function SeatMark({ seat, at, radius, isNamed }: SeatMarkProps) {
  const { words } = useLocale()
  const { name, surname, initials, state } = seat
  const vote = wordOf(words.votes, votes[state]) ?? words.chamber.noVote
  const kind = state === 'recused' || state === 'absent' ? 'none' : state
  return (
    <g class={kind} transform={`translate(${round(at.x)} ${round(at.y)})`}>
      <title>{`${name}${words.colon}${vote}`}</title>
      <circle r={radius - 1.5} />
      {isNamed ? (
        <>
          {marks[state] !== undefined && <path d={marks[state]} />}
          <text x={round(at.label.x - at.x)} y={round(at.label.y - at.y)} dy=".8em">
            {surname}
          </text>
        </>
      ) : (
        <text class="in" y=".36em" font-size={Math.min(nameSize, radius * 0.9)}>
          {initials}
        </text>
      )}
    </g>
  )
}

/** Who chairs or heads the body, with the role in a line of its own, as it can be long. */
function Head({
  head,
  seating: { head: at, radius },
  isNamed,
}: { head: Seat; seating: Seating } & Pick<SeatMarkProps, 'isNamed'>) {
  const nameOf = useRecordName()
  const label = { x: at.x, y: at.y + radius + 2 }
  return (
    <>
      <SeatMark {...{ seat: head, radius, isNamed }} at={{ ...at, label }} />
      <text x={label.x} y={label.y}>
        {!isNamed && (
          <tspan x={label.x} dy=".8em">
            {head.surname}
          </tspan>
        )}
        <tspan x={label.x} dy={isNamed ? '1.9em' : '1.1em'}>
          {head.role && nameOf(head.role)}
        </tspan>
      </text>
    </>
  )
}

/** The numbers for and against, each with its word. */
function Count({ tally, at }: Pick<Chamber, 'tally'> & { at: Seating['count'] }) {
  const { words, count } = useLocale()
  const sides = [
    ['yes', tally.for, words.votes.For, -1],
    ['no', tally.against, words.votes.Against, 1],
  ] as const
  return sides.map(([kind, number, name, side]) => (
    <g key={kind} class={kind}>
      <text x={at.x + side * at.fontSize * 0.85} y={at.y} font-size={at.fontSize} font-weight="700">
        {count(number)}
      </text>
      <text x={at.x + side * at.fontSize * 0.85} y={at.y} dy="1.3em" font-weight="700">
        {name}
      </text>
    </g>
  ))
}

const round = (value: number) => Math.round(value * 10) / 10
