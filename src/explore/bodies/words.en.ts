import { plural } from '../../site/plural.ts'

export const bodiesWords = {
  title: 'Bodies',
  lead: 'The council, its committees and boards.',
  description: (council: string) =>
    `The council, committees and boards of ${council}: members and meetings.`,
  kinds: {
    council: 'Council',
    committee: 'Committee',
    board: 'Board',
    commission: 'Commission',
    other: 'Other body',
  },
  inactive: 'not active today',
  meetings: (count: number, shown: string) =>
    `${shown} ${plural(count, 'meeting', 'meetings')} on record`,
  none: 'No bodies on record.',
}
