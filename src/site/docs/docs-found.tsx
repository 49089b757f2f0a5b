import { Page } from '../layout.tsx'
import { Marked } from '../marked.tsx'
import { docsSearch } from './docs-index.tsx'
import { type FoundSection, findInDocs, rangesOf } from './find.ts'
import type { Library } from './library.ts'

interface DocsFoundProps {
  q: string
  words: readonly string[]
  library: Library
}

/** `/docs?q=`: the sections of the documentation that have all words. */
export function DocsFound({ q, words, library }: DocsFoundProps) {
  const found = findInDocs(library, words)
  return (
    <Page title={`Documentation: ${q}`} unlisted part="/docs" search={docsSearch(q)}>
      <h1>Documentation</h1>
      {found.length === 0 ? (
        <p>
          No section has all of these words. Use fewer, or see <a href="/docs">all pages</a>. The
          records of councils have{' '}
          <a href={`/search?${new URLSearchParams({ q })}`}>their own search</a>.
        </p>
      ) : (
        <>
          <p>
            {found.length === 1 ? '1 section' : `${found.length} sections`}, best first.{' '}
            <a href="/docs">All pages</a>
          </p>
          <ul class="rows results">
            {found.map((section) => (
              <li key={`${section.entry.path} ${section.id}`}>
                <Found section={section} words={words} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Page>
  )
}

function Found({ section, words }: { section: FoundSection; words: readonly string[] }) {
  const { entry, id, heading, snippet } = section
  const title = heading ?? entry.title
  return (
    <>
      <a href={id === undefined ? entry.path : `${entry.path}#${id}`}>
        <Marked text={title} ranges={rangesOf(title, words)} />
      </a>
      {heading !== undefined && <p class="quiet">{entry.title}</p>}
      <p>
        <Marked text={snippet} ranges={rangesOf(snippet, words)} />
      </p>
    </>
  )
}
