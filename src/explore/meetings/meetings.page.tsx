import { listMeetings, type MeetingFilters } from '../../resources/meetings/queries.ts'
import { listOrganizations } from '../../resources/organizations/queries.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { citeList } from '../frame/source-line.tsx'
import { readListPage } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import { Check, DateField, FilterForm, Select } from '../parts/filter-form.tsx'
import { readMeetingNotes } from '../parts/queries.ts'
import { useBodyOptions } from '../record-name.ts'
import { MeetingsQuery } from '../schema.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import { MeetingList } from './meeting-list.tsx'

/** More than a list to choose from can have. */
const bodiesMax = 300

/** `/{municipality}/meetings`: meetings by month, with the filters of the API. */
export const meetingsPage: ExplorePage = {
  path: '/meetings',
  querystring: MeetingsQuery,
  async render(visit) {
    const { municipality, today, store, locale, query } = visit
    const { words } = locale
    const found = await store.read(async (db) => {
      const page = await readListPage(
        visit,
        (paging) => listMeetings(db, municipality.id, query as MeetingFilters, paging),
        (row) => [row.date, row.id],
      )
      const notes = await readMeetingNotes(db, page.rows)
      const scope = { municipalityId: municipality.id, today }
      return { page, notes, bodies: await listOrganizations(db, scope, {}, { limit: bodiesMax }) }
    })
    return (
      <CouncilPage
        visit={visit}
        section="meetings"
        title={words.meetings.title}
        description={words.meetings.description(municipality.name)}
        citation={{
          ...citeList(visit, { title: words.meetings.title, v1: 'meetings', ocd: 'events' }),
          isEmbeddable: true,
        }}
        table={{ path: 'meetings' }}
        feed="meetings"
        calendar={calendarOf(query.organization)}
      >
        <h1>{words.meetings.title}</h1>
        <Filter visit={visit} bodies={found.bodies} />
        <MeetingList visit={visit} page={found.page} notes={found.notes} />
      </CouncilPage>
    )
  },
}

/** That of the council, or of the body that the page is filtered by. */
function calendarOf(body: unknown): string {
  return body === undefined
    ? 'meetings'
    : `bodies/${encodeURIComponent(String(body).toLowerCase())}`
}

interface FilterProps {
  visit: Visit
  bodies: readonly { slug: string; name: string }[]
}

/** The filters of the API. */
function Filter({ visit, bodies }: FilterProps) {
  const { meetings, list } = useLocale().words
  const field = (name: string, label: string) => ({ query: visit.query, name, label })
  const options = useBodyOptions(bodies)
  return (
    <FilterForm visit={visit}>
      <Select {...field('organization', list.body)} all={list.allBodies} options={options} />
      <DateField {...field('date_from', list.from)} />
      <DateField {...field('date_to', list.to)} />
      <Check {...field('has_recorded_votes', meetings.withVotes)} />
    </FilterForm>
  )
}
