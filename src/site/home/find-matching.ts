import { queryLengthMax } from '../../http/schema-types.ts'
import type { ReadStore } from '../../store/open.ts'
import { countWords, parseQuery, searchWordsMax } from '../../store/search/query.ts'
import type { SearchClient } from '../../store/search/queue.ts'
import type { Council } from './find-councils.ts'

/** More councils than this are not searched together. */
export const searchedMax = 12

/** The words to search for; repeated or overlong ones are ignored. */
export function toSearchText(value: unknown): string {
  return typeof value === 'string' && value.length <= queryLengthMax ? value.trim() : ''
}

/** The ids of the councils that have a text with all words; undefined without words, or with too many words or councils. */
export async function findMatching(
  record: Pick<ReadStore, 'searchMunicipalities'>,
  councils: readonly Council[],
  q: string,
  client: SearchClient,
): Promise<ReadonlySet<number> | undefined> {
  const words = countWords(parseQuery(q))
  if (words === 0 || words > searchWordsMax) return undefined
  if (councils.length === 0 || councils.length > searchedMax) return undefined
  const municipalityIds = councils.map(({ id }) => id)
  return new Set(await record.searchMunicipalities({ q, municipalityIds, client }))
}
