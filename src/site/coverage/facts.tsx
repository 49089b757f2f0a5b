import type { ComponentChildren } from 'preact'
import { shownCount } from '../chart/layout.ts'
import { Day } from '../day.tsx'
import { ExternalLink } from '../external-link.tsx'
import type { Figures } from './figures.ts'
import type { Coverage } from './queries.ts'

/** What there is to know of the record as a whole. */
export function Facts({ found, figures }: { found: Coverage; figures: Figures }) {
  const { municipality, bodies, motions, votes } = found
  const counts = [
    ['Meetings', figures.total.meetings + figures.total.cancelled],
    ['Bodies', bodies.length],
    ['People', municipality.people],
    ['Matters', municipality.matters],
    ['Motions', motions],
    ['Votes with names', votes],
    ['By-laws', municipality.bylaws],
  ] as const
  return (
    <>
      <dl class="counts">
        {counts.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{shownCount(Number(count))}</dd>
          </div>
        ))}
      </dl>
      <Origin found={found} />
    </>
  )
}

function Origin({ found: { municipality, lastImport, failing } }: { found: Coverage }) {
  const { divisionId, timeZone, url } = municipality
  return (
    <dl class="facts">
      <Fact name="Website">
        {url === null ? 'Not stated' : <ExternalLink href={url}>{url}</ExternalLink>}
      </Fact>
      <Fact name="Division">
        <code>{divisionId}</code>
      </Fact>
      <Fact name="Time zone">{timeZone}</Fact>
      {lastImport === undefined ? (
        <Fact name="Last import">None is on record</Fact>
      ) : (
        <>
          <Fact name="Last import">
            <Day at={lastImport.finishedAt} timeZone={timeZone} />, from the source{' '}
            <code>{lastImport.source}</code>
          </Fact>
          <Fact name="Published at">
            {lastImport.url === null ? (
              'Not stated'
            ) : (
              <ExternalLink href={lastImport.url}>{lastImport.url}</ExternalLink>
            )}
          </Fact>
          <Fact name="Licence">
            {lastImport.licence === null ? (
              'Not stated: ask the publisher before you republish'
            ) : (
              <ExternalLink href={lastImport.licence}>{lastImport.licence}</ExternalLink>
            )}
          </Fact>
        </>
      )}
      {failing.map(({ source, finishedAt, error }) => (
        <Fact key={source} name="Import that failed">
          <Day at={finishedAt} timeZone={timeZone} />, from <code>{source}</code>: {error}. What is
          shown here is the record as it was before.
        </Fact>
      ))}
    </dl>
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
