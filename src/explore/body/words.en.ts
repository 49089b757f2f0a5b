import { plural } from '../../site/plural.ts'

export const bodyWords = {
  members: 'Members',
  noMembers: 'Not recorded: the source does not say who sits on this body today.',
  former: (count: string) => `Earlier members (${count})`,
  name: 'Name',
  seat: (parts: readonly string[]) => parts.join(', '),
  next: 'Next meetings',
  noNext: 'No upcoming meeting is on record.',
  latest: 'Latest meetings',
  noLatest: 'No past meeting is on record.',
  allMeetings: (count: number, shown: string) =>
    count === 1 ? 'The meeting on record' : `All ${shown} meetings`,
  allVotes: 'Its recorded votes',
  kind: 'Kind',
  parent: 'Part of',
  children: (count: number) => plural(count, 'Sub-body', 'Sub-bodies'),
  meetings: 'Meetings on record',
  span: (count: string, first: string, last: string) =>
    first === last ? `${count}, on ${last}` : `${count}, from ${first} to ${last}`,
  state: 'State',
  official: 'Body on the council’s site',
}
