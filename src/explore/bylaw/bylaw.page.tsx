import { CouncilPage } from '../frame/council-page.tsx'
import { DocumentList } from '../parts/document-list.tsx'
import { EnglishText, RecordText } from '../parts/record-text.tsx'
import { paths } from '../paths.ts'
import { bylawData } from '../structured.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import { statusOf } from '../words/word-of.ts'
import { BylawFacts } from './bylaw-facts.tsx'
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
  const { title, bylaw_number: number, plain_english_summary: summary, description } = bylaw
  const status = bylaw.status === null ? null : statusOf(bylaw.status, words)
  const lead = number === null ? null : words.bylaws.numbered(number)
  return (
    <CouncilPage
      visit={visit}
      section="bylaws"
      isShortened={found.isShortened}
      title={words.bylaw.named(number, title)}
      description={[municipality.name, lead, status].filter((part) => part).join(', ')}
      crumbs={[<a href={paths.bylaws(municipality)}>{words.bylaws.title}</a>, number ?? title]}
      structured={bylawData(visit, bylaw)}
      citation={{
        text: `${municipality.name}, ${words.bylaw.named(number, title)}`,
        v1: `/api/v1/${municipality.slug}/bylaws/${bylaw.slug}`,
      }}
    >
      <h1>
        <RecordText text={title} />
      </h1>
      {lead !== null && <p class="lead">{lead}</p>}
      <div class="beside">
        <div>
          {summary !== null && (
            <>
              <h2 id="summary">{words.bylaw.summary}</h2>
              <EnglishText text={summary} />
            </>
          )}
          {description !== null && (
            <p>
              <RecordText text={description} />
            </p>
          )}
          <Motions found={found} />
          <Agendas found={found} />
          <Matters found={found} />
          <DocumentList documents={bylaw.documents} isOpen />
        </div>
        <BylawFacts visit={visit} found={found} />
      </div>
    </CouncilPage>
  )
}
