/** What keeps the cost of a search flat, however many texts have its words. */
export interface SearchBounds {
  /** So many of the texts that are found are ranked, the newest; the others follow them, newest first. */
  ranked: number
  /** Once its words are in so many texts, each word counted each time it is typed, nothing is weighed by how rare it is. */
  weighed: number
  /** Phrases are searched for in so many of the texts that have their words anywhere, the newest. */
  compared: number
}

export const searchBounds: SearchBounds = { ranked: 2000, weighed: 10_000, compared: 10_000 }

/** The score of a text that is not ranked: below that of every one that is. */
export const unrankedScore = 1e-9

/** What the texts of one page are: so many of those that are ranked, and so many of those that follow them. */
export function splitPage(limit: number, offset: number, { ranked }: SearchBounds) {
  const ofRanked = Math.min(limit, Math.max(0, ranked - offset))
  return {
    ranked: { limit: ofRanked, offset },
    /** `offset` counts from the newest of all, those that are ranked included. */
    others: { limit: limit - ofRanked, offset: Math.max(offset, ranked) },
  }
}
