import { de } from '../../site/elision.ts'
import { pluriel } from '../../site/plural.ts'
import type { peopleWords as english } from './words.en.ts'

export const peopleWords: typeof english = {
  members: 'Membres du conseil',
  description: (council) =>
    `Les membres ${de(council)} et leur quartier : leurs votes et leur présence aux réunions.`,
  sorted: (count, shown) => `${shown} ${pluriel(count, 'membre', 'membres')}, par`,
  byWard: 'quartier',
  byName: 'nom',
  seat: (parts) => parts.join(', '),
  noMembers: 'Non consigné : la source n’indique pas qui siège au conseil aujourd’hui.',
  former: 'Anciens membres',
  everyone: 'Toutes les personnes nommées',
  everyoneText:
    'Membres du conseil et des comités, personnel et autres personnes nommées dans les procès-verbaux.',
  noOne: 'Non consigné : les données ne nomment personne.',
}
