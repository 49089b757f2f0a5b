import type { Words } from './en.ts'

/** The words of the seats that voted in French. */
export const chamberWords: Pick<Words, 'chamber'> = {
  chamber: {
    noVote: 'aucun vote enregistré',
    marks: {
      named: 'Plein avec une coche : pour. Vide avec une croix : contre.',
      initials: 'Plein : pour. Vide : contre. Les lettres sont des initiales.',
      strip: 'Une marque par membre. Pleine : pour. Vide : contre.',
      abstained: 'Vide avec un trait : abstention.',
      others: 'Pointillé : aucun vote.',
      small: 'Petite : aucun vote.',
    },
    order: {
      ward: 'Les sièges suivent l’ordre des quartiers.',
      district: 'Les sièges suivent l’ordre des districts.',
      seat: 'Les sièges suivent l’ordre de leurs noms.',
      roll: 'Les sièges suivent l’ordre de l’appel.',
    },
  },
}
