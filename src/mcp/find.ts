import { resultPath } from '../core/result-path.ts'
import { paths } from '../explore/paths.ts'
import { toMatterOutcome } from '../resources/_shared/v1.represent.ts'
import { listMunicipalities } from '../resources/municipalities/queries.ts'
import { findCouncils, wordCount } from '../resources/search/queries.ts'
import { searchTypes } from '../resources/search/schema.ts'
import type { SearchResponse, SearchRow } from '../store/search/search.ts'
import { ToolError } from './names.ts'
import { findSourceUrls } from './queries.ts'
import {
  type CallTools,
  type Council,
  daysIn,
  findCouncil,
  periodOf,
  readCouncil,
  readPage,
  textOf,
  urlWith,
} from './results.ts'
import type { InputOf } from './schema.ts'

/** Results that are paged through. */
const resultsMax = 200
/** Councils that are counted by name. */
const countedMax = 25

interface Found {
  row: SearchRow
  at: number
}

/** `search`. */
export async function search(tools: CallTools, input: InputOf<'search'>) {
  const { query, from, to, next, region } = input
  assertWords(query)
  if (input.council !== undefined && region !== undefined)
    throw new ToolError('council and region cannot be combined: a council is in one region.')
  const only = await councilOf(tools, input)
  const covered = only && (await periodOf(tools, only, input))
  const response = await searchIn(tools, only, input)
  const { rows, counts } = response
  const filters = { query, council: input.council, region, kinds: input.kinds?.join(), from, to }
  const undated = only === undefined ? 0 : await countUndated(tools, only, input)
  const page = await readPage(tools, {
    ...{ scopeId: only?.municipalityId ?? 0, tool: 'search', filters, next },
    read: async ({ after: [last = -1] = [], limit }) =>
      rows
        .map((row, at) => ({ row, at }))
        .slice(Number(last) + 1, Number(last) + 1 + Math.min(limit, pageMax + 1)),
    position: ({ at }) => [at],
    represent: (found) => resultsOf(tools, only, found.slice(0, pageMax)),
  })
  return {
    quoted: ['title', 'snippet'],
    matched: response.matched,
    missing_words: rows[0]?.missing_words ?? [],
    ...(undated > 0 && { undated_matches_left_out: undated }),
    ...(covered === undefined
      ? { period: { from, to } }
      : daysIn(covered, counts.all + counts.some === 0)),
    ...(only === undefined
      ? await numbersOfAll(tools, input, response)
      : numbersOf(only, input, counts)),
    results: page.items,
    next: page.next,
  }
}

/** The council that is named, or the only one of the service; undefined for all. */
async function councilOf(tools: CallTools, { council, region }: InputOf<'search'>) {
  if (council !== undefined) return findCouncil(tools, council)
  const [first, ...others] = await listMunicipalities(tools.store.db, { limit: 2 })
  const isOnly = first !== undefined && others.length === 0 && region === undefined
  return isOnly ? readCouncil(tools, first.slug) : undefined
}

type Counted = SearchResponse['counts']

/** The results of a council, or of all, the best first. */
function searchIn(
  { store, client }: CallTools,
  only: Council | undefined,
  { query, from, to, region, kinds }: InputOf<'search'>,
) {
  return store.search({
    ...{ municipalityId: only?.municipalityId ?? null, q: query, match: 'best', from, to },
    ...{ region: region?.toLowerCase(), kinds: kindsOf(kinds), client },
    ...{ countsCouncils: only === undefined, limit: resultsMax, offset: 0 },
  })
}

const kindsOf = (given: InputOf<'search'>['kinds']) =>
  given === undefined ? Object.values(searchTypes) : [...new Set(given.map(kindOf))]

/** The records that have all words and no date, which a period omits. */
async function countUndated(
  { store, client }: CallTools,
  { municipalityId }: Council,
  { query, from, to, next, kinds }: InputOf<'search'>,
): Promise<number> {
  if ((from === undefined && to === undefined) || next !== undefined) return 0
  const matching = {
    municipalityId,
    q: query,
    match: 'all',
    kinds: kindsOf(kinds),
    client,
  } as const
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

/** How many records with all words there are, and in which councils. */
async function numbersOfAll(
  { store, config }: CallTools,
  { query, from, to, region }: InputOf<'search'>,
  { councils }: SearchResponse,
) {
  const counted = councils?.councils ?? []
  const listed = counted.slice(0, countedMax)
  const named = await findCouncils(
    store.db,
    listed.map(({ id }) => id),
  )
  return {
    with_all_words: {
      records: counted.reduce((sum, { records }) => sum + records, 0),
      councils: counted.length,
      ...(councils?.isCut === true && { and_older_ones: 'not counted' }),
    },
    councils: listed.flatMap(({ id, records }) => {
      const council = named.get(id)
      return council === undefined ? [] : [{ slug: council.slug, name: council.name, records }]
    }),
    url: urlWith(`${config.siteUrl}/search`, { q: query, region, from, to }),
  }
}

const pageMax = 10

function assertWords(query: string): void {
  const { count, max } = wordCount(query)
  if (count > max) throw new ToolError(`query must have at most ${max} words, not ${count}.`)
}

async function resultsOf(tools: CallTools, only: Council | undefined, rows: readonly Found[]) {
  const councils = await councilsOf(tools, only, rows)
  const found = rows.flatMap(({ row }) => {
    const council = councils.get(row.municipality_id)
    // It may be removed after it is searched.
    return council === undefined ? [] : [{ council, row }]
  })
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

/** The councils of some results, by their ids. */
async function councilsOf(
  tools: CallTools,
  only: Council | undefined,
  rows: readonly Found[],
): Promise<ReadonlyMap<number, Council>> {
  if (only !== undefined) return new Map([[only.municipalityId, only]])
  const named = await findCouncils(
    tools.store.db,
    rows.map(({ row }) => row.municipality_id),
  )
  const found = await Promise.all([...named.values()].map(({ slug }) => readCouncil(tools, slug)))
  return new Map(found.flatMap((council) => (council ? [[council.municipalityId, council]] : [])))
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
async function sourcesOf(
  { store }: CallTools,
  found: readonly { council: Council; row: SearchRow }[],
) {
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
