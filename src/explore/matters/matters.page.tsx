import { queryLengthMax } from '../../http/schema-types.ts'
import { listFacets } from '../../resources/facets/queries.ts'
import type { Facets } from '../../resources/facets/schema.ts'
import { toFacets } from '../../resources/facets/v1.represent.ts'
import {
  countMatters,
  listMatters,
  type MatterFilters,
  type MatterItemRow,
} from '../../resources/matters/queries.ts'
import { toMatterItem } from '../../resources/matters/v1.represent.ts'
import { recordName, useCouncil, useRecordName } from '../council-context.ts'
import { type RecordLine, RecordList, tellingCategories } from '../frame/record-list.tsx'
import { countUndated, readListPage } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import { DateField, Facet, FilterForm } from '../parts/filter-form.tsx'
import { lapseNote } from '../parts/lapse-note.ts'
import { readDecidedMatters } from '../parts/queries.ts'
import { paths } from '../paths.ts'
import { MattersQuery } from '../schema.ts'
import type { ExplorePage, Visit } from '../visit.ts'

/** `/{municipality}/matters`: reports and files, with the filters of the API. */
export const mattersPage: ExplorePage = {
  path: '/matters',
  querystring: MattersQuery,
  async render(visit) {
    const { municipality, store, locale, query } = visit
    const { page, facets, decided } = await store.read(async (db) => {
      const page = await readListPage(
        visit,
        (paging) => listMatters(db, municipality.id, query as MatterFilters, paging),
        (row) => [row.last_seen, row.id],
      )
      const decided = await readDecidedMatters(db, page.rows)
      const facets = toFacets(await listFacets(db, municipality.id)).matters
      const category = tellingCategories(facets.category, page.rows, visit)
      const undated = await countUndated(visit, (filters: MatterFilters) =>
        countMatters(db, municipality.id, filters),
      )
      return { page: { ...page, undated }, decided, facets: { ...facets, category } }
    })
    const hasCategories = facets.category.length > 0
    const filter = (
      <>
        <SearchReports />
        <Filter visit={visit} facets={facets} />
      </>
    )
    const line = (row: MatterItemRow) => {
      const outcome = { decided: [], ...decided.get(row.id) }
      const days = new Set(outcome.decided.map(({ date }) => date))
      return { ...matterLine(row, visit, { hasCategories, days }), ...outcome }
    }
    const { lead } = locale.words.matters
    return <RecordList {...{ visit, section: 'matters', ocd: 'bills', lead, page, filter, line }} />
  },
}

function matterLine(
  row: MatterItemRow,
  { municipality, locale }: Visit,
  { hasCategories, days }: { hasCategories: boolean; days: ReadonlySet<string> },
): Omit<RecordLine, 'decided'> {
  const { words, date } = locale
  const matter = toMatterItem(row)
  const { slug, identifier, title, status, category, last_seen: seen } = matter
  // Its decision has the same day.
  const lastSeen = seen === null || days.has(seen) ? null : words.matters.lastSeen(date(seen))
  return {
    path: paths.matter(municipality, slug),
    lead: null,
    title,
    status: [lapseNote(matter, locale) ?? (status && recordName(municipality, locale, status))],
    facts: [
      identifier,
      hasCategories && category !== null ? recordName(municipality, locale, category) : null,
      seen === null ? words.matters.undated : lastSeen,
    ],
  }
}

/** Leads to the search, which finds reports by the words of all their texts. */
function SearchReports() {
  const { words } = useLocale()
  return (
    <form class="filter" action={paths.search(useCouncil())} method="get">
      <input type="hidden" name="type" value="matters" />
      <label class="words">
        {words.matters.words}
        <input type="search" name="q" maxLength={queryLengthMax} />
      </label>
      <button type="submit">{words.search.submit}</button>
    </form>
  )
}

/** The filters of the API. */
function Filter({ visit, facets }: { visit: Visit; facets: Facets['matters'] }) {
  const { words } = useLocale()
  const nameOf = useRecordName()
  const { status, category, from, to } = words.matters
  const field = (name: string, label: string) => ({ query: visit.query, name, label })
  return (
    <FilterForm visit={visit}>
      <DateField {...field('date_from', from)} />
      <DateField {...field('date_to', to)} />
      <Facet {...field('status', status)} values={facets.status} shown={nameOf} />
      <Facet {...field('category', category)} values={facets.category} shown={nameOf} />
    </FilterForm>
  )
}
