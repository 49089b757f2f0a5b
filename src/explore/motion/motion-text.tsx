import type { MotionDetail } from '../../resources/motions/schema.ts'
import { ExternalLink } from '../../site/external-link.tsx'
import { Phrase } from '../../site/phrase.tsx'
import { useLocale } from '../locale.ts'
import { EnglishText } from '../parts/english-text.tsx'
import { useTextLanguage } from '../parts/record-text.tsx'
import { isCut, paragraphsOf, resolvingWords } from './resolution.ts'

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
      {text !== null && isCut(text) && <MissingEnd minutesUrl={minutesUrl} />}
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
      {paragraphsOf(text).map((paragraph, at) => (
        <p key={at}>
          <Paragraph text={paragraph} />
        </p>
      ))}
    </blockquote>
  )
}

function Paragraph({ text }: { text: string }) {
  const start = resolvingWords(text)
  if (start === '') return <>{text}</>
  return (
    <>
      <strong>{start}</strong>
      {text.slice(start.length)}
    </>
  )
}
