import { ExternalLink } from '../../site/external-link.tsx'
import { useLocale } from '../locale.ts'

const shownMax = 100

interface DocumentListProps {
  documents: readonly { title: string; url: string | null; language?: string | null }[]
  isOpen: boolean
}

/** Documents with their language if known, those in the language of the page first; nothing without any. */
export function DocumentList({ documents, isOpen }: DocumentListProps) {
  const { words, count, language: own } = useLocale()
  if (documents.length === 0) return null
  const others = documents.length - shownMax
  const inOrder = documents.toSorted(
    (one, other) => Number(other.language === own) - Number(one.language === own),
  )
  return (
    <details class="section" open={isOpen}>
      <summary>
        <h2 id="documents">{words.meeting.documents(count(documents.length))}</h2>
      </summary>
      <ul class="documents">
        {inOrder.slice(0, shownMax).map(({ title, url, language }, at) => (
          <li key={`${at} ${url}`}>
            <ExternalLink href={url} {...(language != null && { language })}>
              {title}
            </ExternalLink>
          </li>
        ))}
      </ul>
      {others > 0 && <p>{words.meeting.moreDocuments(count(others))}</p>}
    </details>
  )
}
