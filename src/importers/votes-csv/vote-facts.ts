import type { Evidence } from './voters.ts'

/** What a row says of the vote that it belongs to. */
export interface VoteFacts {
  voteId: string | null
  meetingId: string | null
  body: string
  /** YYYY-MM-DD. */
  date: string | null
  /** Sorts the votes of a day. */
  time: string
  matterNumber: string | null
  itemNumber: string | null
  itemTitle: string | null
  motionType: string | null
  text: string | null
  result: string | null
  for: number | null
  against: number | null
  mover: string | null
  seconder: string | null
}

/** The vote of one member, as the table writes it. */
export interface Ballot {
  name: string
  given: string | null
  family: string | null
  word: string
  evidence: Evidence
  weight?: number | null
}

export interface Vote {
  facts: VoteFacts
  location: string
  /** The words of each member, by the name as it is written. */
  words: Map<string, Set<string>>
  weights: Map<string, number>
  /** Whether its names are lists, so that their counts can be compared. */
  isListed: boolean
}

/** What is voted on, by its number or else its title. */
export const itemOf = ({ matterNumber, itemNumber, itemTitle }: VoteFacts) =>
  matterNumber ?? itemNumber ?? itemTitle
