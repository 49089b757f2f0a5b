import { queryLengthMax } from '../http/schema-types.ts'
import { pathIn } from './address.ts'
import { type CouncilHeader, type OptionalHeader, useFace } from './face.tsx'
import { siteSections } from './header.tsx'
import { useSiteLocale } from './locale.ts'

/** On a page that has nothing to show: a search and the sections, of the only council or of all if not given. */
export function WhereToLook(given: Pick<OptionalHeader, 'search' | 'sections'>) {
  const locale = useSiteLocale()
  const { errors, home } = locale.words
  const own = useFace().only?.[locale.language]
  const ofAll = { action: pathIn(locale, '/search'), label: home.search, submit: home.submit }
  const search: CouncilHeader['search'] = given.search ?? own?.search ?? ofAll
  const { sections } = given.sections ?? own?.sections ?? siteSections(locale)
  return (
    <>
      <search class="stone">
        <form class="filter" action={search.action} method="get">
          <label class="words">
            {search.label}
            <input type="search" name="q" value={search.value} maxLength={queryLengthMax} />
          </label>
          <button type="submit">{search.submit}</button>
        </form>
      </search>
      <h2>{errors.sections}</h2>
      <ul class="doors">
        {sections.map(({ path, name }) => (
          <li key={path}>
            <a href={path}>{name}</a>
          </li>
        ))}
      </ul>
    </>
  )
}
