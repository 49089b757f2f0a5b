import { ExternalLink } from '../../site/external-link.tsx'
import { useLocale } from '../locale.ts'
import { Fact } from '../parts/facts.tsx'
import { BodyName, PersonName } from '../parts/names.tsx'
import { paths } from '../paths.ts'
import type { Visit } from '../visit.ts'
import type { MeetingOnPage } from './read-meeting.ts'

/** The body, the chair, and the meetings before and after. */
export function MeetingFacts({ visit, found }: { visit: Visit; found: MeetingOnPage }) {
  const { words, date } = useLocale()
  const { meeting, neighbours } = found
  const link = (sitting: { slug: string }, text: string) => (
    <a href={paths.meeting(visit.municipality, sitting.slug)}>{text}</a>
  )
  const { previous, next } = neighbours
  return (
    <aside class="facts-card">
      <dl>
        <Fact name={words.list.body}>
          {meeting.organization !== null && (
            <BodyName name={meeting.organization} slug={meeting.organization_slug} />
          )}
        </Fact>
        <Fact name={words.meeting.chair}>
          {meeting.chair_name !== null && (
            <PersonName name={meeting.chair_name} slug={meeting.chair_slug} />
          )}
        </Fact>
        <Fact name={words.meeting.summary}>{meeting.summary}</Fact>
        <Fact name={words.motion.documents}>
          {meeting.source_url !== null && (
            <ExternalLink href={meeting.source_url}>{words.meeting.official}</ExternalLink>
          )}
        </Fact>
        <Fact name={words.meeting.neighbours}>
          {(previous !== undefined || next !== undefined) && (
            <ul>
              {previous && <li>{link(previous, words.meeting.previous(date(previous.date)))}</li>}
              {next && <li>{link(next, words.meeting.next(date(next.date)))}</li>}
            </ul>
          )}
        </Fact>
      </dl>
    </aside>
  )
}
