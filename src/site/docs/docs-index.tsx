import { Page } from '../layout.tsx'
import type { Guide } from './doc.ts'

/** Pages for operators, in the repository. */
const operatorPages = [
  { file: 'import-a-council.md', name: 'Import your own council' },
  { file: 'write-a-bundle.md', name: 'Write a bundle' },
  { file: 'keep-a-council-current.md', name: 'Keep a council current' },
  { file: 'add-a-municipality.md', name: 'Add a municipality' },
  { file: 'manage-keys.md', name: 'Manage keys' },
  { file: 'manage-accounts.md', name: 'Manage accounts' },
  { file: 'run-as-a-service.md', name: 'Run Reeve as a service' },
  { file: 'grow.md', name: 'Scale up' },
  { file: 'move-to-postgresql.md', name: 'Move to PostgreSQL' },
  { file: 'back-up.md', name: 'Back up the database' },
  { file: 'keep-a-mirror-fresh.md', name: 'Keep a mirror fresh' },
  { file: 'add-a-resource.md', name: 'Change Reeve: add a resource' },
  { file: 'add-a-source.md', name: 'Change Reeve: add a source' },
]

/** `/docs`: one line about each guide, and where everything else is. */
export function GuideIndex({ guides }: { guides: Guide[] }) {
  return (
    <Page title="Guides" description="How to write programs against the API of Reeve." part="/docs">
      <h1>Guides</h1>
      <p class="lead">
        How to write programs against this API, with examples in curl, JavaScript and Python.
      </p>
      <ol class="cards guides">
        {guides.map(({ slug, title, summary }) => (
          <li key={slug} class="card">
            <h2>
              <a href={`/docs/${slug}`}>{title}</a>
            </h2>
            <p>{summary}</p>
          </li>
        ))}
      </ol>
      <h2>Look things up</h2>
      <ul>
        <li>
          <a href="/api/v1/docs">API reference</a>: every address, parameter and field, to try in
          the browser
        </li>
        <li>
          <a href="/api/v1/openapi.json">OpenAPI document</a>: the same for programs
        </li>
        <li>
          <a href="/docs/errors#each-code">Error codes</a>: what each means and what to do
        </li>
      </ul>
      <h2>If you run a service of your own</h2>
      <p>
        The pages for operators are in the repository of Reeve, under <code>docs/how-to</code>:
      </p>
      <ul>
        {operatorPages.map(({ file, name }) => (
          <li key={file}>
            {name}: <code>{file}</code>
          </li>
        ))}
      </ul>
    </Page>
  )
}
