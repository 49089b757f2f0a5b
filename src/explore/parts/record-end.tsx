import { ExternalLink } from '../../site/external-link.tsx'
import { Phrase } from '../../site/phrase.tsx'
import { useLocale } from '../locale.ts'
import type { Visit } from '../visit.ts'

/** Days after which a council has probably met again. */
const oldAfter = 45

/** If the last meeting on record is old: where to look for what happened since. */
export function RecordEnd({ visit, last }: { visit: Visit; last: string }) {
  const { words, date } = useLocale()
  const { municipality, today } = visit
  if (Date.parse(today) - Date.parse(last) <= oldAfter * 86_400_000) return null
  const { ended, site } = words.overview
  const values = { site: <ExternalLink href={municipality.url}>{site}</ExternalLink> }
  return (
    <p class="notice">
      <Phrase text={ended(date(last))} values={values} />
    </p>
  )
}
