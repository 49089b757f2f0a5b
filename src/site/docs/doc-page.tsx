import type { VNode } from 'preact'
import { jsxTemplate } from 'preact/jsx-runtime'
import { pathIn } from '../address.ts'
import { InLanguage } from '../in-language.tsx'
import { Page } from '../layout.tsx'
import { type SiteLocale, useSiteLocale } from '../locale.ts'
import type { SiteConfig } from '../tools.ts'
import { docsSearch, idOf } from './docs-index.tsx'
import { type DocEntry, type DocGroup, forService, type Library } from './library.ts'

const sectionsWithoutContents = 3

/** What a page shows besides its text: the settings of this service, or data from the code. */
export interface Addition {
  before?: VNode
  after?: VNode
  /** Headings of `after`, for the table of contents. */
  sections?: Section[]
}

interface Section {
  id: string
  name: string
}

interface DocPageProps {
  locale: SiteLocale
  entry: DocEntry
  group: DocGroup
  library: Library
  config: SiteConfig
  addition: Addition | undefined
  /** Whether the page is in all languages. */
  hasTwin: boolean
}

/** One page of the documentation. */
export function DocPage({ locale, entry, group, library, config, ...more }: DocPageProps) {
  const { addition = {}, hasTwin } = more
  const { words, prefix } = locale
  const show = (html: string) => jsxTemplate([forService(html, group.folder, config)])
  const address = { siteUrl: config.siteUrl, path: entry.path.slice(prefix.length) }
  return (
    <Page
      title={entry.title}
      description={entry.summary}
      locale={locale}
      {...(hasTwin && { address })}
      part="/docs"
      search={docsSearch(locale)}
      navigation={<SideNavigation library={library} current={entry.path} />}
    >
      <article class="doc">
        <p class="quiet crumbs no-print">
          <a href={pathIn(locale, '/docs')}>{words.docs.title}</a> ›{' '}
          {words.docs.groups[group.folder]}
        </p>
        <h1>{entry.title}</h1>
        <p class={entry.isLeadShort ? 'lead' : undefined}>{show(entry.lead)}</p>
        <Contents sections={[...entry.sections, ...(addition.sections ?? [])]} />
        {addition.before}
        {show(entry.body)}
        {addition.after}
      </article>
      <Steps entry={entry} group={group} />
    </Page>
  )
}

function Contents({ sections }: { sections: Section[] }) {
  const { docs } = useSiteLocale().words
  if (sections.length <= sectionsWithoutContents) return null
  return (
    <nav class="contents no-print" aria-labelledby="contents">
      <p id="contents">{docs.contents}</p>
      <ul>
        {sections.map(({ id, name }) => (
          <li key={id}>
            <a href={`#${id}`}>{name}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Links to the previous and the next page of the group. */
function Steps({ entry, group: { entries } }: { entry: DocEntry; group: DocGroup }) {
  const { docs } = useSiteLocale().words
  const index = entries.indexOf(entry)
  const [previous, next] = [entries[index - 1], entries[index + 1]]
  return (
    <nav class="steps" aria-label={docs.steps}>
      {previous !== undefined && (
        <a href={previous.path} rel="prev">
          {previous.title}
        </a>
      )}
      {next !== undefined && (
        <a href={next.path} rel="next">
          {next.title}
        </a>
      )}
    </nav>
  )
}

/** Every page of the documentation by group: beside the content, or below it on small screens. */
function SideNavigation({ library, current }: { library: Library; current: string }) {
  const { words, language: shown } = useSiteLocale()
  return (
    <nav class="side no-print" aria-label={words.docs.title}>
      <div>
        {library.map((group) => {
          const id = `group-${idOf(group)}`
          const other = group.language === shown ? undefined : group.language
          return (
            <div key={id}>
              <p id={id}>
                {words.docs.groups[group.folder]}
                <InLanguage language={other} />
              </p>
              <ul aria-labelledby={id} lang={other}>
                {group.entries.map(({ path, title }) => (
                  <li key={path}>
                    <a
                      href={path}
                      hreflang={other}
                      aria-current={path === current ? 'page' : undefined}
                    >
                      {title}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          )
        })}
      </div>
    </nav>
  )
}
