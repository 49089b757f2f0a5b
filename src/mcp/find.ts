import { resultPath } from '../core/result-path.ts'
import { paths } from '../explore/paths.ts'
import { toMatterOutcome } from '../resources/_shared/v1.represent.ts'
import { wordCount } from '../resources/search/queries.ts'
import { searchTypes } from '../resources/search/schema.ts'
import type { SearchResponse, SearchRow } from '../store/search/search.ts'
import { ToolError } from './names.ts'
import { findSourceUrls, listCouncilNames } from './queries.ts'
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

/** More councils are not searched together. */
const searchedMax = 12
/** Results that are paged through. */
const resultsMax = 200

interface Found {
  council: Council
  row: SearchRow
  at: number
}

/** `search`. */
export async function search(tools: CallTools, input: InputOf<'search'>) {
  const { query, from, to, next } = input
  assertWords(query)
  const councils = await councilsOf(tools, input.council)
  const only = councils.length === 1 ? councils[0] : undefined
  const covered = only && (await periodOf(tools, only, input))
  const { found, counts } = await searchAll(tools, councils, input)
  const numbered = found.map((one, at) => ({ ...one, at }))
  const filters = { query, council: input.council, kinds: input.kinds?.join(), from, to }
  const undated = only === undefined ? 0 : await countUndated(tools, only, input)
  const page = await readPage(tools, {
    ...{ scopeId: only?.municipalityId ?? 0, tool: 'search', filters, next },
    read: async ({ after: [last = -1] = [], limit }) =>
      numbered.slice(Number(last) + 1, Number(last) + 1 + Math.min(limit, pageMax + 1)),
    position: ({ at }) => [at],
    represent: (rows) => resultsOf(tools, rows.slice(0, pageMax)),
  })
  return {
    quoted: ['title', 'snippet'],
    matched: counts.all > 0 ? 'all' : counts.some > 0 ? 'some' : 'none',
    missing_words: found[0]?.row.missing_words ?? [],
    ...(undated > 0 && { undated_matches_left_out: undated }),
    ...(covered === undefined
      ? { period: { from, to } }
      : daysIn(covered, counts.all + counts.some === 0)),
    ...(only === undefined
      ? { url: urlWith(`${tools.config.siteUrl}/search`, { q: query }) }
      : numbersOf(only, input, counts)),
    results: page.items,
    next: page.next,
  }
}

type Counted = SearchResponse['counts']

/** The results of some councils, the best first. */
async function searchAll(
  tools: CallTools,
  councils: readonly Council[],
  { query, from, to, kinds: given }: InputOf<'search'>,
) {
  const kinds = given === undefined ? Object.values(searchTypes) : given.map(kindOf)
  const found: Omit<Found, 'at'>[] = []
  const counts: Counted = { all: 0, some: 0, above: 0, isMore: false }
  for (const council of councils) {
    const response = await tools.store.search({
      ...{ municipalityId: council.municipalityId, q: query, match: 'best', from, to },
      ...{ kinds: [...new Set(kinds)], limit: resultsMax, offset: 0, client: tools.client },
    })
    counts.all += response.counts.all
    counts.some += response.counts.some
    counts.above += response.counts.above
    counts.isMore ||= response.counts.isMore
    found.push(...response.rows.map((row) => ({ council, row })))
  }
  if (councils.length > 1) found.sort((one, other) => other.row.score - one.row.score)
  return { found, counts }
}

/** The records that have all words and no date, which a period omits. */
async function countUndated(
  { store, client }: CallTools,
  { municipalityId }: Council,
  { query, from, to, next, kinds: given }: InputOf<'search'>,
): Promise<number> {
  if ((from === undefined && to === undefined) || next !== undefined) return 0
  const kinds = given === undefined ? Object.values(searchTypes) : [...new Set(given.map(kindOf))]
  const matching = { municipalityId, q: query, match: 'all', kinds, client } as const
  const range = { limit: 0, offset: 0, suggests: false }
  const all = await store.search({ ...matching, ...range })
  const dated = await store.search({ ...matching, ...range, from: firstDate })
  return Math.max(0, all.counts.all - dated.counts.all)
}

/** No record is older. */
const firstDate = '0001-01-01'

const kindOf = (kind: string) => searchTypes[kind as keyof typeof searchTypes]

/** The counts of the page, which has results of all kinds or of one. */
function numbersOf(
  { pages, municipality }: Council,
  { query, from, to, kinds = [] }: InputOf<'search'>,
  { all, some, above, isMore }: Counted,
) {
  const shown = { q: query, type: kinds.length === 1 ? kinds[0] : undefined }
  return {
    ...(kinds.length < 2 && { of: { best: above, others: isMore ? 'more' : all + some - above } }),
    as_of: municipality.asOf,
    url: urlWith(`${pages}/search`, { ...shown, date_from: from, date_to: to }),
  }
}

const pageMax = 10

function assertWords(query: string): void {
  const { count, max } = wordCount(query)
  if (count > max) throw new ToolError(`query must have at most ${max} words, not ${count}.`)
}

async function councilsOf(tools: CallTools, given: string | undefined): Promise<Council[]> {
  if (given !== undefined) return [await findCouncil(tools, given)]
  const names = await listCouncilNames(tools.store.db)
  if (names.length > searchedMax)
    throw new ToolError(
      `This service has ${names.length} councils; name one as council (list_councils finds it).`,
    )
  return Promise.all(names.map(({ slug }) => findCouncil(tools, slug)))
}

async function resultsOf(tools: CallTools, found: readonly Found[]) {
  const sources = await sourcesOf(tools, found)
  return found.map(({ council, row }, at) => ({
    id: idOf(council, row),
    title: textOf(row.title, 300),
    url: council.pages + resultPath(row),
    source_url: sources[at] ?? council.sourceUrl,
    kind: row.kind,
    council: council.slug,
    // The index has the last day of a matter.
    ...(row.kind === 'matter' ? { last_seen: row.date } : { date: row.date }),
    ...matterOf(row),
    snippet: textOf(row.snippet, 400),
    ...(row.missing_words.length > 0 && { missing_words: row.missing_words }),
  }))
}

/** The matter that a result is about, and what was decided of it at last, and when. */
function matterOf({ matter_slug: matter, matter_outcome }: SearchRow) {
  if (matter === null) return {}
  const found = toMatterOutcome(matter_outcome)
  if (found === null) return { matter }
  const { outcome, date, veto } = found
  return {
    matter,
    ...(outcome !== null && { decided: { outcome: outcome.verb, body: outcome.body, date } }),
    ...(veto !== null && { veto: { became: veto.became, date: veto.later_date ?? veto.date } }),
  }
}

/** What `fetch` takes: the page of a record, or an item within that of its meeting. */
function idOf({ slug }: Council, row: SearchRow): string {
  if (row.kind === 'agenda_item' && row.meeting_slug !== null)
    return `${slug}${paths.meeting({ base: '' }, row.meeting_slug)}/items/${row.slug}`
  const [path = ''] = resultPath(row).split(/[?#]/)
  return row.document_page === null ? slug + path : `${slug}${path}?page=${row.document_page}`
}

/** The URL of each record at its source, else that of its meeting or matter. */
async function sourcesOf({ store }: CallTools, found: readonly Found[]) {
  const sources = new Map<string, string | null>()
  for (const council of new Set(found.map((one) => one.council))) {
    const rows = found.filter((one) => one.council === council).map(({ row }) => row)
    const read = async (table: 'motions' | 'meetings' | 'matters', slugs: (string | null)[]) => {
      const { municipalityId } = council
      const given = slugs.flatMap((slug) => slug ?? [])
      const urls = await findSourceUrls(store.db, table, { municipalityId, slugs: given })
      for (const [slug, url] of urls) sources.set(`${municipalityId} ${table} ${slug}`, url)
    }
    const motions = rows.filter(({ kind }) => kind === 'motion')
    await read(
      'motions',
      motions.map(({ slug }) => slug),
    )
    await read(
      'meetings',
      rows.map(({ meeting_slug: slug }) => slug),
    )
    await read(
      'matters',
      rows.map(({ matter_slug: slug }) => slug),
    )
  }
  return found.map(({ council: { municipalityId: id }, row }) => {
    const own = row.kind === 'motion' ? sources.get(`${id} motions ${row.slug}`) : undefined
    const ofMeeting = sources.get(`${id} meetings ${row.meeting_slug}`)
    return own ?? ofMeeting ?? sources.get(`${id} matters ${row.matter_slug}`)
  })
}
