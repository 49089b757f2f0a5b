import { de } from '../../site/elision.ts'
import type { votesWords as english } from './words.en.ts'

export const votesWords: typeof english = {
  title: 'Votes consignés',
  description: (council) =>
    `Motions ${de(council)} pour lesquelles est consigné qui a voté et comment.`,
  person: 'Membre',
  anyone: 'Tout le monde',
  dissent: 'Avec votes du côté perdant seulement',
  none: 'Non consigné : aucune motion consignée n’indique qui a voté et comment.',
  noneSuch: 'Aucun vote consigné ne correspond à ces filtres.',
  views: 'Affichage',
  list: 'Liste',
  grid: 'Tableau des membres',
  member: 'Membre',
  ofMeeting: 'D’une réunion : {meeting}.',
  unnamed: '?',
  noMember: '–',
  legend:
    '? : aucun vote de ce membre n’est consigné nommément, alors que d’autres le sont. – : ne figure pas parmi les membres de cette instance ni à cette réunion. Absence : absence consignée.',
  moreMembers: (shown, all) =>
    `${shown} personnes sur ${all} sont montrées; la page de chaque motion les montre toutes.`,
}
