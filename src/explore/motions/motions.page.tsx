import { listMotions, type MotionFilters } from '../../resources/motions/list/queries.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { citeList } from '../frame/source-line.tsx'
import { type ListPage, readListPage } from '../list-page.ts'
import { More } from '../parts/more.tsx'
import { MotionLists } from '../parts/motion-lists.tsx'
import { MotionRow } from '../parts/motion-row.tsx'
import { listMotionLinesByIds, type MotionLine } from '../parts/queries.ts'
import { findMotionChoices, type MotionChoices } from '../queries.ts'
import { MotionsQuery } from '../schema.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import { MotionsFilter } from './motions-filter.tsx'

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

/** In three statements. */
async function readMotions(visit: Visit): Promise<MotionsOnPage> {
  const { store, municipality, query } = visit
  return store.read(async (db) => {
    const page = await readListPage(
      visit,
      (paging) => listMotions(db, municipality.id, query as MotionFilters, paging),
      ({ date, id }) => [date, id],
    )
    const ids = page.rows.map(({ id }) => id)
    const lines = ids.length === 0 ? [] : await listMotionLinesByIds(db, { ids })
    const lineOf = new Map(lines.map((line) => [line.id, line]))
    const choices = await findMotionChoices(db, {
      municipalityId: municipality.id,
      among: 'movers',
    })
    return { page: { ...page, rows: ids.flatMap((id) => lineOf.get(id) ?? []) }, choices }
  })
}

function MotionsPage({ visit, found }: { visit: Visit; found: MotionsOnPage }) {
  const { municipality, locale } = visit
  const { words } = locale
  const { page, choices } = found
  return (
    <CouncilPage
      visit={visit}
      section="votes"
      title={words.motions.title}
      description={words.motions.description(municipality.name)}
      citation={citeList(visit, { title: words.motions.title, v1: 'motions', ocd: 'votes' })}
    >
      <h1>{words.motions.title}</h1>
      <MotionLists current="motions" motions={choices.motions} />
      {choices.motions > 0 && <MotionsFilter visit={visit} choices={choices} />}
      {page.rows.length === 0 && (
        <p>{choices.motions === 0 ? words.motions.none : words.motions.noneSuch}</p>
      )}
      <ul class="rows">
        {page.rows.map((motion) => (
          <li key={motion.slug}>
            <MotionRow visit={visit} motion={motion} />
          </li>
        ))}
      </ul>
      <More page={page} />
    </CouncilPage>
  )
}
