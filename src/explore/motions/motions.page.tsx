import { inOrder } from '../../resources/_shared/queries.ts'
import { countMotions, listMotions, type MotionFilters } from '../../resources/motions/queries.ts'
import { MotionList } from '../frame/motion-list.tsx'
import { countUndated, type ListPage, readListPage } from '../list-page.ts'
import { MotionRow } from '../parts/motion-row.tsx'
import { listMotionLinesByIds, type MotionLine } from '../parts/queries.ts'
import { List } from '../parts/rows.tsx'
import { findMotionChoices, type MotionChoices } from '../queries.ts'
import { MotionsPageQuery } from '../schema.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import { withoutWords } from '../vote-counts.ts'

interface MotionsOnPage {
  page: ListPage<MotionLine>
  choices: MotionChoices
  /** How many motions match. */
  count: number
}

/** `/{municipality}/motions`: motions, newest meeting first, with the filters of the API. */
export const motionsPage: ExplorePage = {
  path: '/motions',
  querystring: MotionsPageQuery,
  async render(visit) {
    return <MotionsPage visit={visit} found={await readMotions(visit)} />
  },
}

/** In four statements, or five with dates. */
async function readMotions(visit: Visit): Promise<MotionsOnPage> {
  const { store, municipality, query } = visit
  const { cursor, ...given } = query
  const filters = await withoutWords<MotionFilters>(visit, given)
  return store.read(async (db) => {
    const page = await readListPage(
      visit,
      (paging) => listMotions(db, municipality.id, filters, paging),
      ({ date, id }) => [date, id],
    )
    const ids = page.rows.map(({ id }) => id)
    const rows = inOrder(await listMotionLinesByIds(db, ids), ids)
    const choices = await findMotionChoices(db, {
      municipalityId: municipality.id,
      among: 'movers',
    })
    const undated = await countUndated({ query: { ...filters, cursor } }, (left: MotionFilters) =>
      countMotions(db, municipality.id, left),
    )
    const isFiltered = Object.keys(filters).length > 0
    const count = isFiltered ? await countMotions(db, municipality.id, filters) : choices.motions
    return { page: { ...page, rows, undated }, choices, count }
  })
}

function MotionsPage({ visit, found }: { visit: Visit; found: MotionsOnPage }) {
  const { page, choices, count } = found
  const { words, count: shown } = visit.locale
  const counted = <p>{words.motion.motions(count, shown(count))}</p>
  return (
    <MotionList visit={visit} list="motions" choices={choices} page={page} counted={counted}>
      <List
        rows={page.rows}
        keyOf={({ slug }) => slug}
        show={(motion) => <MotionRow visit={visit} motion={motion} />}
      />
    </MotionList>
  )
}
