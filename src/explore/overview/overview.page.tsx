import { listPeople } from '../../resources/people/queries.ts'
import type { PersonItem } from '../../resources/people/schema.ts'
import { toPersonItem } from '../../resources/people/v1.represent.ts'
import { Phrase } from '../../site/phrase.tsx'
import { CouncilPage } from '../frame/council-page.tsx'
import { useLocale } from '../locale.ts'
import { MemberList } from '../parts/member-list.tsx'
import { BodyName } from '../parts/names.tsx'
import { sortPeople } from '../parts/people-order.tsx'
import { type MeetingNotes, readMeetingNotes } from '../parts/queries.ts'
import { NextAndLatest, RecordEnd } from '../parts/sitting.tsx'
import { VotePattern } from '../parts/vote-bar.tsx'
import { paths } from '../paths.ts'
import { useRecordName } from '../record-name.ts'
import { councilData } from '../structured.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import { ClosestVotes } from './closest-votes.tsx'
import { LatestMatters, NewestBylaws } from './latest-files.tsx'
import { findOverview, type OverviewRows } from './queries.ts'

const membersMax = 500

interface Overview extends OverviewRows {
  notes: Map<number, MeetingNotes>
  members: PersonItem[]
}

/** `/{municipality}`: what is next, what was decided lately, and who sits on the council. */
export const overviewPage: ExplorePage = {
  path: '',
  async render(visit) {
    return <OverviewPage visit={visit} found={await readOverview(visit)} />
  },
}

/** In three statements. */
async function readOverview({ store, municipality, today }: Visit): Promise<Overview> {
  const municipalityId = municipality.id
  const since = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`
  return store.read(async (db) => {
    const rows = await findOverview(db, { municipalityId, today, since })
    const notes = await readMeetingNotes(db, [...rows.next, ...rows.latest])
    const members = await listPeople(
      db,
      { municipalityId, today },
      { is_councillor: true },
      { limit: membersMax },
    )
    return { ...rows, notes, members: members.map(toPersonItem) }
  })
}

function OverviewPage({ visit, found }: { visit: Visit; found: Overview }) {
  const { municipality, locale } = visit
  const { words } = locale
  const members = sortPeople(found.members, { by: 'ward', language: locale.tag })
  const { firstDate } = found
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
      <VotePattern />
      <h1>{municipality.name}</h1>
      <p class="lead">
        {firstDate === null || last === undefined
          ? words.overview.lead
          : words.overview.between(locale.month(firstDate), locale.month(last))}
      </p>
      {found.next.length === 0 && last !== undefined && <RecordEnd visit={visit} last={last} />}
      <div class="halves">
        <div>
          <Meetings visit={visit} found={found} />
        </div>
        <div>
          <ClosestVotes closest={found.closest} />
        </div>
      </div>
      <div class="halves">
        <LatestMatters matters={found.matters} />
        <NewestBylaws bylaws={found.bylaws} />
      </div>
      <h2 id="members">{words.people.members}</h2>
      {members.length === 0 ? <p>{words.people.noMembers}</p> : <MemberList members={members} />}
      <Bodies bodies={found.bodies} visit={visit} />
    </CouncilPage>
  )
}

function Meetings({ visit, found }: { visit: Visit; found: Overview }) {
  const { words } = useLocale()
  return (
    <>
      <NextAndLatest visit={visit} found={found} />
      {found.decided !== undefined && <LastDecided visit={visit} meeting={found.decided} />}
      <p>
        <a href={paths.meetings(visit.municipality)}>{words.overview.allMeetings}</a>
      </p>
    </>
  )
}

interface LastDecidedProps {
  visit: Visit
  meeting: NonNullable<Overview['decided']>
}

/** The last meeting of the council with decisions, which may be earlier than the latest ones. */
function LastDecided({ visit, meeting: { slug, title, date: day } }: LastDecidedProps) {
  const { words, date } = useLocale()
  const nameOf = useRecordName()
  const meeting = (
    <a href={paths.meeting(visit.municipality, slug)}>
      {words.meeting.titled(nameOf(title), date(day))}
    </a>
  )
  return (
    <p>
      <Phrase text={words.overview.decided} values={{ meeting }} />
    </p>
  )
}

/** Council and committees by number of meetings, each with its meetings. */
function Bodies({ visit, bodies }: { visit: Visit } & Pick<Overview, 'bodies'>) {
  const { words } = useLocale()
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
        <a href={paths.bodies(visit.municipality)}>{words.overview.allBodies}</a>
      </p>
    </>
  )
}
