import { plural } from '../../site/plural.ts'

export const motionsWords = {
  title: 'Motions',
  description: (council: string) => `Motions of ${council} and its committees, with their results.`,
  result: 'Result',
  allResults: 'All results',
  kind: 'Kind',
  allKinds: 'All kinds',
  mover: 'Moved by',
  anyone: 'Anyone',
  recordedOnly: 'Only with recorded votes',
  contestedOnly: 'With votes for and against',
  noneSuch: 'No motion on record matches these filters.',
  none: 'Not recorded: no motion of this council is on record.',
  namedOnly: (count: number) =>
    `${count} ${plural(count, 'vote', 'votes')} by name, without a count.`,
  againstOnly: (count: number) => `${count} against by name, without a count.`,
  total: (shown: string) => `All motions (${shown})`,
  years: 'Years',
}
