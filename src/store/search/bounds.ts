/** Limits that bound the cost of a search for common words. */
export interface SearchBounds {
  /** How many of the newest matches are ranked; all others follow, newest first. */
  rankedMax: number
  /** How many of the newest documents with all the words are checked for the phrases. */
  compared: number
}

export const searchBounds: SearchBounds = { rankedMax: 2000, compared: 10_000 }

/** Score of unranked matches; ranked ones always score higher. */
export const unrankedScore = 1e-9

/** Rows that are indexed together; with fewer, FTS5 merges more segments. */
export const indexedRows = 2000
