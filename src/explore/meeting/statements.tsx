import { ExternalLink } from '../../site/external-link.tsx'
import { useLocale } from '../locale.ts'
import { statementAnchor, statementsMax } from '../parts/meeting-anchors.ts'
import { PersonName } from '../parts/names.tsx'
import { RecordText } from '../parts/record-text.tsx'
import type { MeetingOnPage } from './read-meeting.ts'
import { clockOf, urlAt } from './timestamp.ts'

/** The statements of a meeting, with their time in the recording. */
export function Statements({ found: { statements, meeting } }: { found: MeetingOnPage }) {
  const { words, count } = useLocale()
  if (statements.length === 0) return null
  const shown = statements.slice(0, statementsMax)
  return (
    <details class="section">
      <summary>
        <h2 id="statements">{words.meeting.statements}</h2>
      </summary>
      <ul class="rows">
        {shown.map((statement) => (
          <li key={statement.slug} id={statementAnchor(statement.slug)}>
            <Statement statement={statement} video={meeting.video_url} />
          </li>
        ))}
      </ul>
      {shown.length < statements.length && (
        <p>{words.meeting.moreStatements(count(shown.length))}</p>
      )}
    </details>
  )
}

interface StatementProps {
  statement: MeetingOnPage['statements'][number]
  video: string | null
}

function Statement({ statement, video }: StatementProps) {
  const { words } = useLocale()
  const { name, speaker, person_slug: slug, start_seconds: seconds, text, context } = statement
  const spoke = name ?? speaker
  return (
    <>
      <blockquote>
        <RecordText text={text} />
      </blockquote>
      {context !== null && (
        <p>
          <RecordText text={context} />
        </p>
      )}
      <p class="quiet">
        {spoke !== null && <PersonName name={spoke} slug={slug} />}
        {seconds !== null && (
          <>
            {spoke !== null && ' · '}
            <ExternalLink href={urlAt(video, seconds) ?? null}>
              {words.meeting.at(clockOf(seconds))}
            </ExternalLink>
          </>
        )}
        {' · '}
        <a href={`#${statementAnchor(statement.slug)}`}>{words.meeting.statementLink}</a>
      </p>
    </>
  )
}
