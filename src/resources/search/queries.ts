import { countWords, parseQuery, searchWordsMax } from '../../store/search/query.ts'

/** How many words a query has, and how many it may have. */
export const wordCount = (q: string) => ({ count: countWords(parseQuery(q)), max: searchWordsMax })
