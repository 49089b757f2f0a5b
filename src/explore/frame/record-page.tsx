import type { ComponentChildren } from 'preact'
import { Heading } from '../parts/heading.tsx'
import { PersonName } from '../parts/names.tsx'
import { PlainSummary } from '../parts/plain-summary.tsx'
import { RecordText, WrittenIn } from '../parts/record-text.tsx'
import { TextLinks } from '../parts/text-links.tsx'
import { paths } from '../paths.ts'
import type { Visit } from '../visit.ts'
import { CouncilPage } from './council-page.tsx'
import type { MarkProps } from './marks.tsx'

interface RecordPageProps {
  visit: Visit
  section: 'bylaws' | 'matters'
  record: {
    slug: string
    title: string
    plain_english_summary: string | null
    description: string | null
  } & MarkProps
  number: string | null
  /** The title with the number. */
  name: string
  /** The number, below the title. */
  lead: string | null
  /** For search engines. */
  description: string
  /** Where the record is in the Open Civic Data API; absent if it is not. */
  ocd?: string
  structured?: object
  isShortened: boolean
  documents: readonly { title: string; slug: string | null; language?: string | null }[]
  /** What became of it, below the title. */
  fate: ComponentChildren
  /** Beside the text. */
  facts: ComponentChildren
  children: ComponentChildren
}

/** The page of a by-law or a matter: its title, summary and description, what follows from them, and facts. */
export function RecordPage({ visit, section, record, ...page }: RecordPageProps) {
  const { municipality, locale } = visit
  const { plain_english_summary: summary, description } = record
  return (
    <CouncilPage
      visit={visit}
      section={section}
      isShortened={page.isShortened}
      marks={record}
      title={page.name}
      description={page.description}
      crumbs={[
        <a href={paths[section](municipality)}>{locale.words[section].title}</a>,
        page.number ?? record.title,
      ]}
      {...(page.structured !== undefined && { structured: page.structured })}
      citation={{
        text: `${municipality.name}, ${page.name}`,
        v1: `/api/v1/${municipality.slug}/${section}/${record.slug}`,
        ocd: page.ocd,
      }}
      {...(section === 'matters' && {
        table: { path: 'votes', filters: { matter: record.slug } },
        feed: { path: `matters/${record.slug}` },
      })}
    >
      <Heading text={record.title} />
      {page.lead !== null && <p class="lead">{page.lead}</p>}
      <WrittenIn text={[record.title, description].join(' ')} />
      <TextLinks documents={page.documents} />
      {page.fate}
      <div class="beside">
        <div>
          {summary !== null && <PlainSummary text={summary} />}
          {description !== null && (
            <p class="record">
              <RecordText text={description} />
            </p>
          )}
          {page.children}
        </div>
        {page.facts}
      </div>
    </CouncilPage>
  )
}

interface SponsorsProps {
  sponsors: readonly {
    person_name: string
    person_slug: string | null
    classification: string | null
  }[]
}

/** The names of sponsors, with the kind of sponsorship if the source has one. */
export function Sponsors({ sponsors }: SponsorsProps) {
  return (
    <ul>
      {sponsors
        .slice(0, shownMax)
        .map(({ person_name: name, person_slug: slug, classification }) => (
          <li key={`${slug} ${name} ${classification}`}>
            <PersonName name={name} slug={slug} />
            {classification !== null && <span class="quiet">{` ${classification}`}</span>}
          </li>
        ))}
    </ul>
  )
}

/** More than a council has members. */
const shownMax = 200
