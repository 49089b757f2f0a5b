import { listPeople } from '../../resources/people/queries.ts'
import type { PersonItem } from '../../resources/people/schema.ts'
import { toPersonItem } from '../../resources/people/v1.represent.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { useLocale } from '../locale.ts'
import { BodyName } from '../parts/names.tsx'
import {
  listDecisions,
  type MeetingNotes,
  type MotionLine,
  readMeetingNotes,
} from '../parts/queries.ts'
import { LatestMeetings, RecordEnd } from '../parts/sitting.tsx'
import { VotePattern } from '../parts/vote-bar.tsx'
import { paths } from '../paths.ts'
import { councilData } from '../structured.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import { ClosestVotes } from './closest-votes.tsx'
import { Decided } from './decided.tsx'
import { FindCouncillor } from './find-councillor.tsx'
import { LatestMatters, NewestBylaws } from './latest-files.tsx'
import { Next } from './next.tsx'
import { findOverview, type OverviewRows } from './queries.ts'

const membersMax = 500
/** Decisions that those on the page are chosen from. */
const decisionsMax = 40

interface Overview extends OverviewRows {
  notes: Map<number, MeetingNotes>
  members: PersonItem[]
  decisions: MotionLine[]
}

/** `/{municipality}`: what was decided last, what is next, and who sits on the council. */
export const overviewPage: ExplorePage = {
  path: '',
  async render(visit) {
    return <OverviewPage visit={visit} found={await readOverview(visit)} />
  },
}

/** In four statements. */
async function readOverview({ store, municipality, today }: Visit): Promise<Overview> {
  const municipalityId = municipality.id
  const since = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`
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
    const decisions =
      rows.decided === undefined ? [] : await listDecisions(db, rows.decided.id, decisionsMax)
    return { ...rows, notes, decisions, members: members.map(toPersonItem) }
  })
}

function OverviewPage({ visit, found }: { visit: Visit; found: Overview }) {
  const { municipality, locale } = visit
  const { words } = locale
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
      <FindCouncillor {...found} />
      <div class="halves">
        <div>
          <Decided meeting={found.decided} decisions={found.decisions} />
        </div>
        <div class="tall">
          <Next visit={visit} found={found} />
          <LatestMeetings visit={visit} found={found} />
          <p>
            <a href={paths.meetings(municipality)}>{words.overview.allMeetings}</a>
          </p>
        </div>
        <div>
          <ClosestVotes closest={found.closest} />
        </div>
      </div>
      <div class="halves">
        <LatestMatters matters={found.matters} />
        <NewestBylaws bylaws={found.bylaws} />
      </div>
      <Bodies bodies={found.bodies} visit={visit} />
    </CouncilPage>
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
