import { Phrase } from '../../site/phrase.tsx'
import { useRecordName } from '../council-context.ts'
import { agreeing, useLocale } from '../locale.ts'
import { isMinutesPending } from '../minutes.ts'
import type { Visit } from '../visit.ts'
import { ItemLine, MotionLink, numberOf } from './motion-link.tsx'
import { PersonName } from './names.tsx'
import type { MotionLine } from './queries.ts'
import { ResultTag } from './tags.tsx'

interface MotionRowProps {
  visit: Visit
  motion: MotionLine
  /** Whether a bar shows the count. */
  hasBar?: boolean
}

/** A motion in a list: what it does and on what, when and by whom it was decided, and its result. */
export function MotionRow({ visit, motion, hasBar = false }: MotionRowProps) {
  const locale = useLocale()
  const { words, date } = locale
  const nameOf = useRecordName()
  const sitting = motion.organization ?? motion.meeting_title
  const facts = [
    motion.date === '' ? null : date(motion.date),
    sitting && nameOf(sitting),
    numberOf(motion, locale),
  ]
  const mover = motion.mover ?? motion.mover_name
  return (
    <>
      <ItemLine item={motion.agenda_item_title ?? motion.matter_title} />
      <MotionLink motion={motion} />
      <p class="quiet">
        {facts.filter((fact) => fact !== null).join(', ')}{' '}
        <ResultTag {...motion} isPending={isPending(motion, visit)} />{' '}
        {!hasBar && <Tally motion={motion} />}
        {mover !== null && (
          <Phrase
            text={agreeing(motion.kind, words).moved}
            values={{ mover: <PersonName name={mover} slug={motion.mover_slug} /> }}
          />
        )}
      </p>
    </>
  )
}

function isPending({ meeting_status: status, has_minutes, date }: MotionLine, visit: Visit) {
  if (status === null || has_minutes === null) return false
  return isMinutesPending({ status, has_minutes, date }, visit)
}

/** The count, or how many names the source has without one. */
function Tally({ motion }: Pick<MotionRowProps, 'motion'>) {
  const { words, count } = useLocale()
  const { tally_for: inFavour, tally_against: against } = motion
  if (inFavour !== null && against !== null)
    return <>{`${words.motion.tally(count(inFavour), count(against))}. `}</>
  const named = Number(motion.named)
  if (named === 0) return null
  const { againstOnly, namedOnly } = words.motions
  return `${(Number(motion.named_against) === named ? againstOnly : namedOnly)(named)} `
}
