import { ExternalLink } from '../../site/external-link.tsx'
import { useLocale } from '../locale.ts'
import { useRecordName } from '../record-name.ts'
import { VersionLink } from './official-links.tsx'
import type { MinutesRow } from './queries.ts'

interface SourcePageProps {
  url: string
  /** The meeting whose minutes are at the URL, once for each of its documents. */
  minutes?: readonly MinutesRow[]
  /** What a page about the record alone is called. */
  name: string
}

/** The page that a record was read from, by what it opens: minutes, the record, or a site, which has many records. */
export function SourcePage({ url, minutes = [], name }: SourcePageProps) {
  const { words, date } = useLocale()
  const nameOf = useRecordName()
  const [meeting] = minutes
  if (meeting === undefined) return <ExternalLink href={url}>{siteOf(url) ?? name}</ExternalLink>
  return (
    <VersionLink url={url} documents={minutes}>
      {words.meeting.minutesOf(words.meeting.titled(nameOf(meeting.title), date(meeting.date)))}
    </VersionLink>
  )
}

/** The host, if the URL is that of a whole site. */
function siteOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { host, pathname, search } = new URL(url)
  return pathname === '/' && search === '' ? host : undefined
}
