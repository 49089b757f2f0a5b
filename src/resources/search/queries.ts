import { countWords, parseQuery, searchWordsMax } from '../../store/search/query-terms.ts'
import { searchBounds } from '../../store/search/search.ts'

/** How many results a table of a search may have: those that are ranked. */
export const resultsMax = searchBounds.rankedMax

/** How many words a query has, and how many it may have. */
export const wordCount = (q: string) => ({ count: countWords(parseQuery(q)), max: searchWordsMax })
