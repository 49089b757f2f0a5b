import type { ComponentChildren } from 'preact'
import { shownCount } from '../chart/layout.ts'
import { Day } from '../day.tsx'
import { ExternalLink } from '../external-link.tsx'
import { absentOf, meaningOf } from './absent.ts'
import type { MeetingCounts } from './meeting-counts.ts'
import type { Coverage } from './queries.ts'

type Run = NonNullable<Coverage['lastImport']>

/** Counts of the record, and where it comes from. */
export function Facts({ found, meetingCounts }: { found: Coverage; meetingCounts: MeetingCounts }) {
  const { municipality, lastImport, failedAt } = found
  return (
    <>
      {lastImport === undefined ? (
        <p class="notice">Not imported yet.</p>
      ) : (
        <Counts found={found} meetingCounts={meetingCounts} run={lastImport} />
      )}
      <dl class="facts">
        <Municipality municipality={municipality} />
        {lastImport !== undefined && <Origin run={lastImport} municipality={municipality} />}
        {failedAt !== undefined && (
          <Fact name="Failed import">
            <Day at={failedAt} timeZone={municipality.timeZone} />
            {lastImport !== undefined && '. This page shows the last import that succeeded.'}
          </Fact>
        )}
      </dl>
    </>
  )
}

interface CountsProps {
  found: Coverage
  meetingCounts: MeetingCounts
  run: Run
}

function Counts({ found, meetingCounts, run }: CountsProps) {
  const { municipality, bodies, motions, votes } = found
  const { meetings, cancelled, tallies } = meetingCounts.total
  const counts = [
    ['Meetings', meetings + cancelled],
    ['Bodies', bodies.length],
    ['People', Number(municipality.people)],
    ['Matters', Number(municipality.matters)],
    ['Motions', motions],
    ['Individual votes', votes],
    ['By-laws', Number(municipality.bylaws)],
  ] as const
  const absent = absentOf(run.importer, tallies.minutes)
  return (
    <>
      <dl class="counts">
        {counts.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            {count > 0 ? <dd>{shownCount(count)}</dd> : <dd class="absent">{absent}</dd>}
          </div>
        ))}
      </dl>
      <p class="quiet">
        <strong>Bodies</strong> are the council, its committees and boards. <strong>Matters</strong>{' '}
        are reports and files, tracked across meetings. An <strong>individual vote</strong> is how
        one person voted on one motion.
      </p>
      {run.unreadMotions > 0 && (
        <p class="quiet">
          <strong>{`Motions not read: ${shownCount(run.unreadMotions)}.`}</strong> The minutes
          number them inside the text of an item, without one clear result.
        </p>
      )}
      {counts.some(([, count]) => count === 0) && (
        <p class="quiet">
          <strong>{absent}</strong>: {meaningOf[absent]}
        </p>
      )}
    </>
  )
}

function Municipality({
  municipality: { divisionId, timeZone, url },
}: Pick<Coverage, 'municipality'>) {
  return (
    <>
      <Fact name="Website">
        {url === null ? 'Not stated' : <ExternalLink href={url}>{url}</ExternalLink>}
      </Fact>
      <Fact name="Open Civic Data division">
        <code>{divisionId}</code>
      </Fact>
      <Fact name="Time zone">{timeZone}</Fact>
    </>
  )
}

function Origin({ run, municipality }: { run: Run } & Pick<Coverage, 'municipality'>) {
  return (
    <>
      <Fact name="Last import">
        <Day at={run.finishedAt} timeZone={municipality.timeZone} />, from <code>{run.source}</code>
      </Fact>
      <Fact name="Source website">
        {run.url === null ? 'Not stated' : <ExternalLink href={run.url}>{run.url}</ExternalLink>}
      </Fact>
      <Fact name="Data licence">
        {run.licence === null ? (
          'Not stated. Ask the publisher before you republish.'
        ) : (
          <>
            <ExternalLink href={run.licence}>{run.licence}</ExternalLink>, as stated in the imported
            files. It may not cover the council’s own documents: ask the municipality.
          </>
        )}
      </Fact>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
