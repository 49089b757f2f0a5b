import { ExternalLink } from '../../site/external-link.tsx'
import { useLocale } from '../locale.ts'
import { StatusTag } from '../parts/status-tag.tsx'
import type { MeetingOnPage } from './read-meeting.ts'

/** When and where, with the official agenda, minutes and video. */
export function MeetingLead({ meeting }: Pick<MeetingOnPage, 'meeting'>) {
  const { words, clock } = useLocale()
  const { starts_at: startsAt, location, status } = meeting
  const when = [startsAt === null ? null : clock(startsAt), location].filter(
    (part) => part !== null,
  )
  const links = [
    [words.meeting.agenda, meeting.agenda_url],
    [words.meeting.minutes, meeting.minutes_url],
    [videoName(meeting, words), meeting.video_url],
  ] as const
  return (
    <p class="lead">
      <StatusTag status={status} /> {when.join(', ')}
      {links
        .filter(([, url]) => url !== null)
        .map(([name, url]) => (
          <span key={name}>
            {' · '}
            <ExternalLink href={url}>{name}</ExternalLink>
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
