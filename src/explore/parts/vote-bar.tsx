import { useLocale } from '../locale.ts'

interface Tally {
  for: number
  against: number
}

/** The votes for and against as a bar, with the numbers as text. Requires `<VotePattern>` on the page. */
export function VoteBar({ tally }: { tally: Tally }) {
  const { words, count } = useLocale()
  const all = tally.for + tally.against
  const share = all === 0 ? 0 : (tally.for / all) * 100
  return (
    <div class="vote-bar">
      <svg aria-hidden="true">
        {share > 0 && <rect class="for" width={percent(share)} height="100%" />}
        {share < 100 && all > 0 && (
          <>
            <rect class="against" x={percent(share)} width={percent(100 - share)} height="100%" />
            <rect
              x={percent(share)}
              width={percent(100 - share)}
              height="100%"
              fill="url(#against)"
            />
          </>
        )}
      </svg>
      <p>
        <span>{words.motion.inFavour(count(tally.for))}</span>
        <span>{words.motion.against(count(tally.against))}</span>
      </p>
    </div>
  )
}

/** The hatching of votes against; once on a page with vote bars. */
export function VotePattern() {
  return (
    <svg class="definitions" aria-hidden="true">
      <pattern id="against" width="8" height="8" patternUnits="userSpaceOnUse">
        <path class="hatch" d="M-2 10 10-2M-2 2 2-2M6 10l4-4" />
      </pattern>
    </svg>
  )
}

function percent(value: number): string {
  return `${Math.round(value * 100) / 100}%`
}
