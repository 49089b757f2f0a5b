import { isCarried, isDefeated } from '../../core/carried-results.ts'
import { ExternalLink } from '../../site/external-link.tsx'
import { Phrase } from '../../site/phrase.tsx'
import { useCouncil } from '../council-context.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { useLocale } from '../locale.ts'
import { DocumentList } from '../parts/document-list.tsx'
import { Counts } from '../parts/facts.tsx'
import { slicesOf } from '../parts/meeting-anchors.ts'
import { useOfficialLinks } from '../parts/official-links.tsx'
import { RecordText } from '../parts/record-text.tsx'
import { StatusTag } from '../parts/tags.tsx'
import { paths } from '../paths.ts'
import { recordName } from '../record-name.ts'
import { AgendaQuery } from '../schema.ts'
import { meetingData } from '../structured.ts'
import { type ExplorePage, Missing, type Visit } from '../visit.ts'
import { Agenda } from './agenda.tsx'
import { Attendance } from './attendance.tsx'
import { Decisions } from './decisions.tsx'
import { MeetingFacts } from './meeting-facts.tsx'
import { type MeetingOnPage, readMeeting } from './read-meeting.ts'
import { SpeakingTime } from './speaking-time.tsx'
import { Statements } from './statements.tsx'

/** `/{municipality}/meetings/{slug}`: what a meeting decided, its agenda, who was there. */
export const meetingPage: ExplorePage = {
  path: '/meetings/:slug',
  querystring: AgendaQuery,
  async render(visit) {
    const found = await readMeeting(visit)
    const first = Number(visit.query.items ?? 1)
    const starts = slicesOf(found.agendaItems.length).map(([start]) => start)
    if (first !== 1 && !starts.includes(first)) throw new Missing('agendaItems')
    return <MeetingPage visit={visit} found={found} first={first} />
  },
}

interface MeetingPageProps {
  visit: Visit
  found: MeetingOnPage
  first: number
}

function MeetingPage({ visit, found, first }: MeetingPageProps) {
  const { municipality, locale } = visit
  const { words } = locale
  const { meeting } = found
  const title = words.meeting.titled(
    recordName(municipality, locale, meeting.title),
    locale.date(meeting.date),
  )
  const api = `${municipality.slug}/meetings/${meeting.slug}`
  return (
    <CouncilPage
      visit={visit}
      section="meetings"
      isShortened={found.isShortened}
      title={title}
      crumbs={[<a href={paths.meetings(municipality)}>{words.meetings.title}</a>, title]}
      description={[
        meeting.organization && recordName(municipality, locale, meeting.organization),
        locale.date(meeting.date),
        meeting.location,
      ]
        .filter((part) => part !== null)
        .join(', ')}
      structured={meetingData(visit, found)}
      citation={{
        text: `${municipality.name}, ${title}`,
        v1: `/api/v1/${api}`,
        ocd: `/api/ocd/${municipality.slug}/events/${meeting.ocd_id}`,
      }}
    >
      <h1>{title}</h1>
      <MeetingLead found={found} />
      <MeetingCounts found={found} />
      <div class="beside">
        <div>
          <Decisions visit={visit} found={found} first={first} />
          <Agenda found={found} first={first} path={paths.meeting(municipality, meeting.slug)} />
          <Attendance found={found} />
          <SpeakingTime found={found} />
          <Statements found={found} />
          <DocumentList documents={found.documents} isOpen={found.motions.length === 0} />
        </div>
        <MeetingFacts visit={visit} found={found} />
      </div>
    </CouncilPage>
  )
}

/** When and where, with the official agenda, minutes and video. */
function MeetingLead({ found }: { found: MeetingOnPage }) {
  const { words, clock } = useLocale()
  const { starts_at: startsAt, location, status, status_note } = found.meeting
  const note = status === 'completed' ? null : status_note
  const when = [startsAt === null ? null : clock(startsAt), location].filter(
    (part) => part !== null,
  )
  return (
    <p class="lead">
      <StatusTag status={status} /> {when.join(', ')}
      {note !== null && (
        <>
          {when.length > 0 && '. '}
          <Phrase text={words.meeting.statusNote} values={{ note: <RecordText text={note} /> }} />
        </>
      )}
      {useOfficialLinks(found).map(({ name, url, language }) => (
        <span key={name}>
          {' · '}
          <ExternalLink href={url} hreflang={language ?? undefined}>
            {name}
          </ExternalLink>
        </span>
      ))}
    </p>
  )
}

/** Figures of the meeting, except those that are 0: a source may not say who was absent. */
function MeetingCounts({ found: { meeting, motions, attendance } }: { found: MeetingOnPage }) {
  const { words, count } = useLocale()
  const names = words.meeting.counts
  const votes = `${paths.votes(useCouncil())}?meeting=${meeting.slug}`
  const present = attendance.filter((attendee) => attendee.present === 1).length
  const carried = motions.filter(({ result }) => isCarried(result)).length
  const defeated = motions.filter(({ result }) => isDefeated(result)).length
  const numbers = [
    [names.motions, motions.length, '#decisions'],
    [names.carried, carried],
    [names.defeated, defeated],
    [names.other, motions.length - carried - defeated],
    [names.recorded, motions.filter(({ named_votes: named }) => Number(named) > 0).length, votes],
    [names.present, present, '#attendance'],
    [names.absent, attendance.length - present, '#absent'],
  ] as const
  const shown = numbers.filter(([, value]) => value > 0)
  return <Counts counts={shown.map(([name, value, href]) => [name, count(value), href] as const)} />
}
