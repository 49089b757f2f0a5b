import { seatBeside } from '../../core/seat-beside.ts'
import { seatNoun } from '../../core/ward-name.ts'
import { listPeople } from '../../resources/people/queries.ts'
import type { PersonItem } from '../../resources/people/schema.ts'
import { toPersonItem } from '../../resources/people/v1.represent.ts'
import { useCouncil, useRecordName } from '../council-context.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { type ListPage, readListPage, shortRowsPerPage } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import { PersonName } from '../parts/names.tsx'
import { SortLinks, sortPeople } from '../parts/people-order.tsx'
import { More } from '../parts/rows.tsx'
import { Voters } from '../parts/voters.tsx'
import { paths } from '../paths.ts'
import { councilsOf, listSeated, type Voter, votersIn } from '../queries.ts'
import { PeopleQuery } from '../schema.ts'
import { Elsewhere, type ExplorePage, type Visit } from '../visit.ts'
import { FindWard, isAt, locationIn, sittingFor } from './find-ward.tsx'
import { listWards } from './queries.ts'

/** More than any council has. */
const membersMax = 500

/** `/{municipality}/people`: the members of council and former ones; with `all`, everyone in the record. */
export const peoplePage: ExplorePage = {
  path: '/people',
  querystring: PeopleQuery,
  async render(visit) {
    const { municipality, query } = visit
    // A form without a script cannot lead to the page of the chosen member.
    if (query.member !== undefined && query.member !== '')
      throw new Elsewhere(paths.person(municipality, encodeURIComponent(String(query.member))))
    return query.all === true ? renderEveryone(visit) : renderMembers(visit)
  },
}

async function renderMembers(visit: Visit) {
  const { municipality, today, store, locale } = visit
  const { words } = locale
  const scope = { municipalityId: municipality.id, today }
  const location = locationIn(visit.query)
  const { rows, seated, voters, wards } = await store.read(async (db) => ({
    rows: await listPeople(db, scope, { is_councillor: true }, { limit: membersMax }),
    seated: await listSeated(db, scope),
    voters: await votersIn(db, councilsOf(municipality.id)).execute(),
    wards: await listWards(db, municipality.id, location?.point),
  }))
  const by = visit.query.sort === 'name' ? 'name' : 'ward'
  const current = new Set(rows.map(({ slug }) => slug))
  const language = locale.tag
  const before = seated.filter(({ slug }) => !current.has(slug))
  const former = sortPeople(before, { by: 'name', language })
  const membersOf = (of: typeof rows) => sortPeople(of.map(toPersonItem), { by, language })
  const members = membersOf(rows)
  const seats = wards.map((ward) => ({ ...ward, members: membersOf(sittingFor(ward, rows)) }))
  const found = location === undefined ? undefined : seats.filter((ward) => isAt(ward, location))
  const only = found?.length === 1 ? found[0]?.members : undefined
  if (only?.length === 1 && only[0] !== undefined)
    throw new Elsewhere(paths.person(municipality, only[0].slug))
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
      table={{ path: 'people', filters: { is_councillor: true } }}
    >
      <h1>{words.people.members}</h1>
      {wards.length > 0 && <FindWard wards={seats} found={found} location={location} />}
      <p>
        <a href={paths.agreement(municipality)}>{words.agreement.title}</a>
      </p>
      <Members members={members} former={former} voters={voters} by={by} />
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
    shortRowsPerPage,
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
      table={{ path: 'people', filters: {} }}
    >
      <h1>{words.people.everyone}</h1>
      <Everyone page={{ ...page, rows: page.rows.map(toPersonItem) }} />
    </CouncilPage>
  )
}

interface MembersProps {
  members: readonly PersonItem[]
  former: readonly { slug: string; name: string }[]
  voters: readonly Voter[]
  by: 'ward' | 'name'
}

/** The members of council with their seats, the names of former ones, and who is known from votes alone. */
function Members({ members, former, voters, by }: MembersProps) {
  const { words, count } = useLocale()
  const path = paths.people(useCouncil())
  return (
    <>
      {members.length === 0 ? (
        <p>{words.people.noMembers}</p>
      ) : (
        <p class="row">
          <span class="quiet">{words.people.sorted(members.length, count(members.length))}</span>
          <SortLinks
            {...{ by, path }}
            noun={seatNoun(members.map(({ ward }) => ward))}
            initial="ward"
          />
        </p>
      )}
      <MemberList members={members} />
      {former.length > 0 && (
        <>
          <h2 id="former">{words.people.former}</h2>
          <ul class="names">
            {former.map(({ slug, name }) => (
              <li key={slug}>
                <PersonName name={name} slug={slug} />
              </li>
            ))}
          </ul>
        </>
      )}
      {voters.length > 0 && (
        <>
          <h2 id="voters">{words.people.voters}</h2>
          <p class="quiet">{words.people.votersText}</p>
          <Voters voters={voters} />
        </>
      )}
      <p>
        <a href={`${path}?all=true`}>{words.people.everyone}</a>
      </p>
    </>
  )
}

/** Everyone whom the record names, in pages. */
function Everyone({ page }: { page: ListPage<PersonItem> }) {
  const { words } = useLocale()
  return (
    <>
      <p class="lead">{words.people.everyoneText}</p>
      {page.rows.length === 0 && <p>{words.people.noOne}</p>}
      <ul class="names">
        {page.rows.map(({ slug, name }) => (
          <li key={slug}>
            <PersonName name={name} slug={slug} />
          </li>
        ))}
      </ul>
      <More page={page} />
      <p>
        <a href={paths.people(useCouncil())}>{words.people.members}</a>
      </p>
    </>
  )
}

/** Names with role and ward. */
function MemberList({ members }: { members: readonly PersonItem[] }) {
  const { words } = useLocale()
  const nameOf = useRecordName()
  const seatOf = (seat: string | null) => seat && nameOf(seat)
  return (
    <ul class="members">
      {members.map(({ slug, name, role, ward, party }) => (
        <li key={slug}>
          <PersonName name={name} slug={slug} />
          <span class="quiet">
            {words.people.seat(
              [seatOf(seatBeside(ward ?? role, name)), party].filter((part) => part !== null),
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
