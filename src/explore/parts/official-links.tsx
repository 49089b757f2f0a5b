import type { ComponentChildren } from 'preact'
import type { MeetingDetailRows } from '../../resources/meetings/queries.ts'
import { ExternalLink } from '../../site/external-link.tsx'
import { InLanguage } from '../../site/in-language.tsx'
import { useCouncil, useRecordName } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { paths } from '../paths.ts'
import type { MinutesRow } from './queries.ts'

interface Version {
  url: string | null
  /** Null if not recorded. */
  language: string | null
}

type Documents = readonly Pick<
  MeetingDetailRows['documents'][number],
  'url' | 'type' | 'language' | 'agenda_item_id'
>[]

interface PaperLink {
  name: string
  url: string | null
  language: string | null
  /** The slug of its text, if there is no file. */
  text?: string | undefined
}

type Sitting = Pick<MeetingDetailRows, 'meeting' | 'documents'>

/** The agenda, the minutes and the video of a meeting. */
export function useOfficialLinks(sitting: Sitting): PaperLink[] {
  const { words } = useLocale()
  const { video_url: url } = sitting.meeting
  const files = useFiles(sitting)
  if (url === null) return files
  return [...files, { name: videoName(sitting.meeting, words), url, language: null }]
}

/** The agenda and the minutes of a meeting: the files of the council, or else the texts that are served here. */
export function useFiles({ meeting, documents }: Sitting): PaperLink[] {
  const { words, language } = useLocale()
  const { agenda_url: agenda, minutes_url: minutes } = meeting
  const paper = (type: string, url: string | null) =>
    url === null ? textIn(language, documents, type) : versionIn(language, documents, url)
  const links: readonly PaperLink[] = [
    { name: words.meeting.agenda, ...paper('agenda', agenda) },
    { name: words.meeting.minutes, ...paper('minutes', minutes) },
  ]
  return links.filter(({ url, text }) => url !== null || text !== undefined)
}

export function OfficialLink({ name, url, text, language }: PaperLink) {
  const council = useCouncil()
  return (
    <>
      {text === undefined ? (
        <ExternalLink href={url} hreflang={language ?? undefined}>
          {name}
        </ExternalLink>
      ) : (
        <a href={paths.document(council, text)} hreflang={language ?? undefined}>
          {name}
        </a>
      )}
      <InLanguage language={language} />
    </>
  )
}

/** The text of the agenda or the minutes of the meeting as a whole, in the language of the page if there is one. */
function textIn(
  language: string,
  documents: MeetingDetailRows['documents'],
  type: string,
): Omit<PaperLink, 'name'> {
  const texts = documents.filter(
    (document) =>
      document.type === type && document.slug !== null && document.agenda_item_id === null,
  )
  const text = texts.find((document) => document.language === language) ?? texts[0]
  return { url: null, language: text?.language ?? null, text: text?.slug ?? undefined }
}

/** A link to the agenda or minutes at a URL, or to the same in the language of the page. */
export function VersionLink({
  documents,
  url,
  children,
}: {
  documents: Documents
  url: string
  children: ComponentChildren
}) {
  const { url: href, language } = versionIn(useLocale().language, documents, url)
  return (
    <>
      <ExternalLink href={href} hreflang={language ?? undefined}>
        {children}
      </ExternalLink>
      <InLanguage language={language} />
    </>
  )
}

/** The agenda or minutes at a URL, or the same in a language if the source has it. */
function versionIn(language: string, documents: Documents, url: string | null): Version {
  const stated = documents.find((document) => document.url === url && document.language !== null)
  if (url === null || stated === undefined) return { url, language: null }
  const same = documents.find(
    (document) =>
      document.language === language &&
      document.type === stated.type &&
      document.agenda_item_id === stated.agenda_item_id,
  )
  return stated.language === language ? stated : (same ?? stated)
}

export function videoName(
  { video_duration_seconds: seconds }: MeetingDetailRows['meeting'],
  { meeting }: ReturnType<typeof useLocale>['words'],
): string {
  if (seconds === null) return meeting.video
  const minutes = Math.round(seconds / 60)
  return meeting.videoLength(String(Math.floor(minutes / 60)), String(minutes % 60))
}

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
