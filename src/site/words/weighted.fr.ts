import { pluriel } from './grammar.ts'
import type { WeightedWords } from './weighted.en.ts'

/** The words of votes that count by weight or only in the areas concerned, in French. */
export const weightedWords: WeightedWords = {
  weighted: {
    by: {
      weighted: 'par vote pondéré',
      stakeholder: 'par vote des parties prenantes',
      weighted_stakeholder: 'par vote pondéré des parties prenantes',
    },
    members: (count, inFavour, against) =>
      `${inFavour} ${pluriel(count, 'membre', 'membres')} pour, ${against} contre`,
    weight: (shown) => `poids de ${shown}`,
  },
}
