import { InLanguage } from '../../site/in-language.tsx'
import { Phrase } from '../../site/phrase.tsx'
import { useCouncil } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { paths } from '../paths.ts'
import { RecordText, TextLanguage } from './record-text.tsx'

const shownMax = 3

interface TextOfRecord {
  title: string
  slug: string | null
  language?: string | null | undefined
}

/** Links to the texts of a record; nothing without any. */
export function TextLinks({ documents }: { documents: readonly TextOfRecord[] }) {
  const { read, readTitled } = useLocale().words.document
  const council = useCouncil()
  const texts = documents.flatMap(({ slug, ...text }) => (slug === null ? [] : [{ ...text, slug }]))
  if (texts.length === 0) return null
  return (
    <p class="row marked">
      {texts.slice(0, shownMax).map(({ title, slug, language }) => (
        <a key={slug} href={paths.document(council, slug)} hreflang={language ?? undefined}>
          {texts.length === 1 ? (
            read
          ) : (
            <Phrase text={readTitled} values={{ title: <RecordText text={title} /> }} />
          )}
          {language == null ? <TextLanguage text={title} /> : <InLanguage language={language} />}
        </a>
      ))}
      {texts.length > shownMax && <a href="#documents">{read}…</a>}
    </p>
  )
}
