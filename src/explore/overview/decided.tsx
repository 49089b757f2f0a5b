import { decidingCounts } from '../../core/weighted-votes.ts'
import { useCouncil, useRecordName } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { Losers } from '../parts/losers.tsx'
import { ItemLine, MotionLink } from '../parts/motion-link.tsx'
import { Outcome } from '../parts/outcome.tsx'
import type { MotionLine } from '../parts/queries.ts'
import { paths } from '../paths.ts'
import type { Overview } from './read-overview.ts'

/** What the council decided last: the closest vote as a headline, then what was contested or lost, each with who lost. */
export function Decided({ found }: { found: Overview }) {
  const { words } = useLocale()
  const [lead, ...others] = found.shown
  return (
    <section aria-labelledby="decided">
      <DecidedAt {...found} />
      {lead !== undefined && <Lead motion={lead} />}
      {others.length > 0 && (
        <ul class="others">
          {others.map((motion) => (
            <li key={motion.slug}>
              <h3>
                <MotionLink motion={motion} />
              </h3>
              <Result motion={motion} />
            </li>
          ))}
        </ul>
      )}
      {lead === undefined && <p>{words.overview.noneDecided}</p>}
      <AllDecisions {...found} />
    </section>
  )
}

function Lead({ motion }: { motion: MotionLine }) {
  const { words, count } = useLocale()
  const { for: inFavour, against } = decidingCounts(motion)
  const isCounted = inFavour !== null && against !== null
  return (
    <div class="lead-decision">
      {isCounted && (
        <p class="score" aria-hidden="true">
          <b class="yes">{count(inFavour)}</b> {words.motion.versus}{' '}
          <b class="no">{count(against)}</b>
        </p>
      )}
      <div>
        <ItemLine motion={motion} item={motion.subject} />
        <h3>
          <MotionLink motion={motion} />
        </h3>
        <Result motion={motion} />
      </div>
    </div>
  )
}

function Result({ motion }: { motion: MotionLine }) {
  return (
    <p class="result">
      <Outcome motion={motion} /> <Losers motion={motion} />
    </p>
  )
}

/** The meeting that decided, or the day where no meeting is on record. */
function DecidedAt({ decided, decidedOnDay, decisions }: Overview) {
  const { words, fullDate, count } = useLocale()
  const council = useCouncil()
  const nameOf = useRecordName()
  const { overview, motion } = words
  const at = decidedOnDay ?? decided
  if (at === undefined) return <h2 id="decided">{overview.decided}</h2>
  const title = overview.decidedOn(fullDate(at.date))
  const all = Number(decisions[0]?.motions ?? 0)
  const host = decidedOnDay?.name ?? decided?.title
  return (
    <div class="over">
      <h2 id="decided">
        {decided === undefined || decidedOnDay !== undefined ? (
          title
        ) : (
          <a href={paths.meeting(council, decided.slug)}>{title}</a>
        )}
      </h2>
      <p class="quiet">
        {host !== undefined && `${nameOf(host)}. `}
        {decidedOnDay === undefined ? motion.motions(all, count(all)) : overview.noMeeting}
      </p>
    </div>
  )
}

function AllDecisions({ decided, decidedOnDay, decisions, shown }: Overview) {
  const { words, count } = useLocale()
  const council = useCouncil()
  const { allDecisions, allOnDay, motionsOf } = words.overview
  const all = Number(decisions[0]?.motions ?? 0)
  const part = all > shown.length && `${motionsOf(count(shown.length), count(all))} · `
  if (decidedOnDay !== undefined) {
    const { slug, date } = decidedOnDay
    const day = new URLSearchParams({ organization: slug, date_from: date, date_to: date })
    return (
      <p>
        {part}
        <a href={`${paths.motions(council)}?${day}`}>{allOnDay}</a>
      </p>
    )
  }
  if (decided === undefined) return null
  return (
    <p>
      {part}
      <a href={`${paths.meeting(council, decided.slug)}#decisions`}>{allDecisions}</a>
    </p>
  )
}
