import { listFacets } from '../../resources/facets/queries.ts'
import { toFacets } from '../../resources/facets/v1.represent.ts'
import { listMatters, type MatterFilters } from '../../resources/matters/queries.ts'
import type { MatterItem } from '../../resources/matters/schema.ts'
import { toMatterItem } from '../../resources/matters/v1.represent.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { citeList } from '../list-citation.ts'
import { readListPage } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import { More } from '../parts/more.tsx'
import { paths } from '../paths.ts'
import { MattersQuery } from '../schema.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import { MatterFilter } from './matter-filter.tsx'

/** `/{municipality}/matters`: reports and files, with the filters of the API. */
export const mattersPage: ExplorePage = {
  path: '/matters',
  querystring: MattersQuery,
  async render(visit) {
    const { municipality, store, locale, query } = visit
    const { words } = locale
    const { page, facets } = await store.read(async (db) => {
      const page = await readListPage(
        visit,
        (paging) => listMatters(db, municipality.id, query as MatterFilters, paging),
        (row) => [row.last_seen, row.id],
      )
      return { page, facets: toFacets(await listFacets(db, municipality.id)).matters }
    })
    const path = paths.matters(municipality)
    const isFiltered = Object.keys(query).length > 0
    const isEmpty = page.rows.length === 0
    return (
      <CouncilPage
        visit={visit}
        section="matters"
        title={words.matters.title}
        description={words.matters.description(municipality.name)}
        citation={citeList(visit, { title: words.matters.title, v1: 'matters', ocd: 'bills' })}
      >
        <h1>{words.matters.title}</h1>
        <p class="lead">{words.matters.lead}</p>
        {(isFiltered || !isEmpty) && <MatterFilter path={path} query={query} facets={facets} />}
        {isEmpty && <p>{isFiltered ? words.matters.noneSuch : words.matters.none}</p>}
        <ul class="rows">
          {page.rows.map((row) => (
            <li key={row.id}>
              <MatterLine visit={visit} matter={toMatterItem(row)} />
            </li>
          ))}
        </ul>
        <More page={page} first={path} />
      </CouncilPage>
    )
  },
}

function MatterLine({ visit, matter }: { visit: Visit; matter: MatterItem }) {
  const { words, date } = useLocale()
  const { slug, identifier, title, status, category, last_seen: seen } = matter
  const facts = [
    identifier,
    category,
    status,
    seen === null ? words.matters.undated : words.matters.lastSeen(date(seen)),
  ]
  return (
    <>
      <a href={paths.matter(visit.municipality, slug)}>{title}</a>
      <p class="quiet">{facts.filter((fact) => fact !== null).join(' · ')}</p>
    </>
  )
}
