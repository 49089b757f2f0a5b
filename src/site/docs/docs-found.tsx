import { pathIn } from '../address.ts'
import { InLanguage } from '../in-language.tsx'
import { Page } from '../layout.tsx'
import { type SiteLocale, useSiteLocale } from '../locale.ts'
import { Marked } from '../marked.tsx'
import { Phrase } from '../phrase.tsx'
import { docsSearch } from './docs-index.tsx'
import type { DocEntry, Library } from './library.ts'

interface DocsFoundProps {
  locale: SiteLocale
  q: string
  words: readonly string[]
  library: Library
}

/** `/docs?q=`: the sections of the documentation that have all words. */
export function DocsFound({ locale, q, words, library }: DocsFoundProps) {
  const { docs } = locale.words
  const found = findInDocs(library, words)
  const index = pathIn(locale, '/docs')
  const ownSearch = `${pathIn(locale, '/search')}?${new URLSearchParams({ q })}`
  const switchTo = `/docs?${new URLSearchParams({ q })}`
  return (
    <Page
      title={`${docs.title} · ${q}`}
      unlisted
      locale={locale}
      switchTo={switchTo}
      part="/docs"
      search={docsSearch(locale, q)}
    >
      <h1>{docs.title}</h1>
      {found.length === 0 ? (
        <p>
          <Phrase
            text={docs.noneFound}
            values={{
              all: <a href={index}>{docs.allLink}</a>,
              search: <a href={ownSearch}>{docs.ownSearch}</a>,
            }}
          />
        </p>
      ) : (
        <>
          <p>
            {docs.found(found.length)} <a href={index}>{docs.allPages}</a>
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
  const { language } = useSiteLocale()
  const other = language !== 'en' && !entry.name.startsWith(`${language}/`) ? 'en' : undefined
  return (
    <>
      <a href={id === undefined ? entry.path : `${entry.path}#${id}`} hreflang={other}>
        <span lang={other}>
          <Marked text={title} ranges={rangesOf(title, words)} />
        </span>
        <InLanguage language={other} />
      </a>
      {heading !== undefined && (
        <p class="quiet" lang={other}>
          {entry.title}
        </p>
      )}
      <p lang={other}>
        <Marked text={snippet} ranges={rangesOf(snippet, words)} />
      </p>
    </>
  )
}

type Section = DocEntry['texts'][number] & { entry: DocEntry }

interface FoundSection extends Section {
  /** A part of the text around the first word. */
  snippet: string
}

const [foundMax, wordsMax, snippetBefore, snippetLength] = [20, 10, 60, 220]
/** What a word in the title, in the heading, and each time in the text counts. */
const [inTitle, inHeading, inText] = [3, 9, 1]
/** A list that names a word everywhere is not about it. */
const countedMax = 3

/** The words of a query, in lower case. */
export function docWords(q: string): string[] {
  return [...new Set(q.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])].slice(0, wordsMax)
}

/** The sections that have every word, or a longer one that begins with it; best first. */
function findInDocs(library: Library, words: readonly string[]): FoundSection[] {
  if (words.length === 0) return []
  return library
    .flatMap(({ entries }) => entries)
    .flatMap((entry) => entry.texts.map((text) => ({ entry, ...text })))
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, foundMax)
    .map(({ section }) => ({ ...section, snippet: snippetOf(section.text, words) }))
}

/** 0 if a word is missing. */
function scoreOf({ entry, heading = '', text }: Section, words: readonly string[]): number {
  const scores = words.map(
    (word) =>
      (beginsIn(entry.title, word) ? inTitle : 0) +
      (beginsIn(heading, word) ? inHeading : 0) +
      Math.min(rangesOf(text, [word]).length, countedMax) * inText,
  )
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0)
}

const beginsIn = (text: string, word: string) => rangesOf(text, [word]).length > 0

/** Where words begin words of a text, in order. */
function rangesOf(text: string, words: readonly string[]): [start: number, end: number][] {
  // Words have letters, digits and _ only.
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})`, 'giu')
  return [...text.matchAll(pattern)].map(({ index, 0: found }) => [index, index + found.length])
}

function snippetOf(text: string, words: readonly string[]): string {
  const [[at] = [0]] = rangesOf(text, words)
  const start = at <= snippetBefore ? 0 : text.indexOf(' ', at - snippetBefore) + 1
  const part = text.slice(start, start + snippetLength)
  return `${start > 0 ? '…' : ''}${part}${start + snippetLength < text.length ? '…' : ''}`
}
