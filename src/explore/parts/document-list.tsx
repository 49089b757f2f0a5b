import { ExternalLink } from '../../site/external-link.tsx'
import { InLanguage } from '../../site/in-language.tsx'
import { useCouncil } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { paths } from '../paths.ts'

const shownMax = 100
/** More are folded away. */
const openMax = 15

interface DocumentListProps {
  documents: readonly Document[]
  isOpen: boolean
}

interface Document {
  title: string
  url: string | null
  language?: string | null | undefined
  /** Of its text, if there is one. */
  slug: string | null
  /** Copies on other agendas, with the date of the meeting. */
  also?: readonly { url: string | null; date: string }[]
}

/** Documents with their language if known, those in the language of the page first; nothing without any. */
export function DocumentList({ documents, isOpen }: DocumentListProps) {
  const { words, count, date, language: own } = useLocale()
  if (documents.length === 0) return null
  const others = documents.length - shownMax
  const shared = sharedLanguage(documents)
  const inOrder = documents.toSorted(
    (one, other) => Number(other.language === own) - Number(one.language === own),
  )
  return (
    <details class="section" open={isOpen && documents.length <= openMax}>
      <summary>
        <h2 id="documents">
          {words.meeting.documents(count(documents.length))}
          <InLanguage language={shared} />
        </h2>
      </summary>
      <ul class="documents">
        {inOrder.slice(0, shownMax).map(({ title, url, language, slug, also = [] }, at) => (
          <li key={`${at} ${url}`}>
            {slug === null ? (
              <>
                <ExternalLink href={url} {...(language != null && { language })}>
                  {title}
                </ExternalLink>
                {shared === undefined && <InLanguage language={language} />}
              </>
            ) : (
              <TextAndFile {...{ title, url, language, slug }} isMarked={shared === undefined} />
            )}
            {also.length > 0 && (
              <span class="quiet">
                {' '}
                {words.meeting.alsoOnAgenda}{' '}
                {also.map((copy, nth) => (
                  <>
                    {nth > 0 && ', '}
                    <ExternalLink href={copy.url}>{date(copy.date)}</ExternalLink>
                  </>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
      {others > 0 && <p>{words.meeting.moreDocuments(count(others))}</p>}
    </details>
  )
}

/** The one language of several documents. */
function sharedLanguage(documents: readonly Document[]): string | undefined {
  const [first] = documents
  const isShared =
    documents.length > 1 && documents.every(({ language }) => language === first?.language)
  return isShared ? (first?.language ?? undefined) : undefined
}

/** A document with a text: its page, and its file if the source has one. */
function TextAndFile({
  title,
  url,
  language,
  slug,
  isMarked,
}: Document & { slug: string; isMarked: boolean }) {
  const { words } = useLocale()
  return (
    <>
      <a
        href={paths.document(useCouncil(), slug)}
        lang={language ?? undefined}
        hreflang={language ?? undefined}
      >
        {title}
      </a>
      {isMarked && <InLanguage language={language} />}
      {url !== null && (
        <>
          {' · '}
          <ExternalLink href={url} hreflang={language ?? undefined}>
            {words.document.file}
          </ExternalLink>
        </>
      )}
    </>
  )
}
