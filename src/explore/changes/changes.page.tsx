import { dateInZone, dayMs, utcDate } from '../../core/calendar-date.ts'
import { recordName } from '../council-context.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { urlOf } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import {
  type AgendaChanges,
  type MeetingLook,
  readAgendaChanges,
  type Week,
  weekUntil,
} from '../parts/history/week.ts'
import { LookLines } from '../parts/history/what-changed.tsx'
import { whenChanged } from '../parts/history/when.ts'
import { paths } from '../paths.ts'
import { ChangesQuery } from '../schema.ts'
import type { ExplorePage, Visit } from '../visit.ts'

/** A page has room for these. */
const looksMax = 30
const linesMax = 4

/** `/{municipality}/changes`: what was changed in agendas, week by week. */
export const changesPage: ExplorePage = {
  path: '/changes',
  querystring: ChangesQuery,
  /** In one statement. */
  async render(visit) {
    const { store, municipality } = visit
    const week = weekUntil(lastDayOf(visit), municipality.timeZone)
    const { from, until } = week
    const found = await store.read((db) =>
      readAgendaChanges(visit, db, { from, until, looksMax, linesMax, byDay: true }),
    )
    return <ChangesPage {...{ visit, week, found }} />
  },
}

/** Nothing was seen after today. */
function lastDayOf({ query, today }: Visit): string {
  const { date_to: last = today } = query as ChangesQuery
  return last < today ? last : today
}

interface ChangesProps {
  visit: Visit
  week: Week
  found: AgendaChanges
}

function ChangesPage({ visit, week, found }: ChangesProps) {
  const { municipality, locale } = visit
  const { words, date } = locale
  const { title, description, about, none, span } = words.changes
  const earlier = earlierDay(visit, week, found)
  return (
    <CouncilPage
      visit={visit}
      section="meetings"
      title={title}
      description={description(municipality.name)}
      crumbs={[<a href={paths.meetings(municipality)}>{words.meetings.title}</a>, title]}
      table={{ path: 'changes', filters: { date_to: week.last } }}
      feed={{ path: 'changes', filters: {} }}
      unlisted={found.looks.length === 0}
    >
      <h1>{title}</h1>
      <p class="lead">{span(date(week.first), date(week.last))}</p>
      <p class="quiet">{about}</p>
      {found.looks.length === 0 && <p>{none}</p>}
      <ul class="rows">
        {found.looks.map((look) => (
          <li key={`${look.times.seen_at} ${look.meeting.slug}`}>
            <MeetingChanges visit={visit} look={look} />
          </li>
        ))}
      </ul>
      {found.isCut && <p class="quiet">{words.changes.cut}</p>}
      {earlier !== undefined && (
        <nav class="row" aria-label={words.list.pages}>
          <a href={urlOf(visit.path, { date_to: earlier })} rel="next">
            {words.changes.earlier(date(earlier))}
          </a>
        </nav>
      )}
    </CouncilPage>
  )
}

/** The last day of the page before this one; undefined if there is nothing older. */
function earlierDay({ municipality }: Visit, { last }: Week, { earlier }: AgendaChanges) {
  if (earlier === undefined) return undefined
  const day = dateInZone(Date.parse(earlier), municipality.timeZone)
  return day < last ? day : utcDate(Date.parse(last) - dayMs)
}

function MeetingChanges({ visit, look }: { visit: Visit; look: MeetingLook }) {
  const { words, date, count } = useLocale()
  const { municipality, locale } = visit
  const { meeting, times, renumberings, isRemoved } = look
  const more =
    look.count - look.changes.length - renumberings.reduce((sum, one) => sum + one.count, 0)
  const { timeZone } = municipality
  const path = paths.meeting(municipality, meeting.slug)
  const name = recordName(municipality, locale, meeting.title)
  const titled = words.meeting.titled(name, date(meeting.date))
  return (
    <>
      <p>
        <strong>
          {isRemoved ? (
            words.history.meeting.removed(titled)
          ) : (
            <a href={`${path}#changes`}>{titled}</a>
          )}
        </strong>
      </p>
      <p class="quiet">{whenChanged(times, { locale, timeZone, startsAt: meeting.starts_at })}</p>
      {!isRemoved && <LookLines visit={visit} look={look} />}
      {more > 0 && <p class="quiet">{words.changes.more(more, count(more))}</p>}
    </>
  )
}
