import { groupBy } from '../../core/group-by.ts'
import { parseSessions } from '../../resources/_shared/queries.ts'
import { toCorrections, toMarks } from '../../resources/_shared/v1.represent.ts'
import { BarTable } from '../../site/bar-table.tsx'
import { ExternalLink } from '../../site/external-link.tsx'
import { Phrase } from '../../site/phrase.tsx'
import { recordName, useCouncil, useRecordName } from '../council-context.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { useLocale } from '../locale.ts'
import { DocumentList } from '../parts/document-list.tsx'
import { Counts, Fact } from '../parts/facts.tsx'
import { WhatChanged } from '../parts/history/what-changed.tsx'
import { HowToTakePart } from '../parts/how-to-take-part.tsx'
import { slicesOf, statementAnchor, statementsMax } from '../parts/meeting-anchors.ts'
import { BusinessLines, LargeDay } from '../parts/meeting-band.tsx'
import { BodyName, PersonName } from '../parts/names.tsx'
import { OfficialLink, useOfficialLinks } from '../parts/official-links.tsx'
import { Reason } from '../parts/reason.tsx'
import { RecordText, TextLanguage } from '../parts/record-text.tsx'
import { isHeldSample } from '../parts/recording.tsx'
import { clockOf, urlAt } from '../parts/recording-url.ts'
import { markOf, StatusTag } from '../parts/tags.tsx'
import { paths } from '../paths.ts'
import { AgendaQuery } from '../schema.ts'
import { meetingData } from '../structured.ts'
import { type ExplorePage, Missing, type Visit } from '../visit.ts'
import { Agenda, AgendaToCome } from './agenda.tsx'
import { Decisions, isToCome, LastDecided } from './decisions.tsx'
import { type MeetingOnPage, readMeeting } from './read-meeting.ts'

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
  const name = recordName(municipality, locale, meeting.title)
  const title = words.meeting.titled(name, locale.date(meeting.date))
  const api = `${municipality.slug}/meetings/${meeting.slug}`
  const isComing = isToCome(found, visit.today)
  const changes = (
    <WhatChanged
      {...{ visit, kind: 'meeting', slug: meeting.slug, changes: found.changes }}
      startsAt={meeting.starts_at}
    />
  )
  const agenda = { found, first, path: paths.meeting(municipality, meeting.slug) }
  return (
    <CouncilPage
      visit={visit}
      section="meetings"
      isShortened={found.isShortened}
      marks={marksOf(found)}
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
      feed={{ path: `meetings/${meeting.slug}`, filters: {} }}
      hasPanel={isComing}
    >
      {isComing ? (
        <ToCome visit={visit} found={found} name={name} />
      ) : (
        <h1>{words.meeting.titled(name, locale.fullDate(meeting.date))}</h1>
      )}
      {meeting.summary !== null && (
        <p class="lead summary marked">
          <RecordText text={meeting.summary} />
          <TextLanguage text={meeting.summary} />
        </p>
      )}
      {!isComing && <MeetingLead visit={visit} found={found} />}
      <MeetingCounts found={found} />
      <div class="beside">
        <div>
          {isComing ? (
            <>
              <AgendaToCome {...agenda} />
              {changes}
              <LastDecided visit={visit} found={found} />
            </>
          ) : (
            <>
              <Decisions visit={visit} found={found} first={first} />
              <Agenda {...agenda} />
              {changes}
            </>
          )}
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

/** With those of its agenda items, which have no page of their own. */
function marksOf({ meeting, agendaItems }: MeetingOnPage) {
  const { withheld, corrected } = toMarks(meeting)
  const ofItems = agendaItems.flatMap(({ title, corrected: marks }) =>
    toCorrections(marks).map((mark) => ({ ...mark, item: title })),
  )
  return { withheld, corrected: [...corrected, ...ofItems] }
}

interface ToComeProps {
  visit: Visit
  found: MeetingOnPage
  /** Of the meeting, in the language of the page. */
  name: string
}

/** Items of an agenda that head the page. */
const itemsMax = 4

/** A meeting to come on the colour of the town: its day as a figure, what is on it, and the way into a calendar. */
function ToCome({ visit, found, name }: ToComeProps) {
  const { words, fullDate } = useLocale()
  const { slug, date, starts_at: startsAt } = found.meeting
  const business = found.agendaItems.filter(({ matter_slug: matter }) => matter !== null)
  return (
    <section class="band next" aria-labelledby="meeting">
      <LargeDay date={date} startsAt={startsAt} today={visit.today} />
      <div>
        <h1 id="meeting">
          {name}
          <span class="announced">, {fullDate(date)}</span>
        </h1>
        <BusinessLines items={business.slice(0, itemsMax)} />
      </div>
      <div>
        <p class="no-print">
          <a class="button" href={`${paths.meeting(visit.municipality, slug)}.ics`}>
            {words.meeting.addToCalendar}
          </a>
        </p>
        <MeetingLead visit={visit} found={found} isTimed />
        <HowToTakePart visit={visit} meeting={found.meeting} />
      </div>
    </section>
  )
}

interface MeetingLeadProps {
  visit: Visit
  found: MeetingOnPage
  /** Whether the page has said when. */
  isTimed?: boolean
}

/** When and where, with the official agenda, minutes and video. */
function MeetingLead({ visit, found, isTimed = false }: MeetingLeadProps) {
  const { words, clock } = useLocale()
  const { location, status, status_note } = found.meeting
  const startsAt = isTimed ? null : found.meeting.starts_at
  const note = status === 'completed' ? null : status_note
  const when = [startsAt === null ? null : clock(startsAt), location].filter(
    (part) => part !== null,
  )
  return (
    <p class="sitting">
      <StatusTag status={status} /> {when.join(', ')}
      {note !== null && (
        <>
          {when.length > 0 && '. '}
          <Phrase text={words.meeting.statusNote} values={{ note: <RecordText text={note} /> }} />
        </>
      )}
      {useOfficialLinks(found).map((link) => (
        <span key={link.name}>
          {' · '}
          <OfficialLink {...link} />
        </span>
      ))}
      {isHeldSample(visit, found.meeting) && ` · ${words.meeting.samplePapers}`}
    </p>
  )
}

/** Figures of the meeting, except those that are 0: a source may not say who was absent. */
function MeetingCounts({ found: { meeting, motions, attendance } }: { found: MeetingOnPage }) {
  const { words, count } = useLocale()
  const names = words.meeting.counts
  const votes = `${paths.votes(useCouncil())}?meeting=${meeting.slug}`
  const present = attendance.filter((attendee) => attendee.present === 1).length
  const marked = groupBy(motions, markOf)
  const [carried, defeated] = [marked('carried').length, marked('defeated').length]
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
  if (shown.length === 0) return null
  return (
    <div class="stone figures">
      <Counts counts={shown.map(([name, value, href]) => [name, count(value), href] as const)} />
    </div>
  )
}

type Attendee = MeetingOnPage['attendance'][number]

/** Who was there; the absent are visible even if the others are folded away. */
function Attendance({ found: { attendance, meeting } }: { found: MeetingOnPage }) {
  const { words, count } = useLocale()
  // Without minutes, the page has already said that nothing of the meeting is recorded.
  if (attendance.length === 0)
    return meeting.has_minutes === 1 ? <p>{words.meeting.noAttendance}</p> : null
  const present = attendance.filter((attendee) => attendee.present === 1)
  const absent = attendance.filter((attendee) => attendee.present === 0)
  return (
    <>
      <details class="section" open>
        <summary>
          <h2 id="attendance">{words.meeting.attendance(count(present.length))}</h2>
        </summary>
        <ul class="names">
          {present.map((attendee) => (
            <li key={attendee.person_name}>
              <Name attendee={attendee} />
            </li>
          ))}
        </ul>
      </details>
      {absent.length === 0 ? (
        <p>{words.meeting.noAbsence}</p>
      ) : (
        <p id="absent">
          <strong>{words.meeting.absent}</strong>{' '}
          {absent.map((attendee, at) => (
            <span key={attendee.person_name}>
              {at > 0 && ', '}
              <Name attendee={attendee} />
            </span>
          ))}
        </p>
      )}
    </>
  )
}

function Name({ attendee }: { attendee: Attendee }) {
  const { name, person_name: written, person_slug: slug, role, reason } = attendee
  const nameOf = useRecordName()
  return (
    <>
      <PersonName name={name ?? written} slug={slug} />
      {role !== null && <span class="quiet"> ({nameOf(role)})</span>}
      <Reason reason={reason} />
      <MissedSessions attendee={attendee} />
    </>
  )
}

/** The sessions of the day at which somebody who attended was not. */
function MissedSessions({ attendee: { present, sessions } }: { attendee: Attendee }) {
  const { words } = useLocale()
  const missed = parseSessions(sessions).filter((session) => !session.present)
  if (present === 0 || missed.length === 0) return null
  const names = missed.map(({ name, times }) => name ?? times ?? '').join(', ')
  return (
    <span class="quiet">
      {' '}
      <Phrase text={words.attendance.absentAt} values={{ sessions: <RecordText text={names} /> }} />
    </span>
  )
}

/** The body, the chair, and the meetings before and after. */
function MeetingFacts({ visit, found }: { visit: Visit; found: MeetingOnPage }) {
  const { words, date } = useLocale()
  const { meeting, neighbours } = found
  const link = (sitting: { slug: string }, text: string) => (
    <a href={paths.meeting(visit.municipality, sitting.slug)}>{text}</a>
  )
  const { previous, next } = neighbours
  return (
    <aside class="facts-card">
      <dl>
        <Fact name={words.list.body}>
          {meeting.organization !== null && (
            <BodyName name={meeting.organization} slug={meeting.organization_slug} />
          )}
        </Fact>
        <Fact name={words.meeting.chair}>
          {meeting.chair_name !== null && (
            <PersonName name={meeting.chair_name} slug={meeting.chair_slug} />
          )}
        </Fact>
        <Fact name={words.motion.documents}>
          {meeting.source_url !== null && (
            <ExternalLink href={meeting.source_url}>{words.meeting.official}</ExternalLink>
          )}
        </Fact>
        <Fact name={words.meeting.neighbours}>
          {(previous !== undefined || next !== undefined) && (
            <ul>
              {previous && <li>{link(previous, words.meeting.previous(date(previous.date)))}</li>}
              {next && <li>{link(next, words.meeting.next(date(next.date)))}</li>}
            </ul>
          )}
        </Fact>
      </dl>
    </aside>
  )
}

const shownMax = 60

/** How long each person spoke, where it was measured. */
function SpeakingTime({ found: { speakingTime } }: { found: MeetingOnPage }) {
  const { words } = useLocale()
  if (speakingTime.length === 0) return null
  return (
    <details class="section">
      <summary>
        <h2 id="speaking">{words.meeting.speakingTime}</h2>
      </summary>
      <BarTable
        title={words.meeting.speakingTime}
        isUnderHeading
        rowName={words.meeting.speaker}
        series={[words.meeting.minutesSpoken]}
        rows={speakingTime
          .slice(0, shownMax)
          .map(({ name, person_name, person_slug, seconds }) => ({
            key: person_name,
            name: <PersonName name={name ?? person_name} slug={person_slug} />,
            values: [Math.round(seconds / 6) / 10],
          }))}
      />
    </details>
  )
}

/** The statements of a meeting, with their time in the recording. */
function Statements({ found: { statements, meeting } }: { found: MeetingOnPage }) {
  const { words, count } = useLocale()
  if (statements.length === 0) return null
  const shown = statements.slice(0, statementsMax)
  return (
    <details class="section">
      <summary>
        <h2 id="statements">{words.meeting.statements}</h2>
      </summary>
      <ul class="rows">
        {shown.map((statement) => (
          <li key={statement.slug} id={statementAnchor(statement.slug)}>
            <Statement statement={statement} video={meeting.video_url} />
          </li>
        ))}
      </ul>
      {shown.length < statements.length && (
        <p>{words.meeting.moreStatements(count(shown.length))}</p>
      )}
    </details>
  )
}

interface StatementProps {
  statement: MeetingOnPage['statements'][number]
  video: string | null
}

function Statement({ statement, video }: StatementProps) {
  const { words } = useLocale()
  const { name, speaker, person_slug: slug, start_seconds: seconds, text, context } = statement
  const spoke = name ?? speaker
  return (
    <>
      <blockquote>
        <RecordText text={text} />
      </blockquote>
      {context !== null && (
        <p>
          <RecordText text={context} />
        </p>
      )}
      <p class="quiet">
        {spoke !== null && <PersonName name={spoke} slug={slug} />}
        {seconds !== null && (
          <>
            {spoke !== null && ' · '}
            <ExternalLink href={urlAt(video, seconds) ?? null}>
              {words.meeting.at(clockOf(seconds))}
            </ExternalLink>
          </>
        )}
        {' · '}
        <a href={`#${statementAnchor(statement.slug)}`}>{words.meeting.statementLink}</a>
      </p>
    </>
  )
}
