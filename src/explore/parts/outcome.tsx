import { useLocale } from '../locale.ts'
import { ResultTag, type ResultTagProps } from './tags.tsx'

interface OutcomeProps {
  motion: ResultTagProps & {
    tally_for: number | null
    tally_against: number | null
    /** Votes by name; absent where names are not listed without a count. */
    named_votes?: number | null
    named_against?: number | null
  }
  /** Whether a missing result may still be published. */
  isPending?: boolean
  /** Whether a bar shows the count. */
  hasBar?: boolean
  /** Whether a sentence follows. */
  isSentence?: boolean
}

/** What became of a motion: its result and the count, or how many names the source has without one. */
export function Outcome({
  motion,
  isPending = false,
  hasBar = false,
  isSentence = false,
}: OutcomeProps) {
  const { words, count } = useLocale()
  const { tally_for: inFavour, tally_against: against } = motion
  const isCounted = inFavour !== null && against !== null
  return (
    <>
      <ResultTag {...motion} isPending={isPending} />
      {isCounted && !hasBar && (
        <>
          {' '}
          {words.motion.tally(count(inFavour), count(against))}
          {isSentence && '.'}
        </>
      )}
      {!isCounted && <Named {...motion} />}
    </>
  )
}

function Named({ named_votes: named, named_against: against }: OutcomeProps['motion']) {
  const { againstOnly, namedOnly } = useLocale().words.motions
  const [all, opposed] = [Number(named ?? 0), Number(against ?? 0)]
  if (all === 0) return null
  return <> {opposed === all ? againstOnly(all) : namedOnly(all, opposed)}</>
}
