import { shorten } from '../../core/shorten.ts'
import { useCouncil } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { ItemLine, MotionLink, MotionNumber } from '../parts/motion-link.tsx'
import { RecordText } from '../parts/record-text.tsx'
import { Rows } from '../parts/rows.tsx'
import { ResultTag, StatusTag } from '../parts/tags.tsx'
import { paths } from '../paths.ts'
import { useRecordName } from '../record-name.ts'
import type { BylawOnPage } from './read-bylaw.ts'

/** The motions that name the by-law; the one that passed it is marked. */
export function Motions({ found: { motions, bylaw } }: { found: BylawOnPage }) {
  const { words, date, count } = useLocale()
  const nameOf = useRecordName()
  return (
    <>
      <h2 id="motions">{words.bylaw.motions}</h2>
      {motions.length === 0 && <p>{words.bylaw.noMotions}</p>}
      <Rows
        rows={motions}
        keyOf={({ slug }) => slug}
        show={(motion) => (
          <>
            <ItemLine item={motion.subject} />
            <ResultTag {...motion} />{' '}
            {motion.tally_for !== null && motion.tally_against !== null && (
              <>{words.motion.tally(count(motion.tally_for), count(motion.tally_against))} </>
            )}
            <MotionLink motion={motion} />
            <MotionNumber motion={motion} />
            <p class="quiet">
              {[
                motion.meeting_title && nameOf(motion.meeting_title),
                motion.date === '' ? null : date(motion.date),
                motion.slug === bylaw.motion_slug ? words.bylaw.passedBy : null,
              ]
                .filter((part) => part !== null)
                .join(' · ')}
            </p>
          </>
        )}
      />
    </>
  )
}

/** The meetings with the by-law on the agenda; nothing if there are none. */
export function Agendas({ found: { meetings } }: { found: BylawOnPage }) {
  const { words, date } = useLocale()
  const nameOf = useRecordName()
  const council = useCouncil()
  if (meetings.length === 0) return null
  return (
    <>
      <h2 id="meetings">{words.bylaw.meetings}</h2>
      <ul class="rows">
        {meetings.map((meeting) => (
          <li key={meeting.slug}>
            <a href={paths.meeting(council, meeting.slug)}>
              {words.meeting.titled(nameOf(meeting.title), date(meeting.date))}
            </a>{' '}
            <StatusTag status={meeting.status} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** The matters that led to the by-law. */
export function Matters({ found: { bylaw } }: { found: BylawOnPage }) {
  const { words } = useLocale()
  const council = useCouncil()
  const nameOf = useRecordName()
  const subject = subjectOf(bylaw.title)
  return (
    <>
      <h2 id="matters">{words.bylaw.matters}</h2>
      {bylaw.matters.length === 0 && (
        <p>
          {words.bylaw.noMatters}{' '}
          <a href={`${paths.search(council)}?${new URLSearchParams({ q: subject })}`}>
            {words.missing.searchFor(subject)}
          </a>
        </p>
      )}
      <ul class="rows">
        {bylaw.matters.slice(0, mattersMax).map(({ slug, title, status }) => (
          <li key={slug}>
            <a href={paths.matter(council, slug)}>
              <RecordText text={title} />
            </a>
            {status !== null && <span class="quiet">{` ${nameOf(status)}`}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}

/** The API has all of them. */
const mattersMax = 50

/** "A by-law of the City of Ottawa to provide for safe access" is about "safe access". */
const subjectOf = (title: string) =>
  shorten(
    title.replace(/^(?:a |being a )?by-?law (?:of .{1,80}? )?to (?:provide for |regulate )?/i, ''),
    subjectLength,
  )

const subjectLength = 100
