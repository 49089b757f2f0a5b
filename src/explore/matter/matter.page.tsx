import { CouncilPage } from '../frame/council-page.tsx'
import { DocumentList } from '../parts/document-list.tsx'
import { EnglishText, RecordText } from '../parts/record-text.tsx'
import { paths } from '../paths.ts'
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
  const { words } = locale
  const { matter } = found
  const { title, identifier, plain_english_summary: summary, description } = matter
  return (
    <CouncilPage
      visit={visit}
      section="matters"
      isShortened={found.isShortened}
      title={words.matter.titled(title, identifier)}
      description={descriptionOf(found, visit)}
      crumbs={[
        <a href={paths.matters(municipality)}>{words.matters.title}</a>,
        identifier ?? title,
      ]}
      citation={{
        text: `${municipality.name}, ${words.matter.titled(title, identifier)}`,
        v1: `/api/v1/${municipality.slug}/matters/${matter.slug}`,
        ocd: `/api/ocd/${municipality.slug}/bills/${found.ocdId}`,
      }}
    >
      <h1>
        <RecordText text={title} />
      </h1>
      {identifier !== null && <p class="lead">{identifier}</p>}
      <div class="beside">
        <div>
          {summary !== null && (
            <>
              <h2 id="summary">{words.matter.summary}</h2>
              <EnglishText text={summary} />
            </>
          )}
          {description !== null && (
            <p>
              <RecordText text={description} />
            </p>
          )}
          <Timeline visit={visit} found={found} />
          <DocumentList documents={found.documents} isOpen />
        </div>
        <MatterFacts visit={visit} found={found} />
      </div>
    </CouncilPage>
  )
}

function descriptionOf({ matter }: MatterOnPage, { locale, municipality }: Visit): string {
  const { last_seen: seen, status } = matter
  const when = seen === null ? null : locale.words.matters.lastSeen(locale.date(seen))
  return [municipality.name, status, when].filter((part) => part !== null).join(', ')
}
