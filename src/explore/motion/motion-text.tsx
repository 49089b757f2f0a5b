import type { MotionDetail } from '../../resources/motions/schema.ts'
import { ExternalLink } from '../../site/external-link.tsx'
import { Phrase } from '../../site/phrase.tsx'
import { useLocale } from '../locale.ts'
import { EnglishText } from '../parts/english-text.tsx'
import { useTextLanguage } from '../parts/record-text.tsx'

// The words that begin what is decided, in English and French minutes.
const resolving =
  /^(?:THEREFORE|BE IT|IT IS|AND BE IT|NOW,? THEREFORE|PAR CONSÉQUENT|IL EST|QU’IL SOIT)\b[ \p{Lu}’',-]*(?=[\s:;,.])/u

interface MotionTextProps {
  motion: MotionDetail
  minutesUrl: string | null
}

/** The text of a motion, its summary, and the motion that it replaced. */
export function MotionText({ motion, minutesUrl }: MotionTextProps) {
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
      {text !== null && !motion.text_complete && <MissingEnd minutesUrl={minutesUrl} />}
      {replaced !== null && (
        <details>
          <summary>{words.motion.earlierText}</summary>
          <Paragraphs text={replaced} />
        </details>
      )}
    </>
  )
}

/** What should follow is missing in the source. */
function MissingEnd({ minutesUrl }: Pick<MotionTextProps, 'minutesUrl'>) {
  const { endsHere, seeMinutes, minutesLink } = useLocale().words.motion
  if (minutesUrl === null) return <p>{endsHere}</p>
  const link = <ExternalLink href={minutesUrl}>{minutesLink}</ExternalLink>
  return (
    <p>
      {endsHere} <Phrase text={seeMinutes} values={{ minutes: link }} />
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
