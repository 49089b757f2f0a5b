import { useCouncil } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { RecordText } from '../parts/record-text.tsx'
import { paths } from '../paths.ts'
import type { OverviewRows } from './queries.ts'

/** The most recently active matters. */
export function LatestMatters({ matters }: Pick<OverviewRows, 'matters'>) {
  const { words, date } = useLocale()
  const council = useCouncil()
  return (
    <div>
      <h2 id="matters">{words.overview.matters}</h2>
      {matters.length === 0 && <p>{words.overview.noMatters}</p>}
      <ul class="rows">
        {matters.map(({ slug, title, identifier, last_seen: seen }) => (
          <li key={slug}>
            <a href={paths.matter(council, slug)}>
              <RecordText text={title} />
            </a>
            <p class="quiet">
              {[identifier, seen === '' ? null : date(seen)]
                .filter((part) => part !== null)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
      {matters.length > 0 && (
        <p>
          <a href={paths.matters(council)}>{words.overview.allMatters}</a>
        </p>
      )}
    </div>
  )
}

/** By-laws, newest year first. */
export function NewestBylaws({ bylaws }: Pick<OverviewRows, 'bylaws'>) {
  const { words } = useLocale()
  const council = useCouncil()
  return (
    <div>
      <h2 id="bylaws">{words.overview.bylaws}</h2>
      {bylaws.length === 0 && <p>{words.overview.noBylaws}</p>}
      <ul class="rows">
        {bylaws.map(({ slug, title, bylaw_number: number, year }) => (
          <li key={slug}>
            <a href={paths.bylaw(council, slug)}>
              <RecordText text={title} />
            </a>
            <p class="quiet">
              {number === null ? year > 0 && year : words.bylaws.numbered(number)}
            </p>
          </li>
        ))}
      </ul>
      {bylaws.length > 0 && (
        <p>
          <a href={paths.bylaws(council)}>{words.overview.allBylaws}</a>
        </p>
      )}
    </div>
  )
}
