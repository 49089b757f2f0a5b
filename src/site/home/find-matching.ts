import { isCalendarDate } from '../../core/calendar-date.ts'
import { namedCouncilsMax } from '../../core/named-councils-max.ts'
import { regionPattern } from '../../core/provinces.ts'
import { queryLengthMax } from '../../http/schema-types.ts'
import type { ReadStore } from '../../store/open.ts'
import { countWords, parseQuery, searchWordsMax } from '../../store/search/query-terms.ts'
import type { SearchClient } from '../../store/search/queue.ts'
import type { SearchQuery, SearchRow } from '../../store/search/search.ts'
import { searchKinds } from '../../store/tables.ts'
import type { SiteLocale } from '../locale.ts'
import type { Council } from './find-councils.ts'

/** Up to this many councils are each searched as on their own pages, more of them together. */
export const searchedMax = 12

/** Results of later pages are few, and each page skips those before it. */
const pageMax = 100

/** How many results are shown. */
const shownMax = 20

export type Order = 'best' | 'newest'

/** The words to search for; repeated or overlong ones are ignored. */
function toSearchText(value: unknown): string {
  return typeof value === 'string' && value.length <= queryLengthMax ? value.trim() : ''
}

/** A record that was found, and whose it is. */
export interface Result {
  council: Council
  row: SearchRow
}

export interface Matching {
  /** The councils that have a text with all words, with the number of results. */
  councils: readonly { council: Council; count: number; isMore: boolean }[]
  /** Whether older texts match too, which are not counted. */
  isMore: boolean
  /** At most `shownMax`. */
  results: readonly Result[]
  /** Whether they were searched together. */
  isTogether: boolean
  hasNext: boolean
}

/** What a visitor searches for. */
export interface SearchOptions {
  q: string
  order: Order
  /** A part of the name of a council. */
  name: string
  /** See `regionCode`; empty for all. */
  region: string
  /** Days, or empty. */
  from: string
  to: string
  page: number
}

/** An invalid or repeated value is ignored. */
export function toOptions(query: Readonly<Record<string, unknown>>): SearchOptions {
  const text = (name: string) => {
    const value = query[name]
    return typeof value === 'string' ? value.trim() : ''
  }
  const day = (name: string) => (isCalendarDate(text(name)) ? text(name) : '')
  const page = Number(text('page'))
  return {
    q: toSearchText(query.q),
    order: query.sort === 'date' ? 'newest' : 'best',
    name: text('council').slice(0, 100),
    region: new RegExp(regionPattern).test(text('region')) ? text('region').toLowerCase() : '',
    ...{ from: day('from'), to: day('to') },
    page: Number.isInteger(page) && page >= 1 && page <= pageMax ? page : 1,
  }
}

type Found = Pick<ReadStore, 'search'>

/** What councils have with all words; undefined without words, or with too many words or names. */
export async function findMatching(
  record: Found,
  councils: readonly Council[],
  { client, ...options }: SearchOptions & { client: SearchClient },
): Promise<Matching | undefined> {
  const words = countWords(parseQuery(options.q))
  if (words === 0 || words > searchWordsMax || councils.length === 0) return undefined
  const { q, order, from, to } = options
  const query: Query = {
    ...{ q, client, match: 'all', kinds: searchKinds, suggests: false },
    ...{ from: from || undefined, to: to || undefined },
    sort: order === 'newest' ? 'date' : 'relevance',
  }
  if (councils.length <= searchedMax) return findInEach(record, councils, query)
  const isNamed = options.name !== ''
  if (isNamed && councils.length > namedCouncilsMax) return undefined
  const ids = isNamed ? councils.map(({ id }) => id) : undefined
  const { region, page } = options
  return findTogether(record, councils, { ...query, ids, region, page })
}

type Query = Omit<SearchQuery, 'municipalityId' | 'limit' | 'offset'>

/** As on the pages of the councils, which know the names of people and bodies. */
async function findInEach(
  record: Found,
  councils: readonly Council[],
  query: Query,
): Promise<Matching> {
  const found = []
  for (const council of councils) {
    const scope = { municipalityId: council.id, limit: shownMax, offset: 0 }
    const { rows, counts } = await record.search({ ...query, ...scope })
    if (rows.length === 0) continue
    const results = rows.map((row) => ({ council, row }))
    found.push({ council, results, count: counts.all, isMore: counts.isMore })
  }
  const lists = found.map(({ results }) => results)
  const merged = query.sort === 'date' ? newestFirst(lists.flat()) : bestOfEach(lists)
  const isMore = found.some((council) => council.isMore)
  const results = merged.slice(0, shownMax)
  return { councils: found, results, isMore, isTogether: false, hasNext: false }
}

async function findTogether(
  record: Found,
  councils: readonly Council[],
  {
    ids,
    region,
    page,
    ...query
  }: Query & Pick<SearchOptions, 'region' | 'page'> & { ids?: number[] | undefined },
): Promise<Matching> {
  const { rows, councils: counted } = await record.search({
    ...query,
    ...{ municipalityId: null, municipalityIds: ids, region: region || undefined },
    ...{ countsCouncils: true, limit: shownMax + 1, offset: (page - 1) * shownMax },
  })
  const byId = new Map(councils.map((council) => [council.id, council]))
  const results = rows.slice(0, shownMax).flatMap((row) => {
    const council = byId.get(row.municipality_id)
    return council === undefined ? [] : [{ council, row }]
  })
  const found = (counted?.councils ?? []).flatMap(({ id, records: count }) => {
    const council = byId.get(id)
    return council === undefined ? [] : [{ council, count, isMore: false }]
  })
  const hasNext = rows.length > shownMax && page < pageMax
  return { councils: found, results, isMore: counted?.isCut === true, isTogether: true, hasNext }
}

/** Scores compare only within one council, so the best result of each comes first. */
function bestOfEach<R>(lists: readonly (readonly R[])[]): R[] {
  const ranks = Array.from({ length: shownMax }, (_, rank) => rank)
  return ranks.flatMap((rank) => lists.flatMap((list) => list.slice(rank, rank + 1)))
}

function newestFirst(results: readonly Result[]): Result[] {
  const dateOf = ({ row }: Result) => row.date ?? ''
  return results.toSorted((one, other) =>
    dateOf(one) === dateOf(other) ? 0 : dateOf(one) > dateOf(other) ? -1 : 1,
  )
}

/** The search of a council. */
export function searchPath(
  { prefix }: SiteLocale,
  slug: string,
  q: string,
  order: Order = 'best',
): string {
  const path = `${prefix}/${slug}/search`
  const query = { q, ...(order === 'newest' && { sort: 'date' }) }
  return q === '' ? path : `${path}?${new URLSearchParams(query)}`
}
