import { inOrder } from '../../resources/_shared/queries.ts'
import { countMotions, listMotions, type MotionFilters } from '../../resources/motions/queries.ts'
import { MotionList } from '../frame/motion-list.tsx'
import { countUndated, type ListPage, readListPage } from '../list-page.ts'
import { MotionRow } from '../parts/motion-row.tsx'
import { listMotionLinesByIds, type MotionLine } from '../parts/queries.ts'
import { List } from '../parts/rows.tsx'
import { findMotionChoices, type MotionChoices } from '../queries.ts'
import { MotionsQuery } from '../schema.ts'
import type { ExplorePage, Visit } from '../visit.ts'

interface MotionsOnPage {
  page: ListPage<MotionLine>
  choices: MotionChoices
}

/** `/{municipality}/motions`: motions, newest meeting first, with the filters of the API. */
export const motionsPage: ExplorePage = {
  path: '/motions',
  querystring: MotionsQuery,
  async render(visit) {
    return <MotionsPage visit={visit} found={await readMotions(visit)} />
  },
}

/** In three statements, or four with dates. */
async function readMotions(visit: Visit): Promise<MotionsOnPage> {
  const { store, municipality, query } = visit
  return store.read(async (db) => {
    const page = await readListPage(
      visit,
      (paging) => listMotions(db, municipality.id, query as MotionFilters, paging),
      ({ date, id }) => [date, id],
    )
    const ids = page.rows.map(({ id }) => id)
    const rows = inOrder(await listMotionLinesByIds(db, ids), ids)
    const choices = await findMotionChoices(db, {
      municipalityId: municipality.id,
      among: 'movers',
    })
    const undated = await countUndated(visit, (filters: MotionFilters) =>
      countMotions(db, municipality.id, filters),
    )
    return { page: { ...page, rows, undated }, choices }
  })
}

function MotionsPage({ visit, found: { page, choices } }: { visit: Visit; found: MotionsOnPage }) {
  return (
    <MotionList visit={visit} list="motions" choices={choices} page={page}>
      <List
        rows={page.rows}
        keyOf={({ slug }) => slug}
        show={(motion) => <MotionRow visit={visit} motion={motion} />}
      />
    </MotionList>
  )
}
