import { ExternalLink } from '../../site/external-link.tsx'
import { useLocale } from '../locale.ts'
import type { MeetingOnPage } from './read-meeting.ts'

type Document = MeetingOnPage['documents'][number]

const shownMax = 100

/** The documents of the meeting and of its agenda items, with their language if known. */
export function Documents({ found: { documents, motions } }: { found: MeetingOnPage }) {
  const { words, count } = useLocale()
  if (documents.length === 0) return null
  const others = documents.length - shownMax
  return (
    <details class="section" open={motions.length === 0}>
      <summary>
        <h2 id="documents">{words.meeting.documents(count(documents.length))}</h2>
      </summary>
      <ul class="documents">
        {documents.slice(0, shownMax).map((document, at) => (
          <li key={`${at} ${document.url}`}>
            <ExternalLink href={document.url} {...languageOf(document)}>
              {document.title}
            </ExternalLink>
          </li>
        ))}
      </ul>
      {others > 0 && <p>{words.meeting.moreDocuments(count(others))}</p>}
    </details>
  )
}

function languageOf({ language }: Document): { language?: string } {
  return language === null ? {} : { language }
}
