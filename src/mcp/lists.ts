import { foldText } from '../core/fold.ts'
import { regionCode } from '../core/provinces.ts'
import { shorten } from '../core/shorten.ts'
import { similarTo } from '../core/similar-words.ts'
import { listVotedMotions } from '../explore/parts/voted-motions.ts'
import { paths } from '../explore/paths.ts'
import { listFacetValues, type Range } from '../resources/_shared/queries.ts'
import {
  countMeetings,
  listMeetings as listMeetingRows,
  listMeetingsAhead,
  type MeetingFilters,
} from '../resources/meetings/queries.ts'
import { toMeetingItem } from '../resources/meetings/v1.represent.ts'
import {
  countMotions,
  listMotions as listMotionRows,
  type MotionFilters,
} from '../resources/motions/queries.ts'
import { toMotionItem } from '../resources/motions/v1.represent.ts'
import { listMunicipalities } from '../resources/municipalities/queries.ts'
import { toMunicipalityItem } from '../resources/municipalities/v1.represent.ts'
import { countVotedMotions, type VoteFilters } from '../resources/votes/queries.ts'
import { amongOf, definedOf, given } from './counts.ts'
import { findBodyName, findPersonName, ToolError } from './names.ts'
import { findSourceUrls } from './queries.ts'
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

/** Councils of one service that are looked through. */
const councilsMax = 2000

/** `list_councils`. */
export async function listCouncils(
  tools: CallTools,
  { name, region, next }: InputOf<'list_councils'>,
) {
  const all = await listMunicipalities(tools.store.db, { limit: councilsMax })
  const part = foldText(name ?? '')
  const found = all.filter(
    (row) =>
      foldText(`${row.name} ${row.slug}`).includes(part) &&
      (region === undefined || regionCode(row.division_id) === region.toLowerCase()),
  )
  const page = await readPage(tools, {
    ...{ scopeId: 0, tool: 'list_councils', filters: { name, region }, next },
    read: async ({ after: [slug = ''] = [], limit }) =>
      found.filter((row) => row.slug > slug).slice(0, limit),
    position: ({ slug }) => [slug],
    represent: async (rows) => rows.map((row) => councilOf(row, tools)),
  })
  return {
    quoted: ['name', 'source.name'],
    of: found.length,
    url: `${tools.config.siteUrl}/`,
    councils: page.items,
    next: page.next,
  }
}

type Row = Awaited<ReturnType<typeof listMunicipalities>>[number]

function councilOf(row: Row, { config }: CallTools) {
  const { slug, name, as_of, first_meeting, last_meeting, source, counts } = toMunicipalityItem(row)
  return {
    ...{ slug, name, as_of, first_meeting, last_meeting },
    region: regionCode(row.division_id),
    recorded_votes: counts.votes > 0,
    counts,
    url: `${config.siteUrl}/${slug}`,
    source,
    source_url: source?.url ?? row.url,
  }
}

/** `list_motions`. */
export async function listMotions(tools: CallTools, input: InputOf<'list_motions'>) {
  const council = await findCouncil(tools, input.council)
  const { from, to, contested, about, result, next } = input
  const covered = await periodOf(tools, council, input)
  const body = await given(input.body, (name) => findBodyName(tools.store.db, council, name))
  const shared = { organization: body?.slug, date_from: from, date_to: to }
  const shown = { ...shared, contested, about, result }
  const among = await amongOf(tools, council, input)
  if (result !== undefined) await assertResult(tools, council, result)
  const source = await (isOfVotes(input) ? votedMotions : allMotions)(tools, council, {
    ...{ input, shown, among },
  })
  const { municipalityId } = council
  const page = await readPage(tools, {
    ...{ scopeId: municipalityId, tool: 'list_motions', filters: source.filters, next },
    read: source.read,
    position: (row) => [row.date, row.id],
    represent: (rows) => motionsOf(tools, council, rows),
  })
  const count = await source.count()
  return {
    quoted: ['title', 'text', 'result', 'mover', 'seconder', 'body'],
    council: council.slug,
    of: count,
    ...daysIn(covered, count === 0),
    as_of: council.municipality.asOf,
    url: source.url,
    motions: page.items,
    next: page.next,
  }
}

interface MotionsOf {
  input: InputOf<'list_motions'>
  /** The filters of pages that both lists have. */
  shown: { about?: string | undefined } & Record<string, unknown>
  among: { among?: string }
}

/** Motions, how to read and count them, and the page that shows them. */
interface MotionSource {
  filters: Record<string, unknown>
  read: (range: Range) => Promise<MotionRow[]>
  count: () => Promise<number>
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
    filters,
    read: (range) => listMotionRows(db, municipalityId, chosen, range),
    count: () => countMotions(db, municipalityId, chosen),
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
    filters,
    async read(range) {
      const rows = await listVotedMotions(db, municipalityId, chosen, range)
      if (rows.length === 0) return []
      const ids = rows.map(({ id }) => id).join()
      return listMotionRows(db, municipalityId, { among: ids }, { limit: rows.length })
    },
    count: () => countVotedMotions(db, municipalityId, chosen),
    url: urlWith(pages + paths.votes({ base: '' }), { ...filters, view: 'counts' }),
  }
}

type MotionRow = Awaited<ReturnType<typeof listMotionRows>>[number]

async function motionsOf(tools: CallTools, council: Council, rows: readonly MotionRow[]) {
  const items = rows.map(toMotionItem)
  const sources = await sourcesOf(tools, council, items)
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
    mover: item.mover_name,
    seconder: item.seconder_name,
    votes_for: item.tally.for,
    votes_against: item.tally.against,
    ...(item.tally.weighted !== null && { weighted: item.tally.weighted }),
    ...(item.vote_basis !== null && { vote_basis: item.vote_basis }),
    contested: item.contested,
    url: council.pages + paths.motion({ base: '' }, item.slug),
    source_url: sources[at] ?? council.sourceUrl,
  }))
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

/** `list_meetings`. */
export async function listMeetings(tools: CallTools, input: InputOf<'list_meetings'>) {
  const council = await findCouncil(tools, input.council)
  const { municipalityId, pages, today } = council
  const { db } = tools.store
  const { from, to, upcoming, next } = input
  const first = upcoming === true && (from === undefined || from < today) ? today : from
  const covered = await periodOf(tools, council, { from: first, to })
  const shown = {
    organization: (await given(input.body, (name) => findBodyName(db, council, name)))?.slug,
    ...{ date_from: first, date_to: to },
  }
  const chosen = definedOf<MeetingFilters>(shown)
  const page = await readPage(tools, {
    ...{ scopeId: municipalityId, tool: 'list_meetings', filters: { ...shown, upcoming }, next },
    read: ({ after, limit }) =>
      upcoming === true
        ? listAhead(tools, council, { filters: chosen, after, limit })
        : listMeetingRows(db, municipalityId, chosen, { after, limit }),
    position: (row) => [row.date, row.id],
    represent: (rows) => meetingsOf(tools, council, rows),
  })
  const count = await countMeetings(db, municipalityId, chosen)
  return {
    quoted: ['title', 'body', 'location', 'summary'],
    council: council.slug,
    of: count,
    ...daysIn(covered, count === 0),
    as_of: council.municipality.asOf,
    url: urlWith(pages + paths.meetings({ base: '' }), shown),
    meetings: page.items,
    next: page.next,
  }
}

/** Meetings to come of one council. */
const aheadMax = 1000

async function listAhead(
  { store }: CallTools,
  { municipalityId, today }: Council,
  {
    filters,
    after: [date = '', id = 0] = [],
    limit,
  }: { filters: MeetingFilters; after: readonly (string | number)[] | undefined; limit: number },
) {
  const from = { ...filters, date_from: filters.date_from ?? today }
  const rows = await listMeetingsAhead(store.db, municipalityId, from, aheadMax)
  const isAfter = (row: (typeof rows)[number]) =>
    row.date > date || (row.date === date && row.id > Number(id))
  return rows.filter(isAfter).slice(0, limit)
}

type MeetingRow = Awaited<ReturnType<typeof listMeetingRows>>[number]

async function meetingsOf({ store }: CallTools, council: Council, rows: readonly MeetingRow[]) {
  const { municipalityId, pages, slug: of } = council
  const slugs = rows.map(({ slug }) => slug)
  const sources = await findSourceUrls(store.db, 'meetings', { municipalityId, slugs })
  return rows.map(toMeetingItem).map((meeting) => ({
    id: `${of}/meetings/${meeting.slug}`,
    title: textOf(meeting.title),
    date: meeting.date,
    start_time: meeting.start_time,
    body: meeting.organization,
    status: meeting.status,
    location: textOf(meeting.location, 200),
    summary: textOf(meeting.summary),
    has_agenda: meeting.has_agenda,
    has_minutes: meeting.has_minutes,
    url: pages + paths.meeting({ base: '' }, meeting.slug),
    source_url: sources.get(meeting.slug) ?? council.sourceUrl,
  }))
}
