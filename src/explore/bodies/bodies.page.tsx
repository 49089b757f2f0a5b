import {
  listOrganizations,
  type OrganizationItemRow,
} from '../../resources/organizations/queries.ts'
import type { OrganizationItem } from '../../resources/organizations/schema.ts'
import { toOrganizationItem } from '../../resources/organizations/v1.represent.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { citeList } from '../frame/source-line.tsx'
import { readListPage, shortRowsPerPage } from '../list-page.ts'
import { useLocale, wordOf } from '../locale.ts'
import { BodyName } from '../parts/names.tsx'
import { countMeetingsByIds } from '../parts/queries.ts'
import { More } from '../parts/rows.tsx'
import { BodiesQuery } from '../schema.ts'
import type { ExplorePage } from '../visit.ts'

/** `/{municipality}/bodies`: the council, then its committees and boards, by name. */
export const bodiesPage: ExplorePage = {
  path: '/bodies',
  querystring: BodiesQuery,
  async render(visit) {
    const { municipality, today, store, locale } = visit
    const { words } = locale
    const { page, counts } = await store.read(async (db) => {
      const scope = { municipalityId: municipality.id, today }
      const page = await readListPage(
        visit,
        (paging) => listOrganizations(db, scope, {}, paging),
        (row) => [row.name_folded, row.id],
        shortRowsPerPage,
      )
      const ids = page.rows.map(({ id }) => id)
      return { page, counts: ids.length === 0 ? [] : await countMeetingsByIds(db, ids) }
    })
    const meetingsOf = new Map(counts.map(({ id, meetings }) => [id, Number(meetings)]))
    return (
      <CouncilPage
        visit={visit}
        section="bodies"
        title={words.bodies.title}
        description={words.bodies.description(municipality.name)}
        citation={citeList(visit, {
          title: words.bodies.title,
          v1: 'organizations',
          ocd: 'organizations',
        })}
        table={{ path: 'bodies' }}
      >
        <h1>{words.bodies.title}</h1>
        <p class="lead">{words.bodies.lead}</p>
        {page.rows.length === 0 && <p>{words.bodies.none}</p>}
        <ul class="members">
          {councilsFirst(page.rows).map((row) => (
            <li key={row.id}>
              <Body body={toOrganizationItem(row)} meetings={meetingsOf.get(row.id) ?? 0} />
            </li>
          ))}
        </ul>
        <More page={page} />
      </CouncilPage>
    )
  },
}

type Listed = Pick<OrganizationItemRow, 'classification' | 'exists_today'>

/** Without those of the past, which are in the order of names. */
function councilsFirst<R extends Listed>(rows: readonly R[]): R[] {
  const isCouncil = ({ classification, exists_today: exists }: R) =>
    Number(classification === 'council' && exists === 1)
  return rows.toSorted((one, other) => isCouncil(other) - isCouncil(one))
}

function Body({ body, meetings }: { body: OrganizationItem; meetings: number }) {
  const { words, count } = useLocale()
  const facts = [
    wordOf(words.bodies.kinds, body.classification ?? ''),
    words.bodies.meetings(meetings, count(meetings)),
    body.is_active === false ? words.bodies.inactive : undefined,
  ]
  return (
    <>
      <BodyName name={body.name} slug={body.slug} />
      <span class="quiet">{facts.filter((fact) => fact !== undefined).join(' · ')}</span>
    </>
  )
}
