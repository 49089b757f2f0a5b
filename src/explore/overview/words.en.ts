import { plural } from '../../site/plural.ts'

export const overviewWords = {
  title: 'Overview',
  description: (council: string) =>
    `What ${council} decided lately, what is next, and who sits on the council.`,
  lead: 'Meetings, motions and who voted how.',
  between: (first: string, last: string) =>
    `Meetings, motions and who voted how, from ${first} to ${last}.`,
  ended: (last: string) =>
    `The last meeting on record was on ${last}. Newer ones may be on {site}.`,
  site: 'the council’s own site',
  next: 'Next meetings',
  noNext: 'No upcoming meeting is on record.',
  latest: 'Latest meetings',
  noLatest: 'No past meeting is on record.',
  decided: 'The last meeting of the council with decisions on record: {meeting}.',
  allMeetings: 'All meetings',
  closest: 'Closest votes',
  closestOf: 'Of the last twelve months, as far as the votes were counted.',
  allVotes: 'All recorded votes',
  noClosest: 'Not recorded: no divided vote of the last twelve months has a count.',
  bodies: 'Council, committees and boards',
  matters: 'Matters dealt with lately',
  noMatters: 'Not recorded: this source has no matters.',
  allMatters: 'All matters',
  bylaws: 'Newest by-laws',
  noBylaws: 'Not recorded: this source has no by-laws.',
  allBylaws: 'All by-laws',
  allBodies: 'All bodies',
  meetings: (count: number) => `${count} ${plural(count, 'meeting', 'meetings')}`,
}
