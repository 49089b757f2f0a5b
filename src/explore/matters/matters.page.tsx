import { listFacets } from '../../resources/facets/queries.ts'
import type { Facets } from '../../resources/facets/schema.ts'
import { toFacets } from '../../resources/facets/v1.represent.ts'
import {
  listMatters,
  type MatterFilters,
  type MatterItemRow,
} from '../../resources/matters/queries.ts'
import { toMatterItem } from '../../resources/matters/v1.represent.ts'
import { parseRows } from '../../store/json-rows.ts'
import { type RecordLine, RecordList } from '../frame/record-list.tsx'
import { readListPage } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import { DateField, Facet, FilterForm } from '../parts/filter-form.tsx'
import { listLastDecisionsByIds } from '../parts/queries.ts'
import { ResultTag } from '../parts/tags.tsx'
import { paths } from '../paths.ts'
import { useRecordName } from '../record-name.ts'
import { MattersQuery } from '../schema.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import { statusOf } from '../words/word-of.ts'

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
      const ids = page.rows.map(({ id }) => id)
      const rows = ids.length === 0 ? [] : await listLastDecisionsByIds(db, { ids })
      const decided = new Map(rows.map((row) => [row.id, parseRows(row.decided)[0]]))
      return { page, decided, facets: toFacets(await listFacets(db, municipality.id)).matters }
    })
    const filter = <Filter visit={visit} facets={facets} />
    const line = (row: MatterItemRow) => {
      const last = decided.get(row.id)
      return { ...matterLine(row, visit), outcome: last && <Outcome decision={last} /> }
    }
    const { lead } = locale.words.matters
    return <RecordList {...{ visit, section: 'matters', ocd: 'bills', lead, page, filter, line }} />
  },
}

function matterLine(row: MatterItemRow, { municipality, locale }: Visit): RecordLine {
  const { words, date } = locale
  const { slug, identifier, title, status, category, last_seen: seen } = toMatterItem(row)
  return {
    path: paths.matter(municipality, slug),
    title,
    facts: [
      identifier,
      category,
      status === null ? null : statusOf(status, words),
      seen === null ? words.matters.undated : words.matters.lastSeen(date(seen)),
    ],
  }
}

interface OutcomeProps {
  decision: { result: string | null; kind: string | null; body: string | null }
}

/** The result of the last decision, and who took it. */
function Outcome({ decision }: OutcomeProps) {
  const nameOf = useRecordName()
  return (
    <>
      <ResultTag {...decision} /> {decision.body && nameOf(decision.body)}
    </>
  )
}

/** The filters of the API. */
function Filter({ visit, facets }: { visit: Visit; facets: Facets['matters'] }) {
  const { words } = useLocale()
  const { status, category, from, to } = words.matters
  const field = (name: string, label: string) => ({ query: visit.query, name, label })
  return (
    <FilterForm visit={visit}>
      <DateField {...field('date_from', from)} />
      <DateField {...field('date_to', to)} />
      <Facet
        {...field('status', status)}
        values={facets.status}
        shown={(value) => statusOf(value, words)}
      />
      <Facet {...field('category', category)} values={facets.category} />
    </FilterForm>
  )
}
