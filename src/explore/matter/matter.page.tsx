import { RecordPage } from '../frame/record-page.tsx'
import { DocumentList } from '../parts/document-list.tsx'
import { Fate } from '../parts/fate.tsx'
import type { ExplorePage, Visit } from '../visit.ts'
import { MatterFacts } from './matter-facts.tsx'
import { type MatterOnPage, readMatter } from './read-matter.ts'
import { Timeline } from './timeline.tsx'

/** `/{municipality}/matters/{slug}`: a report or file, and what was done with it. */
export const matterPage: ExplorePage = {
  path: '/matters/:slug',
  async render(visit) {
    return <MatterPage visit={visit} found={await readMatter(visit)} />
  },
}

function MatterPage({ visit, found }: { visit: Visit; found: MatterOnPage }) {
  const { municipality, locale } = visit
  const { matter } = found
  const { title, identifier } = matter
  return (
    <RecordPage
      visit={visit}
      section="matters"
      record={matter}
      number={identifier}
      name={locale.words.matter.titled(title, identifier)}
      lead={identifier}
      description={descriptionOf(found, visit)}
      ocd={`/api/ocd/${municipality.slug}/bills/${found.ocdId}`}
      isShortened={found.isShortened}
      fate={<Fate introduced={matter.first_seen} {...found.proceedings} />}
      facts={<MatterFacts visit={visit} found={found} />}
    >
      <Timeline visit={visit} found={found} />
      <DocumentList documents={found.documents} isOpen />
    </RecordPage>
  )
}

function descriptionOf({ matter }: MatterOnPage, { locale, municipality }: Visit): string {
  const { last_seen: seen, status } = matter
  const when = seen === null ? null : locale.words.matters.lastSeen(locale.date(seen))
  return [municipality.name, status, when].filter((part) => part !== null).join(', ')
}
