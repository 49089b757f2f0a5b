import { type BylawFilters, listBylaws } from '../../resources/bylaws/queries.ts'
import type { BylawItem } from '../../resources/bylaws/schema.ts'
import { toBylawItem } from '../../resources/bylaws/v1.represent.ts'
import { listFacets } from '../../resources/facets/queries.ts'
import { toFacets } from '../../resources/facets/v1.represent.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { citeList } from '../list-citation.ts'
import { readListPage } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import { More } from '../parts/more.tsx'
import { paths } from '../paths.ts'
import { BylawsQuery } from '../schema.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import { BylawFilter } from './bylaw-filter.tsx'

/** `/{municipality}/bylaws`: by-laws, newest year first, with the filters of the API. */
export const bylawsPage: ExplorePage = {
  path: '/bylaws',
  querystring: BylawsQuery,
  async render(visit) {
    const { municipality, store, locale, query } = visit
    const { words } = locale
    const { page, facets } = await store.read(async (db) => {
      const page = await readListPage(
        visit,
        (paging) =>
          listBylaws(
            { db, dialect: store.dialect },
            municipality.id,
            query as BylawFilters,
            paging,
          ),
        (row) => [row.year, row.id],
      )
      return { page, facets: toFacets(await listFacets(db, municipality.id)).bylaws }
    })
    const path = paths.bylaws(municipality)
    const isFiltered = Object.keys(query).length > 0
    const isEmpty = page.rows.length === 0
    return (
      <CouncilPage
        visit={visit}
        section="bylaws"
        title={words.bylaws.title}
        description={words.bylaws.description(municipality.name)}
        citation={citeList(visit, { title: words.bylaws.title, v1: 'bylaws' })}
      >
        <h1>{words.bylaws.title}</h1>
        {(isFiltered || !isEmpty) && <BylawFilter path={path} query={query} facets={facets} />}
        {isEmpty && <p>{isFiltered ? words.bylaws.noneSuch : words.bylaws.none}</p>}
        <ul class="rows">
          {page.rows.map((row) => (
            <li key={row.id}>
              <BylawLine visit={visit} bylaw={toBylawItem(row)} />
            </li>
          ))}
        </ul>
        <More page={page} first={path} />
      </CouncilPage>
    )
  },
}

function BylawLine({ visit, bylaw }: { visit: Visit; bylaw: BylawItem }) {
  const { words } = useLocale()
  const { slug, bylaw_number: number, title, status, category, year } = bylaw
  const facts = [
    number === null ? null : words.bylaws.numbered(number),
    year === null ? words.bylaws.undated : String(year),
    category,
    status,
  ]
  return (
    <>
      <a href={paths.bylaw(visit.municipality, slug)}>{title}</a>
      <p class="quiet">{facts.filter((fact) => fact !== null).join(' · ')}</p>
    </>
  )
}
