import type { VNode } from 'preact'
import { isSignUpOpen } from '../accounts/closed.ts'
import { Page } from '../layout.tsx'
import type { SiteConfig } from '../tools.ts'
import { docsSearch } from './docs-index.tsx'
import type { DocEntry, DocGroup, Library } from './library.ts'
import { Blocks, Inline, type RenderContext } from './markdown.tsx'

const sectionsWithoutContents = 3
const shortLeadChars = 160

/** What a page shows besides its text: the settings of this service, or data from the code. */
export interface Addition {
  before?: VNode
  after?: (context: RenderContext) => VNode
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
  const doc = entry.doc()
  const { folder } = group
  const context: RenderContext = {
    links: { folder, library, sourceUrl: config.sourceUrl },
    ids: doc.ids,
    closed: isSignUpOpen(config) ? [] : ['/signup'],
    // Guides are about this service; the other pages are about the reader's own.
    baseUrl: folder === 'guides' ? config.baseUrl : undefined,
  }
  return (
    <Page
      title={doc.title}
      description={doc.summary}
      part="/docs"
      search={docsSearch()}
      navigation={<SideNavigation library={library} current={entry.path} />}
    >
      <article class="doc">
        <p class="quiet crumbs no-print">
          <a href="/docs">Documentation</a> › {group.name}
        </p>
        <h1>{doc.title}</h1>
        <p class={doc.leadText.length > shortLeadChars ? undefined : 'lead'}>
          <Inline tokens={doc.lead} context={context} />
        </p>
        <Contents sections={[...doc.sections, ...(addition.sections ?? [])]} />
        {addition.before}
        <Blocks tokens={doc.body} context={context} />
        {addition.after?.(context)}
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
      {library.groups.map(({ name, folder, entries }) => (
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
