import type { ComponentChildren } from 'preact'
import type { ReadDatabase } from '../../store/open.ts'
import { recordName } from '../council-context.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { citeList } from '../frame/source-line.tsx'
import { urlOf } from '../list-page.ts'
import { type Locale, useLocale } from '../locale.ts'
import { type SharedVotes, sharedMin } from '../parts/agreement-share.ts'
import { BodySelect } from '../parts/body-select.tsx'
import { FilterForm, Select } from '../parts/filter-form.tsx'
import { paths } from '../paths.ts'
import { CouncilAgreementQuery } from '../schema.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import { ClosestPairs, Matrix, Shades } from './matrix.tsx'
import {
  bodyOfSlug,
  findPeople,
  listPairs,
  listVotingBodies,
  type Person,
  type VotingBody,
  type Years,
} from './queries.ts'
import { type Table, toTable } from './table.ts'

/** Rows of the table; cells grow with the square of them. */
export const membersMax = 60

interface Query {
  organization?: string
  year_from?: number
  year_to?: number
  votes?: 'all' | undefined
}

/** Why these people are in the table. */
type Chosen = 'sitting' | 'votedIn' | 'votedLast'

interface Agreement {
  bodies: readonly VotingBody[]
  /** Undefined if no body on record has the slug of the query, or none has votes. */
  body: VotingBody | undefined
  people: readonly Person[]
  chosen: Chosen
  /** Undefined if there are too many people. */
  table: Table | undefined
}

/** `/{municipality}/agreement`: how often each two members of the council, or of another body, voted alike. */
export const agreementPage: ExplorePage = {
  path: '/agreement',
  querystring: CouncilAgreementQuery,
  async render(visit) {
    return <AgreementPage visit={visit} found={await readAgreement(visit)} />
  },
}

/** In three statements. */
async function readAgreement(visit: Visit): Promise<Agreement> {
  const { store, municipality, today } = visit
  const { organization, votes, ...filters } = visit.query as Query
  return store.read(async (db) => {
    const bodies = await listVotingBodies(db, municipality.id)
    const body = organization === undefined ? bodies[0] : bodyOfSlug(bodies, organization)
    if (body === undefined) return { bodies, body, people: [], chosen: 'sitting', table: undefined }
    const scope = { ...body, municipalityId: municipality.id }
    const years = yearsOf(filters)
    const { people, chosen } = await readMembers(db, scope, { today, years })
    if (people.length > membersMax) return { bodies, body, people, chosen, table: undefined }
    const pairs = await listPairs(db, body, people, years)
    return { bodies, body, people, chosen, table: toTable(people, pairs, votes === 'all') }
  })
}

/** Those who sit today; those who voted if years are chosen, or if no seats are on record. */
async function readMembers(
  db: ReadDatabase,
  body: VotingBody & { municipalityId: number },
  { today, years }: { today: string; years: Years },
): Promise<Pick<Agreement, 'people' | 'chosen'>> {
  const isOfYears = years.from !== undefined || years.to !== undefined
  const last = lastYear(body)
  const { sitting, voting } = await findPeople(db, body, {
    today,
    years: isOfYears ? years : { from: last, to: last },
  })
  if (isOfYears) return { people: voting, chosen: 'votedIn' }
  if (sitting.length > 0) return { people: sitting, chosen: 'sitting' }
  return { people: voting, chosen: 'votedLast' }
}

/** As of the API: undated motions are in no year. */
function yearsOf({ year_from: from, year_to: to }: Query): Years {
  return { from: from ?? (to === undefined ? undefined : 1), to }
}

const yearIn = (day: string | null) => (day === null ? undefined : Number(day.slice(0, 4)))
const lastYear = ({ last }: VotingBody) => yearIn(last)

function AgreementPage({ visit, found }: { visit: Visit; found: Agreement }) {
  const { municipality, locale } = visit
  const { words } = locale
  const { votes, ...filters } = visit.query as Query
  const { title } = words.agreement
  const { organization = found.body?.slug } = filters
  const cited = { ...filters, organization }
  return (
    <CouncilPage
      visit={visit}
      section="people"
      title={title}
      description={words.agreement.description(municipality.name)}
      crumbs={[<a href={paths.people(municipality)}>{words.people.members}</a>, title]}
      citation={{
        ...citeList({ ...visit, query: cited }, { title, v1: 'agreement' }),
        query: visit.query,
      }}
      table={{ path: 'agreement', filters: cited }}
    >
      <h1>{title}</h1>
      <p class="lead">{votes === 'all' ? words.agreement.leadAll : words.agreement.lead}</p>
      <Filters visit={visit} found={found} />
      {found.body === undefined ? (
        <p>{words.agreement.none}</p>
      ) : (
        <OfBody visit={visit} found={found} body={found.body} />
      )}
    </CouncilPage>
  )
}

function Filters({ visit: { path, query }, found }: { visit: Visit; found: Agreement }) {
  const { words } = useLocale()
  const years = yearOptions(found)
  const all = words.list.any
  return (
    <FilterForm visit={{ path, query }}>
      <BodySelect name="organization" query={query} bodies={found.bodies} />
      <Select {...{ query, all, options: years }} name="year_from" label={words.compare.yearFrom} />
      <Select {...{ query, all, options: years }} name="year_to" label={words.compare.yearTo} />
      <Select
        {...{ query, all: words.agreement.contested }}
        name="votes"
        label={words.agreement.votes}
        options={[{ value: 'all', name: words.agreement.all }]}
      />
    </FilterForm>
  )
}

/** The years between the first and the last vote, newest first. */
function yearOptions({ bodies, body }: Agreement) {
  const [first, last] =
    body === undefined ? spanOf(bodies) : [yearIn(body.first), yearIn(body.last)]
  if (first === undefined || last === undefined) return []
  return Array.from({ length: last - first + 1 }, (_, at) => String(last - at)).map((year) => ({
    ...{ value: year, name: year },
  }))
}

function spanOf(bodies: readonly VotingBody[]): [number | undefined, number | undefined] {
  const years = bodies.flatMap(({ first, last }) => [first, last]).map(yearIn)
  const dated = years.filter((year) => year !== undefined)
  return dated.length === 0 ? [undefined, undefined] : [Math.min(...dated), Math.max(...dated)]
}

interface OfBodyProps {
  visit: Visit
  found: Agreement
  body: VotingBody
}

function OfBody({ visit, found: { people, chosen, table }, body }: OfBodyProps) {
  const { words, count } = useLocale()
  const { path, query } = visit
  const { agreement } = words
  const { votes, organization: _, ...filters } = query as Query
  const choice = { organization: body.slug, ...filters }
  const scope = <p>{scopeOf({ visit, chosen, body })}</p>
  if (table === undefined)
    return (
      <>
        {scope}
        <TooMany visit={visit} people={people} choice={choice} />
      </>
    )
  if (table.pairs.length === 0)
    return (
      <>
        {scope}
        <p>{table.isEmpty ? agreement.none : agreement.noneShared(count(sharedMin))}</p>
        {!table.isEmpty && votes === undefined && (
          <p>
            <a href={urlOf(path, { ...query, votes: 'all' })}>{agreement.seeAll}</a>
          </p>
        )}
      </>
    )
  const chosenBy = urlOf('', { ...choice })
  const hrefOf = (one: Person, other: Person) =>
    paths.compare(visit.municipality, one.slug, other.slug) + chosenBy
  return (
    <>
      {scope}
      <Matrix table={table} hrefOf={hrefOf} />
      <Shades />
      <ClosestPairs table={table} hrefOf={hrefOf} />
      <Notes table={table} />
    </>
  )
}

interface ScopeProps extends Pick<OfBodyProps, 'visit' | 'body'> {
  chosen: Chosen
}

/** Whose votes are shown. */
function scopeOf({ visit, chosen, body }: ScopeProps): string {
  const { locale, municipality } = visit
  const { agreement } = locale.words
  const { year_from: from, year_to: to } = visit.query as Query
  const name = recordName(municipality, locale, body.name)
  const text = (year: number | undefined) => (year === undefined ? null : String(year))
  if (chosen === 'sitting') return agreement.sitting(name, monthsIn(body, locale))
  if (chosen === 'votedIn') return agreement.votedIn(name, agreement.years(text(from), text(to)))
  return agreement.votedLast(name, text(lastYear(body)) ?? '')
}

/** The months of the first and the last vote. */
function monthsIn({ first, last }: VotingBody, { words, month }: Locale): string {
  if (first === null || last === null) return ''
  const [from, to] = [month(first), month(last)]
  return from === to ? from : words.people.months(from, to)
}

interface TooManyProps {
  visit: Visit
  people: readonly Person[]
  choice: Query
}

/** Everyone by name, each with the way to their own list of others. */
function TooMany({ visit, people, choice }: TooManyProps) {
  const { words, count } = useLocale()
  const { tooMany } = words.agreement
  return (
    <>
      <p>{tooMany(people.length, count(people.length), count(membersMax))}</p>
      <ul class="names">
        {people.map(({ slug, name }) => (
          <li key={slug}>
            <a href={urlOf(paths.others(visit.municipality, slug), { ...choice })}>{name}</a>
          </li>
        ))}
      </ul>
    </>
  )
}

/** What the numbers count, how members are sorted, and who is not in the table. */
function Notes({ table: { pairs, alone, hasGaps } }: { table: Table }) {
  const { words, count } = useLocale()
  const { agreement, compare } = words
  const counts = pairs.map(({ motions }: SharedVotes) => motions)
  const span = [Math.min(...counts), Math.max(...counts)].map(count)
  const least = count(sharedMin)
  const notes: ComponentChildren[] = [
    agreement.counted(span[0] ?? '', span[1] ?? ''),
    hasGaps && agreement.tooFew(least),
    alone.length > 0 && agreement.alone(least, alone.map(({ name }) => name).join(', ')),
  ]
  return (
    <>
      <p class="quiet">{notes.filter((note) => note !== false).join(' ')}</p>
      <p class="quiet">{agreement.order}</p>
      <p class="quiet">{compare.meaning}</p>
    </>
  )
}
