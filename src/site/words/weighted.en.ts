import { plural } from './grammar.ts'

/** The words of votes that count by weight or only in the areas concerned, in English. */
export const weightedWords = {
  weighted: {
    by: {
      weighted: 'by weighted vote',
      stakeholder: 'by stakeholder vote',
      weighted_stakeholder: 'by weighted stakeholder vote',
    },
    /** After sums of weights. */
    members: (count: number, inFavour: string, against: string) =>
      `${inFavour} ${plural(count, 'member', 'members')} for, ${against} against`,
    /** Beside a name. */
    weight: (shown: string) => `weight ${shown}`,
  },
}

export type WeightedWords = typeof weightedWords
