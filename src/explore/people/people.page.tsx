import { seatBeside } from '../../core/seat-beside.ts'
import { seatNoun } from '../../core/ward-name.ts'
import { listPeople } from '../../resources/people/queries.ts'
import type { PersonItem } from '../../resources/people/schema.ts'
import { toPersonItem } from '../../resources/people/v1.represent.ts'
import { Phrase } from '../../site/phrase.tsx'
import { useCouncil, useRecordName } from '../council-context.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { type ListPage, readListPage, shortRowsPerPage } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import { PersonName } from '../parts/names.tsx'
import { sortPeople } from '../parts/people-order.tsx'
import { More } from '../parts/rows.tsx'
import { sortByTotal } from '../parts/totals.ts'
import { monthsOf, Voters } from '../parts/voters.tsx'
import { wardSeats } from '../parts/ward-seats.ts'
import { paths } from '../paths.ts'
import { PeopleQuery } from '../schema.ts'
import { Elsewhere, type ExplorePage, type Visit } from '../visit.ts'
import { FindWard, isAt, locationIn } from './find-ward.tsx'
import { listWards } from './queries.ts'
import { type CountedVoter, type Member, readMembers } from './read-members.ts'
import { type Order, TotalsTable } from './totals-table.tsx'

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
  const { municipality, today, store, locale, query } = visit
  const { words } = locale
  const scope = { municipalityId: municipality.id, today }
  const location = locationIn(query)
  const { rows, wards, ...council } = await store.read(async (db) => ({
    ...(await readMembers(db, scope)),
    wards: await listWards(db, municipality.id, location?.point),
  }))
  const seats = wardSeats(wards, rows, locale.tag)
  const found = location === undefined ? undefined : seats.filter((ward) => isAt(ward, location))
  const only = found?.length === 1 ? found[0]?.members : undefined
  if (only?.length === 1 && only[0] !== undefined)
    throw new Elsewhere(paths.person(municipality, only[0].slug))
  const finder = wards.length > 0 && <FindWard wards={seats} found={found} location={location} />
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
      table={{ path: 'people/totals', filters: {} }}
    >
      <h1>{words.people.members}</h1>
      {found !== undefined && finder}
      <Members {...council} by={(query.sort ?? 'name') as Order} />
      {found === undefined && finder}
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

type MembersProps = Omit<Awaited<ReturnType<typeof readMembers>>, 'rows'> & {
  by: Order
}

const isByAbsence = (order: unknown) => order === 'absences' || order === 'attendance'

/** Where the reasons of absences are, above people in the order of their absences. */
function ReasonsOfAbsence({ by }: Pick<MembersProps, 'by'>) {
  const { words } = useLocale()
  const attendance = <a href={paths.attendance(useCouncil())}>{words.attendance.title}</a>
  if (!isByAbsence(by)) return null
  return (
    <p>
      <Phrase text={words.people.reasons} values={{ attendance }} />
    </p>
  )
}

/** Those of whom a source says that they sit there, without a vote. */
function Voteless({ members }: { members: MembersProps['voteless'] }) {
  const { words } = useLocale()
  if (members.length === 0) return null
  const names = members.map(({ name, slug }, at) => (
    <span key={slug}>
      {at > 0 && ', '}
      <PersonName name={name} slug={slug} />
    </span>
  ))
  return (
    <p class="quiet">
      <Phrase text={words.people.voteless} values={{ names }} />
    </p>
  )
}

/** The members of council with their totals, the names of former ones, and who is known from votes alone. */
function Members({ members, voteless, former, latest, voters, by }: MembersProps) {
  const { words, count, tag: language } = useLocale()
  const council = useCouncil()
  return (
    <>
      {members.length === 0 ? (
        <p>{words.people.noMembers}</p>
      ) : (
        <>
          <p class="lead">{words.people.sorted(members.length, count(members.length))}</p>
          <ReasonsOfAbsence by={by} />
          <MemberTable members={members} by={by} />
          <Voteless members={voteless.filter(({ sits }) => sits)} />
        </>
      )}
      {former.length > 0 && (
        <>
          <h2 id="former">{words.people.former}</h2>
          <ul class="names">
            {sortPeople(former, { by: 'name', language }).map(({ slug, name }) => (
              <li key={slug}>
                <PersonName name={name} slug={slug} />
              </li>
            ))}
          </ul>
        </>
      )}
      <Voteless members={voteless.filter(({ sits }) => !sits)} />
      {latest.length + voters.length > 0 && (
        <>
          <h2 id="voters">{words.people.voters}</h2>
          <p class="quiet">{words.people.votersText}</p>
          {latest.length > 0 && <ReasonsOfAbsence by={by} />}
          {latest.length > 0 && <VoterTable voters={latest} by={by} />}
          {latest.length > 0 && voters.length > 0 && <h3>{words.people.earlierVoters}</h3>}
          {voters.length > 0 && <Voters voters={voters} />}
        </>
      )}
      <p class="row">
        <a href={paths.attendance(council)}>{words.attendance.title}</a>
        <a href={paths.agreement(council)}>{words.agreement.title}</a>
        <a href={`${paths.people(council)}?all=true`}>{words.people.everyone}</a>
      </p>
    </>
  )
}

function MemberTable({ members, by }: { members: readonly Member[]; by: Order }) {
  const { words, tag: language } = useLocale()
  const nameOf = useRecordName()
  const seatOf = (seat: string | null) => seat && nameOf(seat)
  const noun = seatNoun(members.map(({ ward }) => ward))
  return (
    <TotalsTable
      id="members"
      rows={inOrder(members, by, language)}
      by={by}
      seat={{
        title: words.totals.seats[noun],
        order: 'ward',
        show: ({ ward, role, name, party }) => {
          const seat = ward ?? role
          if (seat === null && party === null) return words.totals.unknown
          const shown = [seatOf(seatBeside(seat, name)), party]
          return words.people.seat(shown.filter((part) => part !== null))
        },
      }}
    />
  )
}

function VoterTable({ voters, by }: { voters: readonly CountedVoter[]; by: Order }) {
  const locale = useLocale()
  const { words, tag: language } = locale
  const nameOf = useRecordName()
  return (
    <TotalsTable
      id="voters"
      rows={inOrder(voters, by, language)}
      by={by}
      seat={{
        title: words.people.votedFrom,
        show: ({ organization, ...span }) => monthsOf(span, locale) || nameOf(organization),
      }}
    />
  )
}

function inOrder<P extends Member | CountedVoter>(
  people: readonly P[],
  by: Order,
  language: string,
) {
  if (by === 'name' || by === 'ward') return sortPeople(people, { by, language })
  return sortByTotal(sortPeople(people, { by: 'name', language }), by)
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
