import { lawKindOf } from '../../core/law-kind.ts'
import {
  type BylawFilters,
  type BylawRow,
  countBylaws,
  listBylaws,
} from '../../resources/bylaws/queries.ts'
import { toBylawItem } from '../../resources/bylaws/v1.represent.ts'
import { listFacets } from '../../resources/facets/queries.ts'
import type { Facets } from '../../resources/facets/schema.ts'
import { toFacets } from '../../resources/facets/v1.represent.ts'
import { recordName, useRecordName } from '../council-context.ts'
import { type RecordLine, RecordList, tellingCategories } from '../frame/record-list.tsx'
import { countUndated, readListPage } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import { bylawDay } from '../parts/bylaw-day.ts'
import { Facet, FilterForm } from '../parts/filter-form.tsx'
import { readDecidedBylaws } from '../parts/queries.ts'
import { vetoNote } from '../parts/veto-note.ts'
import { paths } from '../paths.ts'
import { BylawsQuery } from '../schema.ts'
import type { ExplorePage, Visit } from '../visit.ts'

/** `/{municipality}/bylaws`: by-laws, newest first, with the filters of the API. */
export const bylawsPage: ExplorePage = {
  path: '/bylaws',
  querystring: BylawsQuery,
  async render(visit) {
    const { municipality, store, query } = visit
    const { page, decided, facets } = await store.read(async (db) => {
      const page = await readListPage(
        visit,
        (paging) => listBylaws(db, municipality.id, query as BylawFilters, paging),
        (row) => [row.sort_date, row.id],
      )
      const decided = await readDecidedBylaws(db, page.rows)
      const facets = toFacets(await listFacets(db, municipality.id)).bylaws
      const category = tellingCategories(facets.category, page.rows, visit)
      const undated = await countUndated(visit, (filters: BylawFilters) =>
        countBylaws(db, municipality.id, filters),
      )
      return { page: { ...page, undated }, decided, facets: { ...facets, category } }
    })
    const filter = <Filter visit={visit} facets={facets} />
    const line = (row: BylawRow) => {
      const { facts, ...shown } = bylawLine(row, visit, facets.category.length > 0)
      const decisions = decided.get(row.id) ?? []
      const day = decisions.length === 0 ? bylawDay(row, visit.locale) : null
      return { ...shown, facts: [...facts, day], decided: decisions }
    }
    return <RecordList {...{ visit, section: 'bylaws', page, filter, line }} />
  },
}

/** The year, unless the number has it. */
function yearOf(number: string | null, year: number | null, { bylaws }: Visit['locale']['words']) {
  if (year === null) return bylaws.undated
  return number?.includes(String(year)) === true ? null : String(year)
}

/** Named by its number, unless the title has it. */
function bylawLine(
  row: BylawRow,
  { municipality, locale }: Visit,
  hasCategories: boolean,
): Omit<RecordLine, 'decided'> {
  const { words } = locale
  const { slug, bylaw_number: number, title, status, category, year } = toBylawItem(row)
  return {
    path: paths.bylaw(municipality, slug),
    lead:
      number === null || title.includes(number)
        ? null
        : words.bylaws.numbered[lawKindOf(row)](number),
    title,
    status: [status && recordName(municipality, locale, status), vetoNote(row, words)],
    facts: [
      yearOf(number, year, words),
      hasCategories && category !== null ? recordName(municipality, locale, category) : null,
    ],
  }
}

/** The filters of the API. */
function Filter({ visit, facets }: { visit: Visit; facets: Facets['bylaws'] }) {
  const { words } = useLocale()
  const nameOf = useRecordName()
  const { q, status, category, year } = words.bylaws
  const years = facets.year.toSorted((one, other) => other.value - one.value)
  const field = (name: string, label: string) => ({ query: visit.query, name, label })
  return (
    <FilterForm visit={visit}>
      <label>
        {q}
        <input type="search" name="q" maxLength={200} value={String(visit.query.q ?? '')} />
      </label>
      <Facet {...field('year', year)} values={years} />
      <Facet {...field('status', status)} values={facets.status} shown={nameOf} />
      <Facet {...field('category', category)} values={facets.category} shown={nameOf} />
    </FilterForm>
  )
}
