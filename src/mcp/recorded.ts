interface Recorded {
  hasVotes: boolean
  tally: { for: number | null }
}

/** Whether all, some (such as dissents) or none of the votes of people are recorded. */
export const recordedOf = ({ hasVotes, tally }: Recorded): 'all' | 'some' | 'none' =>
  hasVotes ? (tally.for === null ? 'some' : 'all') : 'none'
