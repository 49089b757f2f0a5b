import { de } from '../../site/elision.ts'
import { pluriel } from '../../site/plural.ts'
import type { overviewWords as english } from './words.en.ts'

export const overviewWords: typeof english = {
  title: 'Aperçu',
  description: (council) =>
    `Décisions récentes ${de(council)}, prochaines réunions et membres du conseil.`,
  lead: 'Réunions, motions, et qui a voté comment.',
  between: (first, last) => `Réunions, motions et qui a voté et comment, de ${first} à ${last}.`,
  ended: (last) =>
    `La dernière réunion consignée a eu lieu le ${last}. De plus récentes figurent peut-être sur {site}.`,
  site: 'le site du conseil',
  next: 'Prochaines réunions',
  noNext: 'Aucune réunion à venir n’est consignée.',
  latest: 'Dernières réunions',
  noLatest: 'Aucune réunion passée n’est consignée.',
  decided: 'Dernière réunion du conseil dont des décisions sont consignées : {meeting}.',
  allMeetings: 'Toutes les réunions',
  closest: 'Votes les plus serrés',
  closestOf: 'Au cours des douze derniers mois, lorsque le décompte des voix est connu.',
  allVotes: 'Tous les votes consignés',
  noClosest: 'Non consigné : aucun vote partagé des douze derniers mois ne comporte de décompte.',
  bodies: 'Conseil, comités et commissions',
  matters: 'Dossiers traités récemment',
  noMatters: 'Non consigné : cette source ne contient pas de dossiers.',
  allMatters: 'Tous les dossiers',
  bylaws: 'Derniers règlements municipaux',
  noBylaws: 'Non consigné : cette source ne contient pas de règlements.',
  allBylaws: 'Tous les règlements municipaux',
  allBodies: 'Toutes les instances',
  meetings: (count) => `${count} ${pluriel(count, 'réunion', 'réunions')}`,
}
