import { CouncilPage } from '../frame/council-page.tsx'
import { DocumentList } from '../parts/document-list.tsx'
import { slicesOf } from '../parts/meeting-anchors.ts'
import { paths } from '../paths.ts'
import { recordName } from '../record-name.ts'
import { AgendaQuery } from '../schema.ts'
import { meetingData } from '../structured.ts'
import { type ExplorePage, Missing, type Visit } from '../visit.ts'
import { Agenda } from './agenda.tsx'
import { Attendance } from './attendance.tsx'
import { Decisions } from './decisions.tsx'
import { MeetingCounts } from './meeting-counts.tsx'
import { MeetingFacts } from './meeting-facts.tsx'
import { MeetingLead } from './meeting-lead.tsx'
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
