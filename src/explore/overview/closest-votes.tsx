import { useCouncil } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { ItemLine, MotionLink, numberOf } from '../parts/motion-link.tsx'
import { ResultTag } from '../parts/tags.tsx'
import { VoteBar } from '../parts/vote-bar.tsx'
import { paths } from '../paths.ts'
import { useRecordName } from '../record-name.ts'
import type { OverviewRows } from './queries.ts'

/** The closest votes of the last twelve months, as far as they were counted. */
export function ClosestVotes({ closest }: Pick<OverviewRows, 'closest'>) {
  const locale = useLocale()
  const { words, date } = locale
  const council = useCouncil()
  const nameOf = useRecordName()
  return (
    <>
      <h2 id="closest">{words.overview.closest}</h2>
      {closest.length === 0 ? (
        <p>{words.overview.noClosest}</p>
      ) : (
        <p class="quiet">{words.overview.closestOf}</p>
      )}
      <ul class="rows">
        {closest.map((motion) => (
          <li key={motion.slug}>
            <ItemLine item={motion.agenda_item_title} />
            <MotionLink motion={motion} />
            <VoteBar
              tally={{ for: Number(motion.tally_for), against: Number(motion.tally_against) }}
            />
            <p class="quiet">
              <ResultTag {...motion} />{' '}
              {[
                motion.date === '' ? null : date(motion.date),
                motion.meeting_title && nameOf(motion.meeting_title),
                numberOf(motion, locale),
              ]
                .filter((part) => part !== null)
                .join(', ')}
            </p>
          </li>
        ))}
      </ul>
      <p>
        <a href={paths.votes(council)}>{words.overview.allVotes}</a>
      </p>
    </>
  )
}
