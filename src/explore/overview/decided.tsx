import { operativeClauseOf } from '../../core/operative-clause.ts'
import { useCouncil } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { MotionLink } from '../parts/motion-link.tsx'
import type { MotionLine } from '../parts/queries.ts'
import { RecordText } from '../parts/record-text.tsx'
import { ResultTag } from '../parts/tags.tsx'
import { paths } from '../paths.ts'
import { useRecordName } from '../record-name.ts'
import type { OverviewRows } from './queries.ts'

const shownMax = 5

interface DecidedProps {
  /** The last meeting of the council with decisions on record. */
  meeting: OverviewRows['decided']
  /** Its decisions, the most telling first. */
  decisions: readonly MotionLine[]
}

/** What the council decided last: contested and lost motions first, each by what it does. */
export function Decided({ meeting, decisions }: DecidedProps) {
  const { words, date } = useLocale()
  const council = useCouncil()
  const nameOf = useRecordName()
  if (meeting === undefined)
    return (
      <>
        <h2 id="decided">{words.overview.decided}</h2>
        <p>{words.overview.noneDecided}</p>
      </>
    )
  const path = paths.meeting(council, meeting.slug)
  return (
    <>
      <h2 id="decided">{words.overview.decided}</h2>
      <p class="quiet">
        <a href={path}>{words.meeting.titled(nameOf(meeting.title), date(meeting.date))}</a>
      </p>
      {decisions.length > 0 && (
        <ul class="rows">
          {completeFirst(decisions)
            .slice(0, shownMax)
            .map((motion) => (
              <li key={motion.slug}>
                <Decision motion={motion} />
              </li>
            ))}
        </ul>
      )}
      <p>
        <a href={`${path}#decisions`}>{words.overview.allDecisions}</a>
      </p>
    </>
  )
}

/** A motion whose text is missing does not say what was decided. */
function completeFirst(motions: readonly MotionLine[]): MotionLine[] {
  const lacksText = ({ text }: MotionLine) => Number(operativeClauseOf(text).title === null)
  return motions.toSorted((one, other) => lacksText(one) - lacksText(other))
}

function Decision({ motion }: { motion: MotionLine }) {
  const { words, count } = useLocale()
  const { tally_for: inFavour, tally_against: against, agenda_item_title: item } = motion
  return (
    <>
      <MotionLink motion={motion} />
      <p class="quiet oneline">
        <ResultTag {...motion} />
        {inFavour !== null && against !== null && (
          <> {words.motion.tally(count(inFavour), count(against))}</>
        )}
        {item !== null && (
          <>
            {' · '}
            {words.motion.on} <RecordText text={item} />
          </>
        )}
      </p>
    </>
  )
}
