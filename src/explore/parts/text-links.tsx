import { useCouncil } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { paths } from '../paths.ts'
import { RecordText } from './record-text.tsx'

const shownMax = 3

/** Links to the texts of a record; nothing without any. */
export function TextLinks({
  documents,
}: {
  documents: readonly { title: string; slug: string | null }[]
}) {
  const { read, readTitled } = useLocale().words.document
  const council = useCouncil()
  const texts = documents.flatMap(({ title, slug }) => (slug === null ? [] : [{ title, slug }]))
  if (texts.length === 0) return null
  return (
    <p class="row">
      {texts.slice(0, shownMax).map(({ title, slug }) => (
        <a key={slug} href={paths.document(council, slug)}>
          {texts.length === 1 ? read : <RecordText text={readTitled(title)} />}
        </a>
      ))}
      {texts.length > shownMax && <a href="#documents">{read}…</a>}
    </p>
  )
}
