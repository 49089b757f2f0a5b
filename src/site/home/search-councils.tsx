import { pathIn } from '../address.ts'
import { Page } from '../layout.tsx'
import type { SiteLocale } from '../locale.ts'
import { Phrase } from '../phrase.tsx'
import type { Council } from './find-councils.ts'
import { type Matching, type Order, searchedMax } from './find-matching.ts'
import { Results } from './results.tsx'
import { searchPath } from './search-path.ts'

const listedMax = 300

interface SearchCouncilsProps {
  locale: SiteLocale
  siteUrl: string
  /** How many councils there are. */
  total: number
  /** Those with the name. */
  found: readonly Council[]
  /** See `findMatching`. */
  matching: Matching | undefined
  order: Order
  /** The words to search for. */
  q: string
  /** Part of the name of a council. */
  name: string
}

/** `/search`: what all councils have with the words, or whose record to search. */
export function SearchCouncils(props: SearchCouncilsProps) {
  const { locale, siteUrl, total, found, matching, q, name, order } = props
  const { home } = locale.words
  const query = `?${new URLSearchParams({ q, council: name, ...(order === 'newest' && { sort: 'date' }) })}`
  const councils = matching?.councils ?? []
  const others = found.filter((one) => !councils.some(({ council }) => council.id === one.id))
  return (
    <Page
      title={home.searchTitle}
      unlisted
      locale={locale}
      address={{ siteUrl, path: '/search', query }}
      search={{
        action: pathIn(locale, '/search'),
        label: home.search,
        submit: home.submit,
        value: q,
      }}
    >
      <h1>{home.searchTitle}</h1>
      {matching === undefined && <p>{home.choose}</p>}
      {total > searchedMax && <NameFilter locale={locale} q={q} name={name} />}
      {found.length === 0 && (
        <p>
          <Phrase
            text={home.noSuchSee}
            values={{ home: <a href={pathIn(locale, '/')}>{home.all}</a> }}
          />
        </p>
      )}
      {matching !== undefined && councils.length > 0 && (
        <>
          <Results {...{ locale, matching, q, name, order }} />
          {others.length > 0 && <h2 id="others">{home.others}</h2>}
        </>
      )}
      {matching !== undefined && councils.length === 0 && <p>{home.noneMatching}</p>}
      <Councils councils={others.slice(0, listedMax)} locale={locale} q={q} />
    </Page>
  )
}

type NameFilterProps = Pick<SearchCouncilsProps, 'locale' | 'q' | 'name'>

function NameFilter({ locale, q, name }: NameFilterProps) {
  const { home } = locale.words
  return (
    <form class="filter" action={pathIn(locale, '/search')} method="get">
      <input type="hidden" name="q" value={q} />
      <label>
        {home.name}
        <input type="search" name="council" value={name} maxLength={100} />
      </label>
      <button type="submit">{home.findCouncil}</button>
      <p class="quiet">{home.narrow(searchedMax)}</p>
    </form>
  )
}

function Councils({
  councils,
  locale,
  q,
}: Pick<NameFilterProps, 'locale' | 'q'> & { councils: readonly Council[] }) {
  if (councils.length === 0) return null
  return (
    <ul class="members">
      {councils.map(({ slug, name }) => (
        <li key={slug}>
          <a href={searchPath(locale, slug, q)}>{locale.nameOf(name)}</a>
        </li>
      ))}
    </ul>
  )
}
