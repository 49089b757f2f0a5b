import { ExternalLink } from '../../site/external-link.tsx'
import { Phrase } from '../../site/phrase.tsx'
import { useLocale } from '../locale.ts'
import { RecordText } from '../parts/record-text.tsx'
import { StatusTag } from '../parts/status-tag.tsx'
import { versionIn } from './document-version.ts'
import type { MeetingOnPage } from './read-meeting.ts'

/** When and where, with the official agenda, minutes and video. */
export function MeetingLead({ found: { meeting, documents } }: { found: MeetingOnPage }) {
  const { words, clock, language } = useLocale()
  const { starts_at: startsAt, location, status } = meeting
  const note = status === 'completed' ? null : meeting.status_note
  const when = [startsAt === null ? null : clock(startsAt), location].filter(
    (part) => part !== null,
  )
  const { agenda_url: agenda, minutes_url: minutes, video_url: video } = meeting
  const links = [
    { name: words.meeting.agenda, ...versionIn(language, documents, agenda) },
    { name: words.meeting.minutes, ...versionIn(language, documents, minutes) },
    { name: videoName(meeting, words), url: video, language: null },
  ]
  return (
    <p class="lead">
      <StatusTag status={status} /> {when.join(', ')}
      {note !== null && (
        <>
          {when.length > 0 && '. '}
          <Phrase text={words.meeting.statusNote} values={{ note: <RecordText text={note} /> }} />
        </>
      )}
      {links
        .filter(({ url }) => url !== null)
        .map(({ name, url, language: own }) => (
          <span key={name}>
            {' · '}
            <ExternalLink href={url} hreflang={own ?? undefined}>
              {name}
            </ExternalLink>
          </span>
        ))}
    </p>
  )
}

function videoName(
  { video_duration_seconds: seconds }: MeetingOnPage['meeting'],
  { meeting }: ReturnType<typeof useLocale>['words'],
): string {
  if (seconds === null) return meeting.video
  const minutes = Math.round(seconds / 60)
  return meeting.videoLength(String(Math.floor(minutes / 60)), String(minutes % 60))
}
