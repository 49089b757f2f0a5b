import { dateInZone } from '../../core/calendar-date.ts'
import { shownCount } from '../chart/layout.ts'
import { Day } from '../day.tsx'
import type { CoveredRow } from './queries.ts'

/** A card for each municipality that is served. */
export function Covered({ covered, now }: { covered: readonly CoveredRow[]; now: number }) {
  if (covered.length === 0) return <NoneYet />
  return (
    <ul class="cards covered">
      {covered.map((municipality) => (
        <li class="card" key={municipality.slug}>
          <Municipality municipality={municipality} now={now} />
        </li>
      ))}
    </ul>
  )
}

function NoneYet() {
  return (
    <div class="notice">
      <p>No municipality is served here yet, so there is nothing to read.</p>
      <p>
        If you operate this service, import a record:{' '}
        <code>reeve import &lt;source&gt; &lt;location&gt; --municipality &lt;slug&gt;</code>. The{' '}
        <a href="/docs">guides</a> say from where.
      </p>
    </div>
  )
}

function Municipality({ municipality, now }: { municipality: CoveredRow; now: number }) {
  const { slug, name, timeZone, years, people, motions, bylaws, importedAt } = municipality
  if (importedAt === null) return <NotImported name={name} slug={slug} />
  const counts = [
    ['Meetings', years.reduce((sum, { count }) => sum + count, 0)],
    ['People', people],
    ['Motions', motions],
    ['By-laws', bylaws],
  ] as const
  // Whether 0 is "none" or "not recorded", the page of the municipality says.
  const present = counts.filter(([, count]) => count > 0)
  return (
    <>
      <h3>
        <a href={`/coverage/${slug}`}>{name}</a>
      </h3>
      <p>{spanOf(years, dateInZone(now, timeZone).slice(0, 4))}</p>
      <dl class="counts">
        {present.map(([what, count]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{shownCount(count)}</dd>
          </div>
        ))}
      </dl>
      <p class="quiet">
        Last import on <Day at={importedAt} timeZone={timeZone} />
      </p>
    </>
  )
}

function NotImported({ name, slug }: Pick<CoveredRow, 'name' | 'slug'>) {
  return (
    <>
      <h3>
        <a href={`/coverage/${slug}`}>{name}</a>
      </h3>
      <p>Not imported yet</p>
    </>
  )
}

// What is announced for a later year is not covered yet.
function spanOf(years: CoveredRow['years'], thisYear: string): string {
  const past = years.map(({ year }) => year).filter((year) => year <= thisYear)
  const [first, last] = [past[0], past.at(-1)]
  if (first === undefined) return years.length > 0 ? 'Meetings to come' : 'No meetings on record'
  return first === last ? `Meetings of ${first}` : `Meetings from ${first} to ${last}`
}
