import type { ComponentChildren } from 'preact'
import { groupBy } from '../../core/group-by.ts'
import { seatBeside } from '../../core/seat-beside.ts'
import { isEmailAddress } from '../../core/web-url.ts'
import type { PersonDetail } from '../../resources/people/schema.ts'
import { BarTable } from '../../site/bar-table.tsx'
import { ExternalLink } from '../../site/external-link.tsx'
import { HeadRow } from '../../site/head-row.tsx'
import { Scroll } from '../../site/scroll.tsx'
import { type MonthOfVotes, monthsMax } from '../../store/record-tables.ts'
import { recordName, useCouncil, useRecordName } from '../council-context.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { type ListPage, urlOf } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import { Fact } from '../parts/facts.tsx'
import { ItemLine, MotionLink } from '../parts/motion-link.tsx'
import { BodyName } from '../parts/names.tsx'
import { Reason, ReasonText } from '../parts/reason.tsx'
import { List, More, Rows } from '../parts/rows.tsx'
import { SeatTable } from '../parts/seat-table.tsx'
import { ResultTag } from '../parts/tags.tsx'
import { Vetoes } from '../parts/veto-step.tsx'
import { VoteLine } from '../parts/vote-line.tsx'
import type { VoteLineRow } from '../parts/voted-motions.ts'
import { monthsOf } from '../parts/voters.tsx'
import { paths } from '../paths.ts'
import { PersonQuery } from '../schema.ts'
import { personData } from '../structured.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import { ClosestAndLost } from './key-votes.tsx'
import { OwnWard } from './own-ward.tsx'
import { PersonTotals, TotalsNote } from './person-totals.tsx'
import { type PersonOnPage, readPerson } from './read-person.ts'

/** `/{municipality}/people/{slug}`: a person, how they voted, and which meetings they attended. */
export const personPage: ExplorePage = {
  path: '/people/:slug',
  querystring: PersonQuery,
  async render(visit) {
    return <PersonPage visit={visit} found={await readPerson(visit)} />
  },
}

function PersonPage({ visit, found }: { visit: Visit; found: PersonOnPage }) {
  const { municipality, locale } = visit
  const { words } = locale
  const { person } = found
  const seat = [seatBeside(person.role, person.name), person.ward]
    .filter((part) => part !== null)
    .map((part) => recordName(municipality, locale, part))
    .join(', ')
  const voted = votedAs(found, visit)
  const isKnown = isInOffice(person)
  return (
    <CouncilPage
      visit={visit}
      section="people"
      isShortened={found.isShortened}
      marks={person}
      title={person.name}
      description={[person.name, seat || voted, municipality.name]
        .filter((part) => part)
        .join(', ')}
      crumbs={[<a href={paths.people(municipality)}>{words.people.members}</a>, person.name]}
      citation={{
        text: `${municipality.name}, ${person.name}`,
        v1: `/api/v1/${municipality.slug}/people/${person.slug}`,
        isEmbeddable: true,
      }}
      {...(person.memberships.length > 0 && { structured: personData(visit, person) })}
      // Only people with a seat or a vote are public figures.
      unlisted={!isKnown}
      table={{ path: `people/${person.slug}/votes` }}
      feed={{ path: `people/${person.slug}` }}
    >
      <h1>{person.name}</h1>
      {seat !== '' && <p class="lead">{seat}</p>}
      {voted && <p class="lead">{voted}</p>}
      <OwnWard person={person} wards={found.wards} />
      <Contact person={person} />
      {isKnown ? <PersonTotals found={found} /> : <p>{words.person.notSeated}</p>}
      {found.keyVotes && <ClosestAndLost votes={found.keyVotes} slug={person.slug} />}
      {isKnown && <TotalsNote found={found} />}
      <div class="beside">
        <div>
          <Attended found={found} />
          <Votes visit={visit} page={found.votes}>
            {isKnown && <VotesByMonth months={found.months} />}
          </Votes>
          <Moved moved={found.moved} />
          <Seats memberships={person.memberships} />
        </div>
        <PersonFacts found={found} />
      </div>
    </CouncilPage>
  )
}

/** Whether the person has or had a seat, or voted. */
function isInOffice({ memberships, voted_in: voted }: PersonDetail): boolean {
  return memberships.length + voted.length > 0
}

/** Where the person voted without a seat on record: in the council, or else in the body of the latest vote. */
function votedAs({ votedIn }: PersonOnPage, { municipality, locale }: Visit): string | undefined {
  const span = votedIn.find(({ classification }) => classification === 'council') ?? votedIn[0]
  if (span === undefined) return undefined
  const body = recordName(municipality, locale, span.organization)
  return locale.words.people.votedIn(body, monthsOf(span, locale))
}

/** The table of seats has all of them. */
const bodiesMax = 30

/** Where the person sits today, or is in roll calls, their other names, their death and party, and how long they spoke; nothing if none is recorded. */
function PersonFacts({ found: { person, attended } }: { found: PersonOnPage }) {
  const { words, count, date } = useLocale()
  const { party, speaking_time: spoken } = person
  const seats = person.memberships.filter(({ ended }) => !ended)
  const bodies = new Map(seats.map((seat) => [seat.organization_slug, seat.organization_name]))
  const called = new Map(
    attended.flatMap(({ body, body_slug: slug }) =>
      body === null || slug === null || bodies.has(slug) ? [] : [[slug, body]],
    ),
  )
  const { voted_in: voted } = person
  const otherNames = person.other_names.filter((name) => name !== person.name)
  const isMeasured = spoken.meetings > 0
  const isKnown = isMeasured || otherNames.length > 0 || party || person.death_date
  if (!isKnown && bodies.size + called.size + voted.length === 0) return null
  const minutes = count(Math.round(spoken.seconds / 60))
  return (
    <aside class="facts-card">
      <dl>
        <Fact name={words.person.sitsOn}>{bodies.size > 0 && <BodyNames names={bodies} />}</Fact>
        <Fact name={words.person.votedIn}>
          {voted.length > 0 && <VotedIn spans={voted.slice(0, bodiesMax)} />}
        </Fact>
        <Fact name={words.person.inRollCalls}>
          {called.size > 0 && <BodyNames names={called} />}
        </Fact>
        <Fact name={words.person.otherNames}>{otherNames.length > 0 && otherNames.join(', ')}</Fact>
        <Fact name={words.person.died}>{person.death_date && date(person.death_date)}</Fact>
        <Fact name={words.person.party}>{party}</Fact>
        <Fact name={words.person.speaking}>
          {isMeasured &&
            words.person.speakingText(minutes, spoken.meetings, count(spoken.meetings))}
        </Fact>
      </dl>
    </aside>
  )
}

/** By slug. */
function BodyNames({ names }: { names: ReadonlyMap<string, string> }) {
  return (
    <ul>
      {[...names].slice(0, bodiesMax).map(([slug, name]) => (
        <li key={slug}>
          <BodyName name={name} slug={slug} />
        </li>
      ))}
    </ul>
  )
}

/** Bodies with the months of the first and the last vote. */
function VotedIn({ spans }: { spans: PersonDetail['voted_in'] }) {
  const locale = useLocale()
  return (
    <ul>
      {spans.map((span) => (
        <li key={span.organization_slug}>
          <BodyName name={span.organization} slug={span.organization_slug} />{' '}
          <span class="quiet">{monthsOf(span, locale)}</span>
        </li>
      ))}
    </ul>
  )
}

/** Motions before the rest is folded away. */
const movedMax = 5

/** The motions that the person moved, newest first. */
function Moved({ moved }: Pick<PersonOnPage, 'moved'>) {
  const { words, date } = useLocale()
  return (
    <>
      <h2 id="moved">{words.person.moved}</h2>
      {moved.length === 0 && <p>{words.person.noneMoved}</p>}
      <Rows
        rows={moved}
        shownMax={movedMax}
        keyOf={({ slug }) => slug}
        show={(motion) => (
          <>
            <ItemLine motion={motion} item={motion.subject} />
            <MotionLink motion={motion} />
            <p class="quiet">
              {motion.date !== '' && `${date(motion.date)} `}
              <ResultTag {...motion} />
              <Vetoes motion={motion} />
            </p>
          </>
        )}
      />
    </>
  )
}

/** Seats on the council and committees, newest first. */
function Seats({ memberships }: Pick<PersonDetail, 'memberships'>) {
  const { words, count } = useLocale()
  if (memberships.length === 0) return null
  return (
    <SeatTable
      id="seats"
      title={words.person.seats(memberships.length, count(memberships.length))}
      whose={words.person.body}
      seats={memberships}
      nameOf={(seat) => <BodyName name={seat.organization_name} slug={seat.organization_slug} />}
    />
  )
}

/** How to reach the person; nothing if none is recorded. */
function Contact({ person: { email, phone, website } }: { person: PersonDetail }) {
  if (!email && !phone && !website) return null
  return (
    <p class="row">
      {email && <EmailLink email={email} />}
      {phone && <PhoneLink phone={phone} />}
      {website && <ExternalLink href={website}>{website}</ExternalLink>}
    </p>
  )
}

/** Untrusted: only an e-mail address becomes a link. */
function EmailLink({ email }: { email: string }) {
  if (!isEmailAddress(email)) return <span>{email}</span>
  // `?` and `&` would begin headers (RFC 6068).
  return <a href={`mailto:${encodeURI(email).replace(/[?&#]/g, encodeURIComponent)}`}>{email}</a>
}

const phonePattern = /^\+?(?:[().\s-]*\d){7,15}$/

/** Untrusted: only the digits of a number (at most 15, E.164) become a link. */
function PhoneLink({ phone }: { phone: string }) {
  const number = phone.replace(/[^\d+]/g, '')
  return phonePattern.test(phone) ? <a href={`tel:${number}`}>{phone}</a> : <span>{phone}</span>
}

type Attendance = PersonOnPage['attended'][number]

/** The meetings with a roll call that names the person, as a strip and as a table. */
function Attended({ found: { attended, person } }: { found: PersonOnPage }) {
  const { words, count } = useLocale()
  const council = useCouncil()
  const { present, meetings } = person.attendance_summary
  return (
    <>
      <h2 id="attendance">
        {words.person.attendance}
        {isInOffice(person) &&
          meetings > 0 &&
          ` (${words.totals.part(count(present), count(meetings))})`}
      </h2>
      {attended.length === 0 ? (
        <p>{words.person.noAttendance}</p>
      ) : (
        <>
          <Strip attended={attended.slice(0, stripMax).reverse()} isCut={meetings > stripMax} />
          <Absences attended={attended} isCut={attended.length < meetings} />
          <Table attended={attended} />
          {attended.length < meetings && <p>{words.person.latest(count(attended.length))}</p>}
          <p>
            <a href={paths.attendance(council)}>{words.attendance.all}</a>
          </p>
        </>
      )}
    </>
  )
}

const [stripMax, markWidth, stripHeight] = [60, 8, 20]

/** A mark for each meeting, oldest first: a bar where the person was present, a cross where absent. */
function Strip({ attended, isCut }: { attended: readonly Attendance[]; isCut: boolean }) {
  const { words, date, count } = useLocale()
  const width = attended.length * markWidth
  const marks = (isPresent: boolean, draw: (x: number) => string) =>
    attended
      .map(({ present }, at) => ((present === 1) === isPresent ? draw(at * markWidth) : ''))
      .join('')
  const absences = attended.filter(({ present }) => present !== 1).length
  const [first, last] = [attended[0]?.date ?? '', attended.at(-1)?.date ?? '']
  const label = words.person.strip(
    count(attended.length - absences),
    count(absences),
    date(first),
    date(last),
  )
  return (
    <figure class="strip">
      <svg viewBox={`0 0 ${width} ${stripHeight}`} width={width} role="img" aria-label={label}>
        <path class="present" d={marks(true, (x) => `M${x + 1} 1h6v18h-6z`)} />
        <path class="absent" d={marks(false, (x) => `M${x + 1} 7l6 6m0-6l-6 6`)} />
      </svg>
      <figcaption class="quiet">
        {words.person.stripKey(isCut ? count(attended.length) : null)}
      </figcaption>
    </figure>
  )
}

/** The reasons of the absences, as written, with how often the source gives each; nothing if it gives none. */
function Absences({ attended, isCut }: { attended: readonly Attendance[]; isCut: boolean }) {
  const { words, count } = useLocale()
  const reasonOf = groupBy(
    attended.filter(({ present }) => present !== 1),
    ({ reason }) => reason,
  )
  const reasons = [...new Set(attended.map(({ reason }) => reason))].filter(
    (reason) => reason !== null && reasonOf(reason).length > 0,
  )
  if (reasons.length === 0) return null
  return (
    <p>
      {words.person.absences(isCut ? count(attended.length) : null)}{' '}
      {[...reasons, null]
        .filter((reason) => reasonOf(reason).length > 0)
        .map((reason, at) => (
          <span key={reason}>
            {at > 0 && ', '}
            {reason === null ? words.person.noReason : <ReasonText reason={reason} />}{' '}
            {count(reasonOf(reason).length)}
          </span>
        ))}
    </p>
  )
}

function Table({ attended }: { attended: readonly Attendance[] }) {
  const { words, date } = useLocale()
  const council = useCouncil()
  const nameOf = useRecordName()
  return (
    <details class="data">
      <summary>{words.asTable}</summary>
      <Scroll name={words.person.attendance}>
        <table>
          <HeadRow names={[words.person.date, words.person.meeting, words.person.attendance]} />
          <tbody>
            {attended.map((meeting) => (
              <tr key={meeting.slug}>
                <td>{date(meeting.date)}</td>
                <th scope="row">
                  <a href={paths.meeting(council, meeting.slug)}>{nameOf(meeting.title)}</a>
                </th>
                <td>
                  {meeting.present === 1 ? (
                    words.person.present
                  ) : (
                    <strong>{words.person.absent}</strong>
                  )}
                  <Reason reason={meeting.reason} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </details>
  )
}

interface VotesProps {
  visit: Visit
  page: ListPage<VoteLineRow>
  /** Before the list. */
  children: ComponentChildren
}

/** How the person voted, newest first, with the filters of the API. */
function Votes({ visit, page, children }: VotesProps) {
  const { words } = useLocale()
  const { query } = visit
  const isFiltered = query.value !== undefined || query.dissent !== undefined
  if (page.rows.length === 0 && !isFiltered)
    return (
      <>
        <h2 id="votes">{words.person.votes}</h2>
        <p>{words.person.noVotes}</p>
      </>
    )
  return (
    <>
      <h2 id="votes">{words.person.votes}</h2>
      {children}
      <Filter visit={visit} />
      {page.rows.length === 0 && <p>{words.person.noSuchVotes}</p>}
      <List rows={page.rows} keyOf={({ slug }) => slug} show={(vote) => <VoteLine vote={vote} />} />
      <More page={page} />
    </>
  )
}

function Filter({ visit }: { visit: Visit }) {
  const { words } = useLocale()
  const { path, query, params, municipality } = visit
  const { cursor, ...filters } = query
  const choices = [
    [words.person.all, ''],
    [words.person.inFavour, '?value=For'],
    [words.person.against, '?value=Against'],
    [words.person.losingSide, '?dissent=true'],
  ] as const
  const current = query.dissent === true ? '?dissent=true' : valueQuery(query.value)
  return (
    <p class="row">
      {choices.map(([name, choice]) => (
        <a
          key={choice}
          href={`${path}${choice}#votes`}
          aria-current={choice === current ? 'true' : undefined}
        >
          {name}
        </a>
      ))}
      <a href={urlOf(paths.votes(municipality), { person: params.slug, ...filters })}>
        {words.person.inVotes}
      </a>
    </p>
  )
}

function valueQuery(value: unknown): string {
  return value === undefined ? '' : `?value=${String(value)}`
}

/** With fewer months, a table says less than its title. */
const monthsMin = 3

/** Votes for and against by month, with those on the losing side marked. */
function VotesByMonth({ months: newestFirst }: Pick<PersonOnPage, 'months'>) {
  const { words, shortMonth, count } = useLocale()
  if (newestFirst.length < monthsMin) return null
  const months = withoutGaps(newestFirst.toReversed())
  const { title, month, won, lost, open, latest } = words.person.byMonth
  const series = [
    [won, (one: MonthOfVotes) => one.won],
    [lost, (one: MonthOfVotes) => one.lost],
    [open, (one: MonthOfVotes) => one.open],
  ] as const
  const used = series.filter(([, read]) => months.some((one) => read(one) > 0))
  return (
    <>
      <BarTable
        title={title}
        rowName={month}
        series={used.map(([name]) => name)}
        rows={months.map((one) => ({
          key: one.month,
          // Two lines for a month would double the height on a phone.
          name: shortMonth(`${one.month}-01`).replaceAll(' ', '\u00a0'),
          values: used.map(([, read]) => read(one)),
        }))}
      />
      {months.length === monthsMax && <p class="quiet">{latest(count(monthsMax))}</p>}
    </>
  )
}

/** Every month from the first to the last, as many as are shown, so that a summer without votes is seen. */
export function withoutGaps(months: readonly MonthOfVotes[]): MonthOfVotes[] {
  const [first, last] = [months[0]?.month ?? '', months.at(-1)?.month ?? '']
  const found = new Map(months.map((one) => [one.month, one]))
  const all: MonthOfVotes[] = []
  for (let month = first; month !== '' && month <= last; month = after(month))
    all.push(found.get(month) ?? { month, won: 0, lost: 0, open: 0 })
  return all.slice(-monthsMax)
}

/** The month after one such as 2024-12. */
function after(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number)).toISOString().slice(0, 7)
}
