import { useLocale } from '../locale.ts'

interface Tally {
  for: number
  against: number
}

interface VoteStripProps {
  tally: Tally
  /** Members who voted neither for nor against. */
  others?: number
}

/** A mark for each vote, with the numbers as text. */
export function VoteStrip({ tally, others = 0 }: VoteStripProps) {
  const { words, count } = useLocale()
  return (
    <div class="vote-strip">
      <StripDrawing tally={tally} others={others} />
      <p>
        <span class="yes">{words.motion.inFavour(count(tally.for))}</span>
        <span class="no">{words.motion.against(count(tally.against))}</span>
      </p>
    </div>
  )
}

/** The marks alone, beside a count. */
export function Strip({ tally }: Pick<VoteStripProps, 'tally'>) {
  return (
    <span class="vote-strip inline">
      <StripDrawing tally={tally} scale={2 / 3} />
    </span>
  )
}

const pitch = 15
/** Marks of a line, and lines: with more votes, lines are longer and marks smaller. */
const [lineMax, linesMax] = [30, 4]

interface StripDrawingProps extends VoteStripProps {
  scale?: number
  x?: number
  y?: number
  width?: number
  height?: number
}

/** Filled marks, rings and small rings, in this order; a line of each is one stroke of dots, whatever their number. */
export function StripDrawing({ tally, others = 0, scale = 1, ...box }: StripDrawingProps) {
  const sides = [
    { kind: 'for', count: tally.for },
    { kind: 'against', count: tally.against },
    { kind: 'others', count: others },
  ].filter(({ count }) => count > 0)
  const all = sides.reduce((sum, { count }) => sum + count, 0)
  if (all === 0) return null
  const lines = Math.min(linesMax, Math.ceil(all / lineMax))
  const perLine = Math.ceil(all / lines)
  const [width, height] = [perLine * pitch, lines * pitch]
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={scale * width}
      height={scale * height}
      {...box}
      preserveAspectRatio="xMinYMax"
      aria-hidden="true"
    >
      {sides.map(({ kind, count }, side) => {
        const start = sides.slice(0, side).reduce((sum, one) => sum + one.count, 0)
        const d = dots(start, start + count, perLine)
        return (
          <g key={kind} class={kind}>
            <path d={d} />
            {kind !== 'for' && <path class="hole" d={d} />}
          </g>
        )
      })}
    </svg>
  )
}

/** The strokes that lead through the marks from one index to another. */
function dots(start: number, end: number, perLine: number): string {
  const strokes: string[] = []
  for (let at = start; at < end; ) {
    const line = Math.floor(at / perLine)
    const next = Math.min(end, (line + 1) * perLine)
    strokes.push(
      `M${(at - line * perLine + 0.5) * pitch} ${(line + 0.5) * pitch}h${(next - at - 1) * pitch + 0.1}`,
    )
    at = next
  }
  return strokes.join('')
}
