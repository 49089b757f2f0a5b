import { de } from '../../site/elision.ts'
import { pluriel } from '../../site/plural.ts'
import type { meetingsWords as english } from './words.en.ts'

export const meetingsWords: typeof english = {
  title: 'Réunions',
  description: (council) =>
    `Réunions ${de(council)}, de ses comités et commissions : ordres du jour, procès-verbaux, motions et votes.`,
  withVotes: 'Avec votes consignés seulement',
  none: 'Aucune réunion consignée.',
  noneSuch: 'Aucune réunion consignée ne correspond à ces filtres.',
  agenda: 'ordre du jour',
  minutes: 'procès-verbal',
  video: 'vidéo',
  motions: (count) => `${count} ${pluriel(count, 'motion', 'motions')}`,
  recorded: (count) => `${count} ${pluriel(count, 'vote consigné', 'votes consignés')}`,
  noMinutesYet: 'procès-verbal pas encore publié',
  noMinutes: 'aucun procès-verbal consigné',
}
