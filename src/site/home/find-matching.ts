import { queryLengthMax } from '../../http/schema-types.ts'
import type { ReadStore } from '../../store/open.ts'
import { countWords, parseQuery, searchWordsMax } from '../../store/search/query-terms.ts'
import type { SearchClient } from '../../store/search/queue.ts'
import type { SearchRow } from '../../store/search/search.ts'
import { searchKinds } from '../../store/tables.ts'
import type { SiteLocale } from '../locale.ts'
import type { Council } from './find-councils.ts'

/** More councils than this are not searched together. */
export const searchedMax = 12

/** How many results are shown. */
const shownMax = 20

export type Order = 'best' | 'newest'

/** The words to search for; repeated or overlong ones are ignored. */
export function toSearchText(value: unknown): string {
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
  /** At most `shownMax`. */
  results: readonly Result[]
}

interface Search {
  q: string
  order: Order
  client: SearchClient
}

/** What councils have with all words; undefined without words, or with too many words or councils. */
export async function findMatching(
  record: Pick<ReadStore, 'search'>,
  councils: readonly Council[],
  { q, order, client }: Search,
): Promise<Matching | undefined> {
  const words = countWords(parseQuery(q))
  if (words === 0 || words > searchWordsMax) return undefined
  if (councils.length === 0 || councils.length > searchedMax) return undefined
  const found = []
  for (const council of councils) {
    const { rows, counts } = await record.search({
      ...{ municipalityId: council.id, q, client, match: 'all', kinds: searchKinds },
      ...{ sort: order === 'newest' ? 'date' : 'relevance', limit: shownMax, offset: 0 },
      suggests: false,
    })
    if (rows.length === 0) continue
    const results = rows.map((row) => ({ council, row }))
    found.push({ council, results, count: counts.all, isMore: counts.isMore })
  }
  const lists = found.map(({ results }) => results)
  const merged = order === 'newest' ? newestFirst(lists.flat()) : bestOfEach(lists)
  return { councils: found, results: merged.slice(0, shownMax) }
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
