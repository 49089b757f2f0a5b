import { inOrder } from '../../resources/_shared/queries.ts'
import type { VoteFilters } from '../../resources/votes/queries.ts'
import { Phrase } from '../../site/phrase.tsx'
import { MotionList } from '../frame/motion-list.tsx'
import { type ListPage, readListPage, urlOf } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import { MotionRow } from '../parts/motion-row.tsx'
import {
  listMotionLinesByIds,
  listMotionsOfGrid,
  listMotionsWithVotes,
  type MotionLine,
  type MotionOfGrid,
  type MotionWithVotes,
} from '../parts/queries.ts'
import { Rows } from '../parts/rows.tsx'
import { VoteBar } from '../parts/vote-bar.tsx'
import { paths } from '../paths.ts'
import { findMotionChoices, type MotionChoices } from '../queries.ts'
import { useRecordName } from '../record-name.ts'
import { VotesQuery } from '../schema.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import { wordOf } from '../words/word-of.ts'
import { Grid } from './grid.tsx'
import { listVotedMotions } from './queries.ts'

/** Columns of the table. */
const gridMotionsMax = 20

interface VotesOnPage {
  page: ListPage<MotionLine>
  /** The same motions with the votes of people; none if the page does not show them, because they may be a thousand. */
  voted: readonly MotionWithVotes[]
  /** The same motions for the table of people. */
  grid: readonly MotionOfGrid[]
  choices: MotionChoices
}

/** `/{municipality}/votes`: the motions of the API's votes, as a list or as a table of people. */
export const votesPage: ExplorePage = {
  path: '/votes',
  querystring: VotesQuery,
  async render(visit) {
    return <VotesPage visit={visit} found={await readVotes(visit)} />
  },
}

/** In three statements. */
async function readVotes(visit: Visit): Promise<VotesOnPage> {
  const { store, municipality, query } = visit
  const { view, cursor, ...filters } = query
  return store.read(async (db) => {
    const page = await readListPage(
      visit,
      (paging) => listVotedMotions(db, municipality.id, filters as VoteFilters, paging),
      ({ date, id }) => [date, id],
      view === 'grid' ? gridMotionsMax : undefined,
    )
    const ids = page.rows.map(({ id }) => id)
    const grid = view === 'grid' ? inOrder(await listMotionsOfGrid(db, ids), ids) : []
    const showsVotes = view !== 'grid' && filters.person !== undefined
    const voted = showsVotes ? inOrder(await listMotionsWithVotes(db, ids), ids) : grid
    const rows = voted.length > 0 ? voted : inOrder(await listMotionLinesByIds(db, { ids }), ids)
    const choices = await findMotionChoices(db, {
      municipalityId: municipality.id,
      among: 'voters',
    })
    return { page: { ...page, rows }, voted, grid, choices }
  })
}

function VotesPage({ visit, found }: { visit: Visit; found: VotesOnPage }) {
  const { page, grid, choices } = found
  const isGrid = visit.query.view === 'grid'
  const beside = (
    <>
      <Views visit={visit} />
      <OfMeeting visit={visit} page={page} />
    </>
  )
  return (
    <MotionList visit={visit} list="votes" choices={choices} page={page} beside={beside}>
      {page.rows.length > 0 &&
        (isGrid ? <Grid motions={grid} /> : <List visit={visit} found={found} />)}
    </MotionList>
  )
}

/** The choice of list or table. */
function Views({ visit: { path, query } }: { visit: Visit }) {
  const { words } = useLocale()
  const { cursor, view, ...filters } = query
  const views = [
    [words.votesPage.list, undefined],
    [words.votesPage.grid, 'grid'],
  ] as const
  return (
    <nav class="row" aria-label={words.votesPage.views}>
      {views.map(([name, value]) => (
        <a
          key={name}
          href={urlOf(path, { ...filters, view: value })}
          aria-current={value === view ? 'true' : undefined}
        >
          {name}
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
    <Rows
      style="barred"
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
  const { tally_for: inFavour, tally_against: against } = motion
  const isCounted = inFavour !== null && against !== null
  return (
    <>
      <div>
        <MotionRow visit={visit} motion={motion} hasBar={isCounted} />
        <Cast votes={votes} person={visit.query.person} />
      </div>
      {isCounted && <VoteBar tally={{ for: inFavour, against }} />}
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
