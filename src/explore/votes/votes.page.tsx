import { withheldMark } from '../../core/passages.ts'
import { shorten } from '../../core/shorten.ts'
import { votelessSeats } from '../../core/voteless-seats.ts'
import { inOrder } from '../../resources/_shared/queries.ts'
import { voteValues } from '../../resources/_shared/schema.ts'
import { countVotedMotions, type VoteFilters } from '../../resources/votes/queries.ts'
import { shownVotes } from '../../resources/votes/schema.ts'
import { Phrase } from '../../site/phrase.tsx'
import { Scroll } from '../../site/scroll.tsx'
import type { ReadDatabase } from '../../store/open.ts'
import { useRecordName } from '../council-context.ts'
import { MotionList } from '../frame/motion-list.tsx'
import { countUndated, type ListPage, readListPage, urlOf } from '../list-page.ts'
import { useLocale, wordOf } from '../locale.ts'
import { Counts } from '../parts/facts.tsx'
import { MotionLink, subjectBeside } from '../parts/motion-link.tsx'
import { MotionRow } from '../parts/motion-row.tsx'
import { PersonName } from '../parts/names.tsx'
import { sortPeople } from '../parts/people-order.tsx'
import {
  listClosest,
  listMotionLinesByIds,
  listMotionsOfGrid,
  listMotionsWithVotes,
  type MotionLine,
  type MotionOfGrid,
  type MotionWithVotes,
} from '../parts/queries.ts'
import { Reason } from '../parts/reason.tsx'
import { RecordText } from '../parts/record-text.tsx'
import { tallyWords } from '../parts/result-words.ts'
import { List as RowList } from '../parts/rows.tsx'
import { ResultTag, verbOf } from '../parts/tags.tsx'
import { Vetoes } from '../parts/veto-step.tsx'
import { listVotedMotions } from '../parts/voted-motions.ts'
import { paths } from '../paths.ts'
import { findMotionChoices, type MotionChoices } from '../queries.ts'
import { VotesPageQuery } from '../schema.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import { countVotesOf, type VoteCounts, withoutWords } from '../vote-counts.ts'
import { Closest, closestMax, leadsWithClosest } from './closest.tsx'

/** Columns of the table. */
const gridMotionsMax = 20

interface VotesOnPage {
  page: ListPage<MotionLine>
  /** The same motions with the votes of people; none if the page does not show them, because they may be a thousand. */
  voted: readonly MotionWithVotes[]
  /** The same motions for the table of people. */
  grid: readonly MotionOfGrid[]
  choices: MotionChoices
  closest: readonly MotionLine[]
  /** Undefined unless they are what is viewed: they take a read of all votes that match. */
  counts: VoteCounts | undefined
}

/** `/{municipality}/votes`: the motions of the API's votes, as a list or as a table of people. */
export const votesPage: ExplorePage = {
  path: '/votes',
  querystring: VotesPageQuery,
  async render(visit) {
    return <VotesPage visit={visit} found={await readVotes(visit)} />
  },
}

/** In up to five statements; counts take up to seven more, and dates and the closest votes one each. */
async function readVotes(visit: Visit): Promise<VotesOnPage> {
  const { store, municipality, query } = visit
  const { view, cursor, ...given } = query
  const filters = await withoutWords<VoteFilters>(visit, given)
  return store.read(async (db) => {
    const page = await readListPage(
      visit,
      (paging) => listVotedMotions(db, municipality.id, filters, paging),
      ({ date, id }) => [date, id],
      view === 'grid' ? gridMotionsMax : undefined,
    )
    const ids = page.rows.map(({ id }) => id)
    const grid = view === 'grid' ? inOrder(await listMotionsOfGrid(db, ids), ids) : []
    const showsVotes = view !== 'grid' && filters.person !== undefined
    const voted = showsVotes ? inOrder(await listMotionsWithVotes(db, ids), ids) : grid
    const rows = voted.length > 0 ? voted : inOrder(await listMotionLinesByIds(db, ids), ids)
    const choices = await findMotionChoices(db, {
      municipalityId: municipality.id,
      among: 'voters',
    })
    const undated = await countUndated({ query: { ...filters, cursor } }, (left: VoteFilters) =>
      countVotedMotions(db, municipality.id, left),
    )
    const counts = await countsOf(db, visit, filters)
    const closest = leadsWithClosest(visit)
      ? await listClosest(db, municipality.id, closestMax)
      : []
    return { page: { ...page, rows, undated }, voted, grid, choices, closest, counts }
  })
}

async function countsOf(
  db: ReadDatabase,
  { municipality, query: { view } }: Visit,
  filters: VoteFilters,
): Promise<VoteCounts | undefined> {
  return view === 'counts' ? countVotesOf(db, municipality.id, filters) : undefined
}

function VotesPage({ visit, found }: { visit: Visit; found: VotesOnPage }) {
  const { page, grid, choices, closest, counts } = found
  const isGrid = visit.query.view === 'grid'
  return (
    <MotionList
      {...{ visit, choices, page }}
      list="votes"
      tabs={<Tabs visit={visit} />}
      views={<Views visit={visit} />}
      counted={counts && <Counted visit={visit} counts={counts} choices={choices} />}
    >
      <OfMeeting visit={visit} page={page} />
      <Closest visit={visit} motions={closest} />
      {page.rows.length > 0 &&
        (isGrid ? <Grids motions={grid} /> : <List visit={visit} found={found} />)}
    </MotionList>
  )
}

/** How many votes and motions match. */
function Counted({
  visit: { query },
  counts,
  choices,
}: Pick<VotesOnPage, 'choices'> & { visit: Visit; counts: VoteCounts }) {
  const { words, count } = useLocale()
  const { counted } = words.votesPage
  const { votes, cast, losing, motions, named, of, unrecorded, uncounted } = counts
  const person = choices.people.find(({ slug }) => slug === query.person)?.name
  const part = (value: number, all: number) => words.totals.part(count(value), count(all))
  const lines: [string, string][] = [
    [counted.of, count(of)],
    ...(person === undefined ? [] : [[counted.named(person), count(named)] as [string, string]]),
    ...(motions === named ? [] : [[counted.motions, count(motions)] as [string, string]]),
    ...voteValues.flatMap((value): [string, string][] => {
      const found = votes.get(value)
      return found === undefined ? [] : [[wordOf(words.votes, value) ?? value, count(found)]]
    }),
    ...(cast === null ? [] : [[counted.cast, count(cast)] as [string, string]]),
    ...(losing.of === 0
      ? []
      : [[counted.losing, part(losing.count, losing.of)] as [string, string]]),
    ...(uncounted.motions === 0
      ? []
      : ([
          [counted.uncounted, count(uncounted.motions)],
          ...[...uncounted.votes].flatMap(([value, found]) => {
            const name = wordOf(words.votes, value) ?? value
            const others = (votes.get(value) ?? 0) - found
            return [
              [counted.uncountedVotes(name), count(found)],
              [counted.rollCallVotes(name), count(others)],
            ]
          }),
        ] as [string, string][])),
    ...(unrecorded === null ? [] : [[counted.unrecorded, count(unrecorded)] as [string, string]]),
  ]
  return (
    <section id="counted" aria-label={counted.title}>
      <Counts counts={lines} />
      <p class="quiet">{counted.means}</p>
    </section>
  )
}

/** Which votes the page shows, and what that means. */
function Tabs({ visit }: { visit: Visit }) {
  const { words } = useLocale()
  const { allShown, shows, meanings, showsLabel } = words.votesPage
  const tabs = shownVotes.map((show) => [shows[show], show] as const)
  const meaning = wordOf(meanings, String(visit.query.show))
  return (
    <>
      <Choice visit={visit} name="show" label={showsLabel} of={[[allShown, undefined], ...tabs]} />
      {meaning !== undefined && <p class="quiet">{meaning}</p>}
    </>
  )
}

/** The choice of list or table. */
function Views({ visit }: { visit: Visit }) {
  const { list, grid, counted, views } = useLocale().words.votesPage
  const of = [
    [list, undefined],
    [grid, 'grid'],
    [counted.title, 'counts'],
  ] as const
  return <Choice visit={visit} name="view" label={views} of={of} />
}

interface ChoiceProps {
  visit: Visit
  /** A parameter of the page. */
  name: string
  label: string
  /** Words and values. */
  of: readonly (readonly [string, string | undefined])[]
}

function Choice({ visit: { path, query }, name, label, of }: ChoiceProps) {
  const { cursor, ...filters } = query
  return (
    <nav class={name === 'show' ? 'row tabs' : 'row'} aria-label={label}>
      {of.map(([text, value]) => (
        <a
          key={text}
          href={urlOf(path, { ...filters, [name]: value })}
          aria-current={value === query[name] ? 'true' : undefined}
        >
          {text}
        </a>
      ))}
    </nav>
  )
}

/** The meeting that the votes are of, if it is one. */
function OfMeeting({ visit, page }: { visit: Visit; page: VotesOnPage['page'] }) {
  const { words, date } = useLocale()
  const nameOf = useRecordName()
  const [first] = page.rows
  if (visit.query.meeting === undefined || first === undefined || first.meeting_slug === null)
    return null
  const name = words.meeting.titled(nameOf(first.meeting_title ?? ''), date(first.date))
  const link = <a href={paths.meeting(visit.municipality, first.meeting_slug)}>{name}</a>
  return (
    <p>
      <Phrase text={words.votesPage.ofMeeting} values={{ meeting: link }} />
    </p>
  )
}

function List({ visit, found }: { visit: Visit; found: VotesOnPage }) {
  const votesOf = new Map(found.voted.map(({ id, votes }) => [id, votes]))
  return (
    <RowList
      rows={found.page.rows}
      keyOf={({ slug }) => slug}
      show={(motion) => (
        <Voted visit={visit} motion={motion} votes={votesOf.get(motion.id) ?? []} />
      )}
    />
  )
}

function Voted({
  visit,
  motion,
  votes,
}: { visit: Visit; motion: MotionLine } & Pick<MotionWithVotes, 'votes'>) {
  return (
    <>
      <MotionRow visit={visit} motion={motion} />
      <Cast votes={votes} person={visit.query.person} />
    </>
  )
}

/** How the person voted whose votes are listed. */
function Cast({ votes, person }: Pick<MotionWithVotes, 'votes'> & { person: unknown }) {
  const { words } = useLocale()
  const cast = votes.find(({ person_slug: slug }) => slug !== null && slug === person)
  if (cast === undefined) return null
  const voted = wordOf(words.person.voted, cast.vote_value) ?? cast.vote_value
  return (
    <p>
      {`${cast.person_name}: `}
      <strong>{voted}</strong>
    </p>
  )
}

const peopleMax = 60
const titleLength = 70
const itemLength = 40

interface Row {
  name: string
  slug: string | null
  /** Votes by motion. */
  votes: Map<string, Mark>
}

/** What a cell says: a vote, that somebody was absent, or why there is neither. */
interface Mark {
  value: string
  /** In the words of the source. */
  reason: string | null
}

/** A table for each body, with its members only. */
function Grids({ motions }: { motions: readonly MotionOfGrid[] }) {
  const { words } = useLocale()
  const nameOf = useRecordName()
  const bodies = [...Map.groupBy(motions, ({ organization }) => organization)]
  return (
    <>
      <p class="quiet">{words.votesPage.legend}</p>
      {bodies.map(([body, decided]) => (
        <section key={body}>
          {bodies.length > 1 && body !== null && <h2>{nameOf(body)}</h2>}
          <Grid motions={decided} name={body === null ? words.votesPage.grid : nameOf(body)} />
        </section>
      ))}
    </>
  )
}

/** Who voted how on each motion, by family name, as far as a name shows it. */
function Grid({ motions, name }: { motions: readonly MotionOfGrid[]; name: string }) {
  const { words, tag, count } = useLocale()
  const rows = rowsOf(motions, tag)
  const columns = motions.map((motion) => ({ motion, presenceOf: presenceAt(motion) }))
  return (
    <>
      <Scroll name={name}>
        <table class="grid">
          <thead>
            <tr>
              <th scope="col">{words.votesPage.member}</th>
              {motions.map((motion) => (
                <Heading key={motion.slug} motion={motion} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, peopleMax).map((row) => (
              <tr key={keyOf(row)}>
                <th scope="row">
                  <PersonName name={row.name} slug={row.slug} />
                </th>
                {columns.map(({ motion: { slug }, presenceOf }) => (
                  <Cell key={slug} {...(row.votes.get(slug) ?? presenceOf(row))} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {rows.length > peopleMax && (
        <p>{words.votesPage.moreMembers(count(peopleMax), count(rows.length))}</p>
      )}
    </>
  )
}

function Heading({ motion }: { motion: MotionOfGrid }) {
  const { date } = useLocale()
  return (
    <th scope="col">
      <div>
        <Item motion={motion} />
        <MotionLink motion={motion} shorten={(title) => shorten(title, titleLength)} />
        {motion.date !== '' && <span class="quiet">{date(motion.date)}</span>}
      </div>
      <Outcome motion={motion} />
    </th>
  )
}

/** What the motion is about, in a few words. */
function Item({ motion }: { motion: MotionOfGrid }) {
  const subject = subjectBeside(motion, motion.subject)
  if (subject === null) return null
  return (
    <span class="quiet">
      <RecordText text={shorten(subject, itemLength)} />
    </span>
  )
}

function Outcome({ motion }: { motion: MotionOfGrid }) {
  const locale = useLocale()
  const counted = tallyWords(motion, verbOf(motion)?.verb, locale)
  return (
    <>
      <ResultTag {...motion} />
      {counted !== null && <span class="quiet">{counted}</span>}
      <Vetoes motion={motion} />
    </>
  )
}

function Cell({ value, reason }: Mark) {
  const { words } = useLocale()
  const { votesPage } = words
  if (value === 'unnamed') return <td class="quiet">{votesPage.unnamed}</td>
  if (value === 'no member') return <td class="quiet">{votesPage.noMember}</td>
  const kind = { For: 'for', Against: 'against' }[value]
  return (
    <td class={kind}>
      {wordOf(words.votes, value) ?? value}
      {kind === undefined && <Reason reason={reason} />}
    </td>
  )
}

/** Why a person has no vote on a motion, as far as attendance and seats say so. */
function presenceAt({ attendees, seated }: MotionOfGrid) {
  const named = attendees.filter(({ name }) => name !== withheldMark)
  const present = new Map(named.map((each) => [keyOf(each), each]))
  const seats = new Set(seated.map(({ slug }) => slug))
  const isKnown = present.size + seats.size > 0
  return (row: Row): Mark => {
    const attendee = present.get(keyOf(row))
    if (attendee?.present === 0) return { value: 'Absent', reason: attendee.reason }
    const isListed = attendee !== undefined || (row.slug !== null && seats.has(row.slug))
    return { value: isKnown && !isListed ? 'no member' : 'unnamed', reason: null }
  }
}

function membersOf(motions: readonly MotionOfGrid[]): Map<string, Row> {
  const rows = new Map<string, Row>()
  for (const { seated } of motions) {
    const voteless = votelessSeats(
      { seats: seated, rolls: seated[0]?.rolls ?? 0 },
      (member) => member,
    )
    for (const member of seated.filter((one) => !voteless.has(one)))
      rows.set(keyOf(member), { ...member, votes: new Map() })
  }
  return rows
}

function rowsOf(motions: readonly MotionOfGrid[], language: string): Row[] {
  const rows = membersOf(motions)
  for (const motion of motions)
    for (const [n, vote] of motion.votes.entries()) {
      const { person_name: name, person_slug: slug, vote_value, reason } = vote
      // Two names that were taken down are not the same one.
      const key = name === withheldMark ? `vote ${motion.slug} ${n}` : keyOf({ name, slug })
      const row = rows.get(key) ?? { name, slug, votes: new Map() }
      rows.set(key, row)
      // Some sources have several votes of a person on one motion.
      if (!row.votes.has(motion.slug)) row.votes.set(motion.slug, { value: vote_value, reason })
    }
  return sortPeople([...rows.values()], { by: 'name', language })
}

/** Two people may have one name, and a name may be that of no one in the record. */
function keyOf({ name, slug }: Pick<Row, 'name' | 'slug'>): string {
  return slug === null ? `name ${name}` : `slug ${slug}`
}
