/** Limits that bound the cost of a search for common words. */
export interface SearchBounds {
  /** How many of the newest matches are ranked; all others follow, newest first. */
  rankedMax: number
  /** Up to how many occurrences of its words a search is ranked by bm25. */
  scoredMax: number
  /** How many of the newest documents with all the words are checked for the phrases. */
  compared: number
}

export const searchBounds: SearchBounds = { rankedMax: 2000, scoredMax: 10_000, compared: 10_000 }

/** Score of unranked matches; ranked ones always score higher. */
export const unrankedScore = 1e-9

/** Splits a page into its ranked and its unranked part. */
export function splitPage(limit: number, offset: number, { rankedMax }: SearchBounds) {
  const ofRanked = Math.min(limit, Math.max(0, rankedMax - offset))
  return {
    rankedPart: { limit: ofRanked, offset },
    /** Counts from the newest match, including ranked ones. */
    others: { limit: limit - ofRanked, offset: Math.max(offset, rankedMax) },
  }
}
