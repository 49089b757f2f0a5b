import type { MotionDetail } from '../../resources/motions/schema.ts'
import { Phrase } from '../../site/phrase.tsx'
import { useLocale } from '../locale.ts'
import { VersionLink } from '../parts/official-links.tsx'
import { EnglishText, useTextLanguage } from '../parts/record-text.tsx'
import type { MotionOnPage } from './read-motion.ts'

// The words that begin what is decided, in English and French minutes.
const resolving =
  /^(?:THEREFORE|BE IT|IT IS|AND BE IT|NOW,? THEREFORE|PAR CONSÉQUENT|IL EST|QU’IL SOIT)\b[ \p{Lu}’',-]*(?=[\s:;,.])/u

interface MotionTextProps {
  motion: MotionDetail
  sitting: MotionOnPage['sitting']
}

/** The text of a motion, its summary, and the motion that it replaced. */
export function MotionText({ motion, sitting }: MotionTextProps) {
  const { words } = useLocale()
  const { plain_english_summary: summary, superseded_text: replaced, text_content: text } = motion
  return (
    <>
      {summary !== null && (
        <>
          <h2>{words.motion.summary}</h2>
          <EnglishText text={summary} />
        </>
      )}
      <h2 id="text">{words.motion.text}</h2>
      {text === null ? <p>{words.motion.noText}</p> : <Paragraphs text={text} />}
      {text !== null && !motion.text_complete && <MissingEnd sitting={sitting} />}
      {replaced !== null && (
        <details>
          <summary>{words.motion.earlierText}</summary>
          <Paragraphs text={replaced} />
        </details>
      )}
    </>
  )
}

/** The end of the text is missing in the import. */
function MissingEnd({ sitting }: Pick<MotionTextProps, 'sitting'>) {
  const { endsHere, seeMinutes, minutesLink } = useLocale().words.motion
  const url = sitting?.meeting.minutes_url ?? null
  if (sitting === undefined || url === null) return <p>{endsHere}</p>
  const minutes = (
    <VersionLink {...{ url, documents: sitting.documents }}>{minutesLink}</VersionLink>
  )
  return (
    <p>
      {endsHere} <Phrase text={seeMinutes} values={{ minutes }} />
    </p>
  )
}

/** A text of the record, word for word; the words that begin a resolution are bold. */
function Paragraphs({ text }: { text: string }) {
  return (
    <blockquote class="text" lang={useTextLanguage(text)}>
      {text
        .split(/\n+/)
        .filter((line) => line.trim() !== '')
        .map((paragraph, at) => (
          <p key={at}>
            <Paragraph text={paragraph} />
          </p>
        ))}
    </blockquote>
  )
}

function Paragraph({ text }: { text: string }) {
  const start = resolving.exec(text)?.[0] ?? ''
  if (start === '') return <>{text}</>
  return (
    <>
      <strong>{start}</strong>
      {text.slice(start.length)}
    </>
  )
}
