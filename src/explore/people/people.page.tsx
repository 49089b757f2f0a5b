import { listPeople } from '../../resources/people/queries.ts'
import { toPersonItem } from '../../resources/people/v1.represent.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { readListPage } from '../list-page.ts'
import { sortPeople } from '../parts/sort-people.ts'
import { listSeated } from '../queries.ts'
import { PeopleQuery } from '../schema.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import { Everyone } from './everyone.tsx'
import { Members } from './members.tsx'

/** More than any council has. */
const membersMax = 500

/** `/{municipality}/people`: the members of council and former ones; with `all`, everyone in the record. */
export const peoplePage: ExplorePage = {
  path: '/people',
  querystring: PeopleQuery,
  render: (visit) => (visit.query.all === true ? renderEveryone(visit) : renderMembers(visit)),
}

async function renderMembers(visit: Visit) {
  const { municipality, today, store, locale } = visit
  const { words } = locale
  const scope = { municipalityId: municipality.id, today }
  const { rows, seated } = await store.read(async (db) => ({
    rows: await listPeople(db, scope, { is_councillor: true }, { limit: membersMax }),
    seated: await listSeated(db, municipality.id),
  }))
  const by = visit.query.sort === 'name' ? 'name' : 'ward'
  const current = new Set(rows.map(({ slug }) => slug))
  const language = locale.tag
  const before = seated.filter(({ slug }) => !current.has(slug))
  const former = sortPeople(before, { by: 'name', language })
  const members = sortPeople(rows.map(toPersonItem), { by, language })
  return (
    <CouncilPage
      visit={visit}
      section="people"
      title={words.people.members}
      description={words.people.description(municipality.name)}
      citation={{
        text: `${municipality.name}, ${words.people.members}`,
        v1: `/api/v1/${municipality.slug}/people?is_councillor=true`,
        ocd: `/api/ocd/${municipality.slug}/people`,
      }}
    >
      <h1>{words.people.members}</h1>
      <Members members={members} former={former} by={by} />
    </CouncilPage>
  )
}

async function renderEveryone(visit: Visit) {
  const { municipality, today, store, locale } = visit
  const { words } = locale
  const scope = { municipalityId: municipality.id, today }
  const page = await readListPage(
    visit,
    (paging) => listPeople(store.db, scope, {}, paging),
    (row) => [row.name_folded, row.id],
  )
  return (
    <CouncilPage
      visit={visit}
      section="people"
      title={words.people.everyone}
      unlisted
      citation={{
        text: `${municipality.name}, ${words.people.everyone}`,
        v1: `/api/v1/${municipality.slug}/people`,
        ocd: `/api/ocd/${municipality.slug}/people`,
      }}
    >
      <h1>{words.people.everyone}</h1>
      <Everyone page={{ ...page, rows: page.rows.map(toPersonItem) }} />
    </CouncilPage>
  )
}
