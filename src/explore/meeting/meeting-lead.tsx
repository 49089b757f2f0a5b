import { ExternalLink } from '../../site/external-link.tsx'
import { Phrase } from '../../site/phrase.tsx'
import { useLocale } from '../locale.ts'
import { useOfficialLinks } from '../parts/official-links.tsx'
import { RecordText } from '../parts/record-text.tsx'
import { StatusTag } from '../parts/status-tag.tsx'
import type { MeetingOnPage } from './read-meeting.ts'

/** When and where, with the official agenda, minutes and video. */
export function MeetingLead({ found }: { found: MeetingOnPage }) {
  const { words, clock } = useLocale()
  const { starts_at: startsAt, location, status, status_note } = found.meeting
  const note = status === 'completed' ? null : status_note
  const when = [startsAt === null ? null : clock(startsAt), location].filter(
    (part) => part !== null,
  )
  return (
    <p class="lead">
      <StatusTag status={status} /> {when.join(', ')}
      {note !== null && (
        <>
          {when.length > 0 && '. '}
          <Phrase text={words.meeting.statusNote} values={{ note: <RecordText text={note} /> }} />
        </>
      )}
      {useOfficialLinks(found).map(({ name, url, language }) => (
        <span key={name}>
          {' · '}
          <ExternalLink href={url} hreflang={language ?? undefined}>
            {name}
          </ExternalLink>
        </span>
      ))}
    </p>
  )
}
