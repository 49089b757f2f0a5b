import { pathIn } from '../address.ts'
import { useSiteLocale } from '../locale.ts'
import { Phrase } from '../phrase.tsx'
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
  const locale = useSiteLocale()
  const { home } = locale.words
  return (
    <>
      <p>{home.total(councils.length, locale.count(councils.length))}</p>
      <form class="filter" action={pathIn(locale, '/')} method="get">
        <label>
          {home.name}
          <input type="search" name="q" value={filter.q} maxLength={100} />
        </label>
        <button type="submit">{home.submit}</button>
      </form>
      <Alphabet councils={councils} current={filter.letter} />
      {isFiltered(filter) && <Matches found={findCouncils(councils, filter)} />}
      <Regions councils={councils} />
    </>
  )
}

function Alphabet({ councils, current }: { councils: readonly Council[]; current: string }) {
  const locale = useSiteLocale()
  const letters = [...new Set(councils.map(({ letter }) => letter))].sort()
  return (
    <nav aria-label={locale.words.home.byLetter}>
      <ul class="slices">
        {letters.map((letter) => (
          <li key={letter}>
            <a
              href={`${pathIn(locale, '/')}?letter=${encodeURIComponent(letter)}#found`}
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
  const locale = useSiteLocale()
  const { home } = locale.words
  const others = found.length - shownMax
  return (
    <>
      <h3 id="found">{home.found(found.length, locale.count(found.length))}</h3>
      {found.length === 0 && (
        <p>
          <Phrase
            text={home.noSuch}
            values={{ link: <a href={pathIn(locale, '/')}>{home.regions}</a> }}
          />
        </p>
      )}
      <ul class="members">
        {found.slice(0, shownMax).map(({ slug, name }) => (
          <li key={slug}>
            <a href={`${locale.prefix}/${slug}`}>{locale.nameOf(name)}</a>
          </li>
        ))}
      </ul>
      {others > 0 && <p>{home.more(locale.count(others))}</p>}
    </>
  )
}

function Regions({ councils }: { councils: readonly Council[] }) {
  const locale = useSiteLocale()
  const { home } = locale.words
  const regions = new Map<string, Region & { count: number }>()
  for (const { region } of councils) {
    const count = regions.get(region.key)?.count ?? 0
    regions.set(region.key, { ...region, count: count + 1 })
  }
  const { compare } = new Intl.Collator(locale.tag)
  const sorted = [...regions.values()].sort((one, other) => compare(one.name, other.name))
  return (
    <table class="bodies">
      <caption>{home.byRegion}</caption>
      <thead>
        <tr>
          <th scope="col">{home.region}</th>
          <th scope="col" class="number">
            {home.councils}
          </th>
        </tr>
      </thead>
      <tbody>
        {sorted.map(({ key, name, count }) => (
          <tr key={key}>
            <th scope="row">
              <a href={`${pathIn(locale, '/')}?region=${encodeURIComponent(key)}#found`}>{name}</a>
            </th>
            <td class="number">{locale.count(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
