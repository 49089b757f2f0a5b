import { Page } from '../layout.tsx'
import type { DocGroup, Library } from './library.ts'

const introductions: Record<string, string> = {
  guides: 'Write programs against the API, with examples in curl, JavaScript and Python.',
  'how-to': 'Run Reeve yourself: import a council, manage keys, back up, grow.',
  reference: 'Look up endpoints, commands, settings and formats.',
  explanation: 'How Reeve works, what it stores, and how fast it is.',
}

/** The search box of the documentation. */
export const docsSearch = (value?: string) => ({
  ...{ action: '/docs', label: 'Search the documentation', submit: 'Search' },
  ...(value !== undefined && { value }),
})

/** `/docs`: every page of the documentation by group. */
export function DocsIndex({ library }: { library: Library }) {
  return (
    <Page
      title="Documentation"
      description="Guides, how-to pages and reference for Reeve."
      part="/docs"
      search={docsSearch()}
    >
      <h1>Documentation</h1>
      {library.map((group) => (
        <Group key={group.folder} group={group} />
      ))}
    </Page>
  )
}

function Group({ group: { name, folder, entries } }: { group: DocGroup }) {
  return (
    <section aria-labelledby={folder}>
      <h2 id={folder}>{name}</h2>
      <p>{introductions[folder]}</p>
      {folder === 'reference' && <ApiLinks />}
      <ul class={folder === 'guides' ? 'cards guides' : 'pages'}>
        {entries.map(({ path, title, summary }) => (
          <li key={path} class={folder === 'guides' ? 'card' : undefined}>
            <h3>
              <a href={path}>{title}</a>
            </h3>
            {folder === 'guides' && <p>{summary}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function ApiLinks() {
  return (
    <ul>
      <li>
        <a href="/api/v1/docs">API explorer</a>: try every endpoint in your browser
      </li>
      <li>
        <a href="/api/v1/openapi.json">OpenAPI document</a>: the API for programs
      </li>
      <li>
        <a href="/docs/errors#error-codes">Error codes</a>: what each means and what to do
      </li>
    </ul>
  )
}
