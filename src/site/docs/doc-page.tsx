import type { VNode } from 'preact'
import { jsxTemplate } from 'preact/jsx-runtime'
import { Page } from '../layout.tsx'
import type { SiteConfig } from '../tools.ts'
import { docsSearch } from './docs-index.tsx'
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
  entry: DocEntry
  group: DocGroup
  library: Library
  config: SiteConfig
  addition: Addition | undefined
}

/** One page of the documentation. */
export function DocPage({ entry, group, library, config, addition = {} }: DocPageProps) {
  const show = (html: string) => jsxTemplate([forService(html, group.folder, config)])
  return (
    <Page
      title={entry.title}
      description={entry.summary}
      part="/docs"
      search={docsSearch()}
      navigation={<SideNavigation library={library} current={entry.path} />}
    >
      <article class="doc">
        <p class="quiet crumbs no-print">
          <a href="/docs">Documentation</a> › {group.name}
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
  if (sections.length <= sectionsWithoutContents) return null
  return (
    <nav class="contents no-print" aria-labelledby="contents">
      <p id="contents">On this page</p>
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
  const index = entries.indexOf(entry)
  const [previous, next] = [entries[index - 1], entries[index + 1]]
  return (
    <nav class="steps" aria-label="Previous and next page">
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
  return (
    <nav class="side no-print" aria-label="Documentation">
      {library.map(({ name, folder, entries }) => (
        <div key={folder}>
          <p id={`group-${folder}`}>{name}</p>
          <ul aria-labelledby={`group-${folder}`}>
            {entries.map(({ path, title }) => (
              <li key={path}>
                <a href={path} aria-current={path === current ? 'page' : undefined}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
