import { dateInZone } from '../../core/calendar-date.ts'
import { EnglishLink } from '../english-link.tsx'
import { useSiteLocale } from '../locale.ts'
import { NotAdded, type Pending } from '../not-added.tsx'
import { Phrase } from '../phrase.tsx'
import type { CoveredRow } from './queries.ts'

interface CoveredProps {
  covered: readonly CoveredRow[]
  pending: Pending | undefined
  now: number
}

/** A card for each municipality that is served. */
export function CoveredCards({ covered, pending, now }: CoveredProps) {
  if (covered.length === 0)
    return pending === undefined ? <NoneYet /> : <NotAdded pending={pending} isOnly={true} />
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
  const { home } = useSiteLocale().words
  const values = {
    importing: <EnglishLink href="/docs/how-to/import-a-council">{home.importing}</EnglishLink>,
    command: <code>{'reeve import <source> <location> --municipality <slug>'}</code>,
  }
  return (
    <div class="notice">
      <p>{home.noneYet}</p>
      <p>
        <Phrase text={home.ifOperator} values={values} />
      </p>
    </div>
  )
}

function Municipality({ municipality, now }: { municipality: CoveredRow; now: number }) {
  const { words, prefix, nameOf, count: shown, dateAt } = useSiteLocale()
  const { home } = words
  const { slug, name, timeZone, years, people, motions, bylaws, importedAt } = municipality
  const counts = [
    [home.counts.meetings, years.reduce((sum, { count }) => sum + count, 0)],
    [home.counts.people, people],
    [home.counts.motions, motions],
    [home.counts.bylaws, bylaws],
  ] as const
  const { meetings, votes, people: council } = home.links
  const links = [
    ['meetings', meetings],
    ['votes', votes],
    ['people', council],
  ] as const
  // The coverage page says whether 0 means none or not recorded.
  const present = counts.filter(([, count]) => count > 0)
  return (
    <>
      <h3>
        <a href={`${prefix}/${slug}`}>{nameOf(name)}</a>
      </h3>
      {importedAt === null ? (
        <p>{home.notImported}</p>
      ) : (
        <>
          <p>{spanOf(years, dateInZone(now, timeZone).slice(0, 4), home)}</p>
          <dl class="counts">
            {present.map(([what, count]) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>{shown(count)}</dd>
              </div>
            ))}
          </dl>
          <p class="row">
            {links.map(([path, text]) => (
              <a key={path} href={`${prefix}/${slug}/${path}`}>
                {text}
              </a>
            ))}
          </p>
          <p class="quiet">
            <Phrase
              text={home.lastImport}
              values={{ date: <time dateTime={importedAt}>{dateAt(importedAt, timeZone)}</time> }}
            />
          </p>
        </>
      )}
    </>
  )
}

// Meetings announced for later years do not extend the span.
function spanOf(
  years: CoveredRow['years'],
  thisYear: string,
  home: ReturnType<typeof useSiteLocale>['words']['home'],
): string {
  const past = years.map(({ year }) => year).filter((year) => year <= thisYear)
  const [first, last] = [past[0], past.at(-1)]
  if (first === undefined || last === undefined)
    return years.length > 0 ? home.upcomingOnly : home.noMeetings
  return home.span(first, last)
}
