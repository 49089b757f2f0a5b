import type { ComponentChildren } from 'preact'
import { lawKindOf } from '../../core/law-kind.ts'
import { seatBeside } from '../../core/seat-beside.ts'
import { seatNoun } from '../../core/ward-name.ts'
import { toLapse } from '../../resources/_shared/v1.represent.ts'
import { listPeople } from '../../resources/people/queries.ts'
import type { PersonItem } from '../../resources/people/schema.ts'
import { toPersonItem } from '../../resources/people/v1.represent.ts'
import { ExternalLink } from '../../site/external-link.tsx'
import { OwnText } from '../../site/own-text.tsx'
import { Phrase } from '../../site/phrase.tsx'
import { useCouncil, useRecordName } from '../council-context.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { useLocale } from '../locale.ts'
import { bylawDay } from '../parts/bylaw-day.ts'
import { lapseNote } from '../parts/lapse-note.ts'
import { ItemLine, MotionLink, numberOf } from '../parts/motion-link.tsx'
import { BodyName } from '../parts/names.tsx'
import { Outcome } from '../parts/outcome.tsx'
import { sortPeople } from '../parts/people-order.tsx'
import {
  type Deciding,
  listDecisions,
  type MeetingNotes,
  type MotionLine,
  readMeetingNotes,
} from '../parts/queries.ts'
import { RecordText } from '../parts/record-text.tsx'
import { LatestMeetings, portalOf, RecordEnd, SittingList } from '../parts/sitting.tsx'
import { vetoNote } from '../parts/veto-note.ts'
import { VoteStrip } from '../parts/vote-strip.tsx'
import { byYear } from '../parts/voters.tsx'
import { WardFinder } from '../parts/ward-finder.tsx'
import type { WardSeat } from '../parts/ward-map.tsx'
import { wardSeats } from '../parts/ward-seats.ts'
import { paths } from '../paths.ts'
import { councilData } from '../structured.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import { findOverview, type OverviewRows } from './queries.ts'

const membersMax = 500
/** Decisions that those on the page are chosen from. */
const [decisionsMax, decisionsShown] = [40, 5]

interface Overview extends OverviewRows {
  notes: Map<number, MeetingNotes>
  members: PersonItem[]
  seats: WardSeat[]
  /** Of the last day on which the council decided, or of its meeting then. */
  decisions: Awaited<ReturnType<typeof listDecisions>>
}

interface OverviewProps {
  visit: Visit
  found: Overview
}

/** `/{municipality}`: what was decided last, what is next, and who sits on the council. */
export const overviewPage: ExplorePage = {
  path: '',
  async render(visit) {
    return <OverviewPage visit={visit} found={await readOverview(visit)} />
  },
}

/** In four statements. */
async function readOverview({ store, municipality, today, locale }: Visit): Promise<Overview> {
  const municipalityId = municipality.id
  const last = [today, municipality.asOf ?? today].sort()[0] ?? today
  const since = `${Number(last.slice(0, 4)) - 1}${last.slice(4)}`
  return store.read(async (db) => {
    const rows = await findOverview(db, { municipalityId, today, since })
    const notes = await readMeetingNotes(db, [
      ...(rows.ofCouncil === undefined ? [] : [rows.ofCouncil]),
      ...rows.next,
      ...rows.latest,
    ])
    const members = await listPeople(
      db,
      { municipalityId, today },
      { is_councillor: true },
      { limit: membersMax },
    )
    const at = decidedAt(rows)
    const decisions = at === undefined ? [] : await listDecisions(db, at, decisionsMax)
    const seats = wardSeats(rows.wards, members, locale.tag)
    return { ...rows, notes, decisions, members: members.map(toPersonItem), seats }
  })
}

function decidedAt({ decided, decidedOnDay }: OverviewRows): Deciding | undefined {
  if (decidedOnDay !== undefined) return { bodyId: decidedOnDay.id, date: decidedOnDay.date }
  return decided && { meetingId: decided.id }
}

function OverviewPage({ visit, found }: OverviewProps) {
  const { municipality, locale } = visit
  const { words } = locale
  const { firstDate, lastDate, undated } = found
  const last = found.latest[0]?.date
  return (
    <CouncilPage
      visit={visit}
      section="overview"
      title={words.overview.title}
      description={words.overview.description(municipality.name)}
      structured={councilData(visit)}
      citation={{
        text: municipality.name,
        v1: `/api/v1/${municipality.slug}/meetings`,
        ocd: `/api/ocd/${municipality.slug}/`,
      }}
      calendar="meetings"
      feed="motions"
    >
      <h1>{municipality.name}</h1>
      <p class="lead">
        {firstDate === undefined || lastDate === undefined
          ? words.overview.lead
          : words.overview.between(locale.month(firstDate), locale.month(lastDate))}
        {undated > 0 && ` ${words.overview.undated(undated, locale.count(undated))}`}
      </p>
      {visit.isOnly && <OwnText of="home_text" />}
      {found.next.length === 0 && last !== undefined && <RecordEnd visit={visit} last={last} />}
      {found.seats.length === 0 && <FindCouncillor {...found} />}
      <div class="halves">
        <Decided {...found} />
        <div>
          <Next visit={visit} found={found} />
          <LatestMeetings visit={visit} found={found} />
          <p>
            <a href={paths.meetings(municipality)}>{words.overview.allMeetings}</a>
          </p>
        </div>
      </div>
      {found.seats.length > 0 && <FindOnMap {...found} />}
      <ClosestVotes {...found} />
      <div class="halves">
        <LatestMatters {...found} />
        <NewestBylaws {...found} />
      </div>
      <Bodies {...found} />
    </CouncilPage>
  )
}

function FindOnMap(found: Overview) {
  const { seats, members, wards } = found
  const hasPostalCodes = wards.some(({ postal_codes: codes }) => codes !== '[]')
  return (
    <WardFinder wards={seats} members={members} hasPostalCodes={hasPostalCodes}>
      <FindCouncillor {...found} />
    </WardFinder>
  )
}

/** A form that leads to a member of council by ward or name. */
function FindCouncillor({ members, voters }: Overview) {
  const { words, tag: language } = useLocale()
  const council = useCouncil()
  const nameOf = useRecordName()
  const all = <a href={paths.people(council)}>{words.overview.allMembers}</a>
  if (members.length === 0) return <FindVoter voters={voters} />
  const noun = seatNoun(members.map(({ ward }) => ward))
  return (
    <form class="filter" action={paths.people(council)} method="get">
      <label class="whole">
        {words.overview.find}
        <select name="member">
          <option value="">{words.overview.bySeat[noun]}</option>
          {sortPeople(members, { by: 'ward', language }).map(({ slug, name, ward, role }) => {
            const seat = seatBeside(ward ?? role, name)
            return (
              <option key={slug} value={slug}>
                {seat === null ? name : words.overview.seat(nameOf(seat), name)}
              </option>
            )
          })}
        </select>
      </label>
      <button type="submit">{words.list.show}</button>
      {all}
    </form>
  )
}

/** The way to those who voted in the council, where nothing says who sits on it. */
function FindVoter({ voters }: Pick<Overview, 'voters'>) {
  const { words, tag: language } = useLocale()
  const path = paths.people(useCouncil())
  const all = <a href={path}>{words.overview.allMembers}</a>
  const named = new Map(byYear(voters, language).map(({ slug, name }) => [slug, name]))
  return (
    <>
      <p>
        {words.people.noMembers} {named.size === 0 && all}
      </p>
      {named.size > 0 && (
        <form class="filter" action={path} method="get">
          <label class="whole">
            {words.people.voters}
            <select name="member">
              <option value="">{words.people.byLatestVote}</option>
              {[...named].map(([slug, name]) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <button type="submit">{words.list.show}</button>
          <a href={`${path}#voters`}>{words.people.allVoters}</a>
        </form>
      )}
    </>
  )
}

/** Nothing without rows, because a screen reader would announce an empty list. */
function Rows({ kind = '', children }: { kind?: string; children: ComponentChildren[] }) {
  return children.length === 0 ? null : <ul class={`rows ${kind}`.trim()}>{children}</ul>
}

/** What the council decided last: contested and lost motions first, each by what it does. */
function Decided(found: Overview) {
  const { words } = useLocale()
  return (
    <div>
      <h2 id="decided">{words.overview.decided}</h2>
      <DecidedAt {...found} />
      <Rows>
        {completeFirst(found.decisions)
          .slice(0, decisionsShown)
          .map((motion) => (
            <li key={motion.slug}>
              <ItemLine motion={motion} item={motion.subject} />
              <MotionLink motion={motion} />
              <p class="quiet">
                <Outcome motion={motion} />
              </p>
            </li>
          ))}
      </Rows>
      <AllDecisions {...found} />
    </div>
  )
}

/** The meeting that decided, or the day where no meeting is on record. */
function DecidedAt({ decided, decidedOnDay }: Overview) {
  const { words, date } = useLocale()
  const council = useCouncil()
  const nameOf = useRecordName()
  if (decidedOnDay !== undefined) {
    const { name, date: day } = decidedOnDay
    return (
      <p class="quiet">
        {words.meeting.titled(nameOf(name), date(day))}. {words.overview.noMeeting}
      </p>
    )
  }
  if (decided === undefined) return <p>{words.overview.noneDecided}</p>
  return (
    <p class="quiet">
      <a href={paths.meeting(council, decided.slug)}>
        {words.meeting.titled(nameOf(decided.title), date(decided.date))}
      </a>
    </p>
  )
}

function AllDecisions({ decided, decidedOnDay, decisions }: Overview) {
  const { words, count } = useLocale()
  const council = useCouncil()
  const { allDecisions, allOnDay, decisionsOf } = words.overview
  const all = Number(decisions[0]?.decisions ?? 0)
  const part = all > decisionsShown && `${decisionsOf(count(decisionsShown), count(all))} · `
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

/** A motion whose text is missing does not say what was decided. */
function completeFirst<M extends MotionLine>(motions: readonly M[]): M[] {
  const lacksText = ({ title_from: from, question }: MotionLine) =>
    Number(question === null && (from === 'subject' || from === 'name'))
  return motions.toSorted((one, other) => lacksText(one) - lacksText(other))
}

/** The next meeting of the council, with its agenda or where that is published, and those of its committees. */
function Next({ visit, found: { ofCouncil, next, notes } }: OverviewProps) {
  const { words } = useLocale()
  const others = next.filter(({ id }) => id !== ofCouncil?.id)
  return (
    <>
      <h2 id="next">{words.overview.next}</h2>
      {ofCouncil === undefined ? (
        <NoneOnRecord visit={visit} />
      ) : (
        <div class="card">
          <OfCouncil visit={visit} meeting={ofCouncil} notes={notes.get(ofCouncil.id)} />
        </div>
      )}
      {others.length > 0 && (
        <>
          <h3>{words.overview.nextOthers}</h3>
          <SittingList visit={visit} meetings={others} notes={notes} />
        </>
      )}
    </>
  )
}

function NoneOnRecord({ visit }: Pick<OverviewProps, 'visit'>) {
  const { noNextOfCouncil, site } = useLocale().words.overview
  const values = { site: <ExternalLink href={portalOf(visit)}>{site}</ExternalLink> }
  return (
    <p>
      <Phrase text={noNextOfCouncil} values={values} />
    </p>
  )
}

interface OfCouncilProps extends Pick<OverviewProps, 'visit'> {
  meeting: NonNullable<OverviewRows['ofCouncil']>
  notes: MeetingNotes | undefined
}

function OfCouncil({ visit, meeting, notes }: OfCouncilProps) {
  const { words, shortDate, clock } = useLocale()
  const nameOf = useRecordName()
  const { agenda, noAgendaYet, site } = words.overview
  const values = { site: <ExternalLink href={portalOf(visit)}>{site}</ExternalLink> }
  const { agenda_url: url = null, starts_at: startsAt = null } = notes ?? {}
  return (
    <>
      <p>
        <time dateTime={meeting.date}>{shortDate(meeting.date)}</time>
        {startsAt !== null && `, ${clock(startsAt)}`}
      </p>
      <p>
        <a href={paths.meeting(visit.municipality, meeting.slug)}>{nameOf(meeting.title)}</a>
      </p>
      {url !== null && (
        <p>
          <ExternalLink href={url}>{agenda}</ExternalLink>
        </p>
      )}
      {url === null && meeting.has_agenda === 0 && (
        <p>
          <Phrase text={noAgendaYet} values={values} />
        </p>
      )}
    </>
  )
}

/** The closest votes of the last twelve months on record, as far as they were counted. */
function ClosestVotes({ closest }: Overview) {
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
      <Rows kind="barred">
        {closest.map((motion) => (
          <li key={motion.slug}>
            <div>
              <ItemLine motion={motion} item={motion.subject} />
              <MotionLink motion={motion} />
              <p class="quiet">
                <Outcome motion={motion} hasBar />{' '}
                {[
                  motion.date === '' ? null : date(motion.date),
                  motion.meeting_title && nameOf(motion.meeting_title),
                  numberOf(motion, locale),
                ]
                  .filter((part) => part !== null)
                  .join(', ')}
              </p>
            </div>
            <VoteStrip
              tally={{ for: Number(motion.tally_for), against: Number(motion.tally_against) }}
            />
          </li>
        ))}
      </Rows>
      <p>
        <a href={paths.votes(council)}>{words.overview.allVotes}</a>
        {' · '}
        <a href={paths.agreement(council)}>{words.agreement.title}</a>
      </p>
    </>
  )
}

/** The most recently active matters. */
function LatestMatters({ matters }: Overview) {
  const locale = useLocale()
  const { words, date } = locale
  const council = useCouncil()
  return (
    <div>
      <h2 id="matters">{words.overview.matters}</h2>
      {matters.length === 0 && <p>{words.matters.none}</p>}
      <Rows>
        {matters.map(({ slug, title, identifier, last_seen: seen, ...matter }) => (
          <li key={slug}>
            <a href={paths.matter(council, slug)}>
              <RecordText text={title} />
            </a>
            <p class="quiet">
              {[identifier, seen === '' ? null : date(seen), lapseNote(toLapse(matter), locale)]
                .filter((part) => part !== null)
                .join(' · ')}
            </p>
          </li>
        ))}
      </Rows>
      {matters.length > 0 && (
        <p>
          <a href={paths.matters(council)}>{words.overview.allMatters}</a>
        </p>
      )}
    </div>
  )
}

/** By-laws, newest first. */
function NewestBylaws({ bylaws }: Overview) {
  const locale = useLocale()
  const { words } = locale
  const council = useCouncil()
  return (
    <div>
      <h2 id="bylaws">{words.overview.bylaws}</h2>
      {bylaws.length === 0 && <p>{words.bylaws.none}</p>}
      <Rows>
        {bylaws.map(({ slug, title, bylaw_number: number, year, ...row }) => (
          <li key={slug}>
            <a href={paths.bylaw(council, slug)}>
              <RecordText text={title} />
            </a>
            <p class="quiet">
              {[
                number === null
                  ? year > 0
                    ? String(year)
                    : null
                  : words.bylaws.numbered[lawKindOf({ title, ...row })](number),
                vetoNote(row, words),
                bylawDay(row, locale),
              ]
                .filter((fact) => fact !== null)
                .join(' · ')}
            </p>
          </li>
        ))}
      </Rows>
      {bylaws.length > 0 && (
        <p>
          <a href={paths.bylaws(council)}>{words.overview.allBylaws}</a>
        </p>
      )}
    </div>
  )
}

/** Council and committees by number of meetings, each with its meetings. */
function Bodies({ bodies }: Overview) {
  const { words } = useLocale()
  const council = useCouncil()
  if (bodies.length === 0) return null
  return (
    <>
      <h2 id="bodies">{words.overview.bodies}</h2>
      <ul class="members">
        {bodies.map(({ slug, name, meetings }) => (
          <li key={slug}>
            <BodyName name={name} slug={slug} />
            <span class="quiet">{words.overview.meetings(Number(meetings))}</span>
          </li>
        ))}
      </ul>
      <p>
        <a href={paths.bodies(council)}>{words.overview.allBodies}</a>
      </p>
    </>
  )
}
