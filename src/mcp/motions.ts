import { foldText } from '../core/fold.ts'
import { shorten } from '../core/shorten.ts'
import { similarTo } from '../core/similar-words.ts'
import { listVotedMotions } from '../explore/parts/voted-motions.ts'
import { paths } from '../explore/paths.ts'
import { aboutMax } from '../explore/vote-counts.ts'
import { listFacetValues, type Range } from '../resources/_shared/queries.ts'
import {
  countMotions,
  listMotions as listMotionRows,
  type MotionFilters,
  type MotionOrder,
} from '../resources/motions/queries.ts'
import { toMotionItem } from '../resources/motions/v1.represent.ts'
import { countVotedMotions, type VoteFilters } from '../resources/votes/queries.ts'
import type { ReadDatabase } from '../store/open.ts'
import { amongOf, definedOf, given } from './counts.ts'
import { findBodyName, findMatterSlug, findPersonName, ToolError, verbsOf } from './names.ts'
import { findSourceUrls, listVotesOn, type Named } from './queries.ts'
import { recordedOf } from './recorded.ts'
import {
  type CallTools,
  type Council,
  daysIn,
  findCouncil,
  periodOf,
  readPage,
  textOf,
  urlWith,
} from './results.ts'
import type { InputOf } from './schema.ts'
import { countUndatedOf } from './undated.ts'

/** `list_motions`. */
export async function listMotions(tools: CallTools, input: InputOf<'list_motions'>) {
  const council = await findCouncil(tools, input.council)
  const { order = 'newest', limit, next } = input
  const covered = await periodOf(tools, council, input)
  const shown = await shownBy(tools, council, input)
  const among = await amongOf(tools, council, input)
  if (input.result !== undefined) await assertResult(tools, council, input.result)
  const source = await (isOfVotes(input) ? votedMotions : allMotions)(tools, council, {
    ...{ input, shown, among },
  })
  const voters = await votersOf(tools, council, input)
  const { municipalityId } = council
  const page = await readPage(tools, {
    ...{ scopeId: municipalityId, tool: 'list_motions', next, limit },
    filters: { ...source.filters, order },
    read: (range) => source.read(order, range),
    position: ({ date, id, margin }) => [date, id, ...(margin === undefined ? [] : [margin])],
    represent: (rows) => motionsOf(tools, council, { rows, voters }),
  })
  const count = await source.count(source.chosen)
  const undated = await countUndatedIn(tools, council, source)
  return {
    quoted: ['title', 'text', 'result', 'mover', 'seconder', 'body', 'votes', 'by_result'],
    council: council.slug,
    of: count,
    ...(limit === 0 && { by_result: await byResult(tools, council, { source, of: count }) }),
    ...(undated > 0 && { undated_motions_left_out: undated }),
    ...daysIn(covered, count === 0),
    as_of: council.municipality.asOf,
    url: source.url,
    motions: page.items,
    next: page.next,
  }
}

/** The filters of pages that both lists have. */
async function shownBy(
  { store: { db } }: CallTools,
  council: Council,
  input: InputOf<'list_motions'>,
) {
  const { from, to, contested, about, result, outcome } = input
  const body = await given(input.body, (name) => findBodyName(db, council, name))
  const matter = await given(input.matter, (name) => findMatterSlug(db, council, name))
  return {
    ...{ organization: body?.slug, date_from: from, date_to: to, matter },
    ...{ contested, about, result, outcome: verbsOf(outcome) },
  }
}

interface MotionsOf {
  input: InputOf<'list_motions'>
  shown: Awaited<ReturnType<typeof shownBy>>
  among: { among?: string }
}

/** Motions, how to read and count them, and the page that shows them. */
interface MotionSource {
  filters: Record<string, unknown>
  /** The filters of queries. */
  chosen: MotionFilters | VoteFilters
  read: (order: MotionOrder, range: Range) => Promise<MotionRow[]>
  /** By filters of the same queries. */
  count: (filters: object, on?: ReadDatabase) => Promise<number>
  url: string
}

const isOfVotes = ({ value, dissent }: InputOf<'list_motions'>) =>
  value !== undefined || dissent !== undefined

async function allMotions(
  { store: { db } }: CallTools,
  council: Council,
  { input: { kind, has_votes, ...input }, shown, among }: MotionsOf,
): Promise<MotionSource> {
  const person = (name: string) => findPersonName(db, council, name)
  const own = {
    mover: (await given(input.mover, person))?.slug,
    voter: (await given(input.voter, person))?.slug,
    ...{ kind, has_votes },
  }
  const filters = { ...shown, ...own }
  const { about: _, ...others } = filters
  const chosen = definedOf<MotionFilters>({ ...others, ...among })
  const { municipalityId, pages } = council
  return {
    ...{ filters, chosen },
    read: (order, range) => listMotionRows(db, municipalityId, chosen, range, order),
    count: (all, on = db) => countMotions(on, municipalityId, all as MotionFilters),
    url: urlWith(pages + paths.motions({ base: '' }), filters),
  }
}

/** Motions by how somebody voted, which the page of votes has. */
async function votedMotions(
  { store: { db } }: CallTools,
  council: Council,
  { input: { voter, value, dissent, mover, kind, has_votes }, shown, among }: MotionsOf,
): Promise<MotionSource> {
  if (voter === undefined) throw new ToolError('value and dissent need voter, whose vote it is.')
  if (mover !== undefined || kind !== undefined || has_votes !== undefined)
    throw new ToolError('value and dissent cannot be combined with mover, kind or has_votes.')
  const person = await findPersonName(db, council, voter)
  const filters = { ...shown, person: person.slug, value, dissent }
  const { about: _, ...others } = filters
  const chosen = definedOf<VoteFilters>({ ...others, ...among })
  const { municipalityId, pages } = council
  return {
    ...{ filters, chosen },
    async read(order, range) {
      const isNewest = order === 'newest'
      const ofVotes = isNewest ? range : { limit: aboutMax + 1 }
      const rows = await listVotedMotions(db, municipalityId, chosen, ofVotes)
      if (rows.length === 0) return []
      if (rows.length > aboutMax)
        throw new ToolError(`order sorts up to ${aboutMax} motions; narrow them with from and to.`)
      const ids = rows.map(({ id }) => id).join()
      const found = isNewest ? { limit: rows.length } : range
      return listMotionRows(db, municipalityId, { among: ids }, found, order)
    },
    count: (all, on = db) => countVotedMotions(on, municipalityId, all as VoteFilters),
    url: urlWith(pages + paths.votes({ base: '' }), { ...filters, view: 'counts' }),
  }
}

type MotionRow = Awaited<ReturnType<typeof listMotionRows>>[number]

const countUndatedIn = (
  { store, client }: CallTools,
  { municipalityId }: Council,
  { chosen, count }: MotionSource,
) =>
  store.readLong(client, (db) =>
    countUndatedOf(db, municipalityId, { filters: chosen, count: (all) => count(all, db) }),
  )

/** Results of a council that are counted. */
const resultsMax = 12

/** How many of the motions have which result. */
async function byResult(
  { store }: CallTools,
  { municipalityId }: Council,
  { source, of: all }: { source: MotionSource; of: number },
) {
  const of = { municipalityId, list: 'motions', name: 'result' }
  const values = await listFacetValues(store.db, of)
  const counted: Record<string, number> = {}
  let left = all
  for (const { value } of values.slice(0, resultsMax)) {
    const { result = value } = source.chosen
    if (foldText(result) !== foldText(value)) continue
    const count = await source.count({ ...source.chosen, result: value })
    if (count > 0) counted[value] = count
    left -= count
  }
  return { ...counted, ...(left > 0 && { 'other or none': left }) }
}

/** The people whose votes are shown. */
async function votersOf(
  { store: { db } }: CallTools,
  council: Council,
  { voter, votes_of: others = [] }: InputOf<'list_motions'>,
) {
  const names = voter === undefined ? others : [voter, ...others]
  const people = await Promise.all(names.map((name) => findPersonName(db, council, name)))
  return [...new Map(people.map((person) => [person.slug, person])).values()]
}

interface Listed {
  rows: readonly MotionRow[]
  voters: readonly Named[]
}

async function motionsOf(tools: CallTools, council: Council, { rows, voters }: Listed) {
  const items = rows.map(toMotionItem)
  const sources = await sourcesOf(tools, council, items)
  const votes = await votesShown(tools, council, { rows, voters })
  return items.map((item, at) => ({
    id: `${council.slug}/motions/${item.slug}`,
    title: textOf(item.title),
    text: textOf(item.text),
    kind: item.kind,
    result: item.result,
    outcome: item.outcome?.verb ?? null,
    ...(item.result_note !== null && { result_note: item.result_note }),
    date: item.meeting_date,
    body: item.organization,
    matter: item.matter_slug,
    mover: item.mover_name,
    seconder: item.seconder_name,
    recorded: recordedOf({ ...item, hasVotes: rows[at]?.has_votes === 1 }),
    votes_for: item.tally.for,
    votes_against: item.tally.against,
    ...(voters.length > 0 && { votes: votes(item.id) }),
    ...(item.tally.weighted !== null && { weighted: item.tally.weighted }),
    ...(item.vote_basis !== null && { vote_basis: item.vote_basis }),
    contested: item.contested,
    url: council.pages + paths.motion({ base: '' }, item.slug),
    source_url: sources[at] ?? council.sourceUrl,
  }))
}

/** How the people voted on each motion; null if they are not named. */
async function votesShown(
  { store: { db } }: CallTools,
  { municipalityId }: Council,
  { rows, voters }: Listed,
) {
  const motions = rows.map(({ id }) => id)
  const people = voters.map(({ slug }) => slug)
  const cast = await listVotesOn(db, { municipalityId, motions, people })
  const values = new Map(cast.map((vote) => [`${vote.motion_id} ${vote.slug}`, vote.value]))
  return (motion: number) =>
    Object.fromEntries(
      voters.map(({ slug, name }) => [name, values.get(`${motion} ${slug}`) ?? null]),
    )
}

/** The URL of each motion at its source, else that of its meeting. */
async function sourcesOf(
  { store }: CallTools,
  { municipalityId }: Council,
  motions: readonly { slug: string; meeting_slug: string | null }[],
): Promise<(string | null | undefined)[]> {
  const slugs = motions.map(({ slug }) => slug)
  const meetings = motions.flatMap(({ meeting_slug: slug }) => slug ?? [])
  const own = await findSourceUrls(store.db, 'motions', { municipalityId, slugs })
  const ofMeeting = await findSourceUrls(store.db, 'meetings', { municipalityId, slugs: meetings })
  return motions.map(({ slug, meeting_slug }) => own.get(slug) ?? ofMeeting.get(meeting_slug ?? ''))
}

/** Throws `ToolError` if no motion has the result. */
async function assertResult(
  { store }: CallTools,
  { municipalityId, slug }: Council,
  result: string,
) {
  const rows = await listMotionRows(store.db, municipalityId, { result }, { limit: 1 })
  if (rows.length > 0) return
  const of = { municipalityId, list: 'motions', name: 'result' }
  const values = (await listFacetValues(store.db, of)).map(({ value }) => value)
  const near = similarTo(result, values)
  const some = (near.length > 0 ? near : values.slice(0, 3)).join(', ')
  throw new ToolError(
    `No motion of ${slug} has the result ${JSON.stringify(shorten(result, 60))}; some that exist: ${some}.`,
  )
}
