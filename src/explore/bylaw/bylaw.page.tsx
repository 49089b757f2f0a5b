import { RecordPage } from '../frame/record-page.tsx'
import { DocumentList } from '../parts/document-list.tsx'
import { Fate } from '../parts/fate.tsx'
import { recordName } from '../record-name.ts'
import { bylawData } from '../structured.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import { BylawFacts, isLost } from './bylaw-facts.tsx'
import { Agendas, Matters, Motions } from './mentions.tsx'
import { type BylawOnPage, readBylaw } from './read-bylaw.ts'

/** `/{municipality}/bylaws/{slug}`: a by-law, and how it was passed. */
export const bylawPage: ExplorePage = {
  path: '/bylaws/:slug',
  async render(visit) {
    return <BylawPage visit={visit} found={await readBylaw(visit)} />
  },
}

function BylawPage({ visit, found }: { visit: Visit; found: BylawOnPage }) {
  const { municipality, locale } = visit
  const { words } = locale
  const { bylaw } = found
  const { title, bylaw_number: number } = bylaw
  const status = bylaw.status === null ? null : recordName(municipality, locale, bylaw.status)
  const lead = number === null ? null : words.bylaws.numbered(number)
  return (
    <RecordPage
      visit={visit}
      section="bylaws"
      record={bylaw}
      number={number}
      name={words.bylaw.named(number, title)}
      lead={lead}
      description={[municipality.name, lead, status].filter((part) => part).join(', ')}
      structured={bylawData(visit, bylaw)}
      isShortened={found.isShortened}
      fate={<Fate {...fateOf(found)} />}
      facts={<BylawFacts visit={visit} found={found} />}
    >
      <Motions found={found} />
      <Agendas found={found} />
      <Matters found={found} />
      <DocumentList documents={bylaw.documents} isOpen />
    </RecordPage>
  )
}

/** When it was first on an agenda, who decided it, and when it was enacted, unless it was lost. */
function fateOf({ bylaw, motions, meetings, begins }: BylawOnPage) {
  const dates = [...motions, ...meetings].map(({ date }) => date).filter((date) => date !== '')
  const introduced = dates.sort()[0] ?? null
  return isLost(bylaw)
    ? { introduced, begins, motions }
    : { introduced, begins, motions, inForce: bylaw.enacted_date }
}
