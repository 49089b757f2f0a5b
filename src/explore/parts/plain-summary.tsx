import { InLanguage } from '../../site/in-language.tsx'
import { useLocale } from '../locale.ts'
import { useTextLanguage } from './record-text.tsx'

/** A summary in plain words below its heading, which says its language if it is not that of the page. */
export function PlainSummary({ text }: { text: string }) {
  const { words } = useLocale()
  const language = useTextLanguage(text)
  return (
    <>
      <h2 id="summary">
        {words.motion.summary}
        <InLanguage language={language} />
      </h2>
      <p lang={language}>{text}</p>
    </>
  )
}
