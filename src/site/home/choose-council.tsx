import { pathIn } from '../address.ts'
import { Page } from '../layout.tsx'
import type { SiteLocale } from '../locale.ts'
import { Phrase } from '../phrase.tsx'
import { type Council, findCouncils } from './find-councils.ts'

const shownMax = 300

interface ChooseCouncilProps {
  locale: SiteLocale
  siteUrl: string
  councils: readonly Council[]
  /** The words to search for. */
  q: string
  /** Part of the name of a council. */
  name: string
}

/** `/search`: whose record to search; nothing is searched across councils. */
export function ChooseCouncil({ locale, siteUrl, councils, q, name }: ChooseCouncilProps) {
  const { home } = locale.words
  const found = findCouncils(councils, { q: name, letter: '', region: '' })
  const query = `?${new URLSearchParams({ q, council: name })}`
  return (
    <Page
      title={home.searchTitle}
      unlisted
      locale={locale}
      address={{ siteUrl, path: '/search', query }}
    >
      <h1>{home.searchTitle}</h1>
      <p>{home.choose}</p>
      {councils.length > shownMax && (
        <form class="filter" action={pathIn(locale, '/search')} method="get">
          <input type="hidden" name="q" value={q} />
          <label>
            {home.name}
            <input type="search" name="council" value={name} maxLength={100} />
          </label>
          <button type="submit">{home.findCouncil}</button>
        </form>
      )}
      {found.length === 0 && (
        <p>
          <Phrase
            text={home.noSuchSee}
            values={{ home: <a href={pathIn(locale, '/')}>{home.all}</a> }}
          />
        </p>
      )}
      <ul class="members">
        {found.slice(0, shownMax).map(({ slug, name: council }) => (
          <li key={slug}>
            <a href={searchPath(locale, slug, q)}>{council}</a>
          </li>
        ))}
      </ul>
    </Page>
  )
}

export function searchPath({ prefix }: SiteLocale, slug: string, q: string): string {
  const path = `${prefix}/${slug}/search`
  return q === '' ? path : `${path}?${new URLSearchParams({ q })}`
}
