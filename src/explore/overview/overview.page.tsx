import { OwnText } from '../../site/own-text.tsx'
import { CouncilPage } from '../frame/council-page.tsx'
import { monthsBetween } from '../parts/voters.tsx'
import { paths } from '../paths.ts'
import { councilData } from '../structured.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import { Decided } from './decided.tsx'
import { Doors } from './doors.tsx'
import { NextMeeting } from './next-meeting.tsx'
import { type Overview, readOverview } from './read-overview.ts'
import { FindCouncillor } from './your-councillor.tsx'

/** `/{municipality}`: what is next, what was decided last and who lost, who sits on the council, and the lists. */
export const overviewPage: ExplorePage = {
  path: '',
  async render(visit) {
    return <OverviewPage visit={visit} found={await readOverview(visit)} />
  },
}

function OverviewPage({ visit, found }: { visit: Visit; found: Overview }) {
  const { municipality, locale } = visit
  const { words } = locale
  const { firstDate, lastDate, undated } = found
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
    >
      <h1 class="announced">{municipality.name}</h1>
      <NextMeeting visit={visit} found={found} />
      <Decided found={found} />
      <FindCouncillor {...found} />
      <Doors {...found} />
      {found.counts.contested > 0 && (
        <p>
          <a href={paths.agreement(municipality)}>{words.agreement.title}</a>
        </p>
      )}
      {Object.keys(municipality.registers).length > 0 && (
        <p>
          <a href={paths.registers(municipality)}>{words.registers.title}</a>
        </p>
      )}
      {visit.isOnly && <OwnText of="home_text" />}
      <p class="quiet">
        {firstDate === undefined || lastDate === undefined
          ? words.overview.empty
          : words.overview.between(
              heldIn(found, locale),
              monthsBetween({ first: firstDate, last: lastDate }, locale),
            )}
        {undated > 0 && ` ${words.overview.undated(undated, locale.count(undated))}`}
      </p>
    </CouncilPage>
  )
}

/** "meetings, motions and who voted how" */
function heldIn({ counts, holds }: Overview, { words, list }: Visit['locale']): string {
  const { held } = words.overview
  const parts = [
    ...(counts.meetings > 0 ? [held.meetings] : []),
    ...(holds.motions ? [held.motions] : []),
    ...(holds.votes ? [held.votes] : []),
  ]
  return list(parts)
}
