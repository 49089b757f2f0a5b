import { Phrase } from '../../site/phrase.tsx'
import { useRecordName } from '../council-context.ts'
import { agreeing, useLocale } from '../locale.ts'
import { isMinutesPending } from '../minutes.ts'
import type { Visit } from '../visit.ts'
import { Losers } from './losers.tsx'
import { ItemLine, MotionLink, numberOf } from './motion-link.tsx'
import { PersonName } from './names.tsx'
import { Outcome } from './outcome.tsx'
import type { MotionLine } from './queries.ts'
import { RecordText } from './record-text.tsx'

interface MotionRowProps {
  visit: Visit
  motion: MotionLine
}

/** A motion in a list: what it does and on what, when and by whom it was decided, and its result. */
export function MotionRow({ visit, motion }: MotionRowProps) {
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
    <div class="decided">
      <div>
        <ItemLine motion={motion} item={motion.subject} />
        <MotionLink motion={motion} />
        <Clause motion={motion} />
      </div>
      <div>
        <p class="result">
          <Outcome motion={motion} isPending={isPending(motion, visit)} />{' '}
          <Losers motion={motion} />
        </p>
        <p class="quiet">
          {facts.filter((fact) => fact !== null).join(', ')}
          {facts.some((fact) => fact !== null) && mover !== null && '. '}
          {mover !== null && (
            <Phrase
              text={agreeing(motion.kind, words).moved}
              values={{ mover: <PersonName name={mover} slug={motion.mover_slug} /> }}
            />
          )}
        </p>
      </div>
    </div>
  )
}

/** What it decides, below a title that is too short for it. */
function Clause({ motion: { clause, title_from: from } }: { motion: MotionLine }) {
  if (clause === null || from !== 'subject') return null
  return (
    <p class="clause">
      <RecordText text={clause} />
    </p>
  )
}

function isPending({ meeting_status: status, has_minutes, date }: MotionLine, visit: Visit) {
  if (status === null || has_minutes === null) return false
  return isMinutesPending({ status, has_minutes, date }, visit)
}
