import { pluriel } from '../../site/plural.ts'
import type { bodyWords as english } from './words.en.ts'

export const bodyWords: typeof english = {
  members: 'Membres',
  noMembers: 'Non consigné : la source n’indique pas qui siège à cette instance aujourd’hui.',
  former: (count) => `Anciens membres (${count})`,
  name: 'Nom',
  seat: (parts) => parts.join(', '),
  next: 'Prochaines réunions',
  noNext: 'Aucune réunion à venir n’est consignée.',
  latest: 'Dernières réunions',
  noLatest: 'Aucune réunion passée n’est consignée.',
  allMeetings: (count, shown) =>
    count === 1 ? 'La réunion consignée' : `Toutes les réunions (${shown})`,
  allVotes: 'Ses votes consignés',
  kind: 'Type',
  parent: 'Relève de',
  children: (count) => pluriel(count, 'Sous-instance', 'Sous-instances'),
  meetings: 'Réunions consignées',
  span: (count, first, last) =>
    first === last ? `${count}, le ${last}` : `${count}, du ${first} au ${last}`,
  state: 'État',
  official: 'L’instance sur le site du conseil',
}
