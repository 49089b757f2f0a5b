import { dateInZone } from '../../core/calendar-date.ts'
import { shownCount } from '../chart/layout.ts'
import { Day } from '../day.tsx'
import type { CoveredRow } from './queries.ts'

/** A card for each municipality that is served. */
export function CoveredCards({ covered, now }: { covered: readonly CoveredRow[]; now: number }) {
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
      <p>This service has no municipality yet.</p>
      <p>
        If you are its operator, <a href="/docs/how-to/import-a-council">import a council</a>:{' '}
        <code>reeve import &lt;source&gt; &lt;location&gt; --municipality &lt;slug&gt;</code>
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
  // The coverage page says whether 0 means none or not recorded.
  const present = counts.filter(([, count]) => count > 0)
  return (
    <>
      <h3>
        <a href={`/${slug}`}>{name}</a>
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
        <a href={`/${slug}`}>{name}</a>
      </h3>
      <p>Not imported yet</p>
    </>
  )
}

// Meetings announced for later years do not extend the span.
function spanOf(years: CoveredRow['years'], thisYear: string): string {
  const past = years.map(({ year }) => year).filter((year) => year <= thisYear)
  const [first, last] = [past[0], past.at(-1)]
  if (first === undefined)
    return years.length > 0 ? 'Upcoming meetings only' : 'No meetings on record'
  return first === last ? `Meetings in ${first}` : `Meetings from ${first} to ${last}`
}
