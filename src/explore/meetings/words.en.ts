import { plural } from '../../site/plural.ts'

export const meetingsWords = {
  title: 'Meetings',
  description: (council: string) =>
    `Meetings of ${council}, its committees and boards: agendas, minutes, motions and votes.`,
  withVotes: 'Only with recorded votes',
  none: 'No meetings on record.',
  noneSuch: 'No meeting on record matches these filters.',
  agenda: 'agenda',
  minutes: 'minutes',
  video: 'video',
  motions: (count: number) => `${count} ${plural(count, 'motion', 'motions')}`,
  recorded: (count: number) => `${count} ${plural(count, 'recorded vote', 'recorded votes')}`,
  noMinutesYet: 'minutes not published yet',
  noMinutes: 'no minutes on record',
}
