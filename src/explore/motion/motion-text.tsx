import type { MotionDetail } from '../../resources/motions/schema.ts'
import { useLocale } from '../locale.ts'

/** The text of a motion, its summary, and the motion that it replaced. */
export function MotionText({ motion }: { motion: MotionDetail }) {
  const { words } = useLocale()
  const { plain_english_summary: summary, superseded_text: replaced, text_content: text } = motion
  return (
    <>
      {summary !== null && (
        <>
          <h2>{words.motion.summary}</h2>
          <p>{summary}</p>
        </>
      )}
      <h2 id="text">{words.motion.text}</h2>
      {text === null ? <p>{words.motion.noText}</p> : <Paragraphs text={text} />}
      {replaced !== null && (
        <details>
          <summary>{words.motion.earlierText}</summary>
          <Paragraphs text={replaced} />
        </details>
      )}
    </>
  )
}

// The words that begin what is decided, in English and French minutes.
const resolving =
  /^(?:THEREFORE|BE IT|IT IS|AND BE IT|NOW,? THEREFORE|PAR CONSÉQUENT|IL EST|QU’IL SOIT)\b[ \p{Lu}’',-]*(?=[\s:;,.])/u

/** A text of the record, word for word; the words that begin a resolution are bold. */
function Paragraphs({ text }: { text: string }) {
  const paragraphs = text.split(/\n+/).filter((line) => line.trim() !== '')
  return (
    <blockquote class="text">
      {paragraphs.map((paragraph, at) => (
        <p key={at}>
          <Paragraph text={paragraph} />
        </p>
      ))}
    </blockquote>
  )
}

function Paragraph({ text }: { text: string }) {
  const [start = ''] = resolving.exec(text) ?? []
  if (start === '') return <>{text}</>
  return (
    <>
      <strong>{start}</strong>
      {text.slice(start.length)}
    </>
  )
}
