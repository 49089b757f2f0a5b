import { shownCount } from '../chart/layout.ts'
import { type Council, type CouncilFilter, findCouncils, isFiltered } from './find-councils.ts'
import type { Region } from './regions.ts'

const shownMax = 300

interface ManyCouncilsProps {
  /** By name. */
  councils: readonly Council[]
  filter: CouncilFilter
}

/** A search, the alphabet and the regions, and the councils that were asked for. */
export function ManyCouncils({ councils, filter }: ManyCouncilsProps) {
  return (
    <>
      <p>{`${shownCount(councils.length)} councils.`}</p>
      <form class="filter" action="/" method="get">
        <label>
          Name of a council
          <input type="search" name="q" value={filter.q} maxLength={100} />
        </label>
        <button type="submit">Search</button>
      </form>
      <Alphabet councils={councils} current={filter.letter} />
      {isFiltered(filter) && <Matches found={findCouncils(councils, filter)} />}
      <Regions councils={councils} />
    </>
  )
}

function Alphabet({ councils, current }: { councils: readonly Council[]; current: string }) {
  const letters = [...new Set(councils.map(({ letter }) => letter))].sort()
  return (
    <nav aria-label="Councils by letter">
      <ul class="slices">
        {letters.map((letter) => (
          <li key={letter}>
            <a
              href={`/?letter=${encodeURIComponent(letter)}#found`}
              aria-current={letter === current ? 'true' : undefined}
            >
              {letter}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Matches({ found }: { found: readonly Council[] }) {
  const others = found.length - shownMax
  return (
    <>
      <h3 id="found">{`${shownCount(found.length)} ${found.length === 1 ? 'council' : 'councils'} found`}</h3>
      {found.length === 0 && (
        <p>
          This service has no such council. <a href="/">Show the regions</a> that it has, or ask its
          operator to add the council.
        </p>
      )}
      <ul class="members">
        {found.slice(0, shownMax).map(({ slug, name }) => (
          <li key={slug}>
            <a href={`/${slug}`}>{name}</a>
          </li>
        ))}
      </ul>
      {others > 0 && <p>{`And ${shownCount(others)} more: search by name.`}</p>}
    </>
  )
}

function Regions({ councils }: { councils: readonly Council[] }) {
  const regions = new Map<string, Region & { count: number }>()
  for (const { region } of councils) {
    const count = regions.get(region.key)?.count ?? 0
    regions.set(region.key, { ...region, count: count + 1 })
  }
  const sorted = [...regions.values()].sort((one, other) => one.name.localeCompare(other.name))
  return (
    <table class="bodies">
      <caption>Councils by province, state or country</caption>
      <thead>
        <tr>
          <th scope="col">Region</th>
          <th scope="col" class="number">
            Councils
          </th>
        </tr>
      </thead>
      <tbody>
        {sorted.map(({ key, name, count }) => (
          <tr key={key}>
            <th scope="row">
              <a href={`/?region=${encodeURIComponent(key)}#found`}>{name}</a>
            </th>
            <td class="number">{shownCount(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
