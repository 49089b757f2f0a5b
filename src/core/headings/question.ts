import type { Act } from './words.ts'

/** What was put to the vote, where that was a plain question about the thing itself. */
export type Question =
  | Exclude<Act, 'repeal' | 'recommend'>
  | 'recommendation'
  | 'notice'
  | 'inquiry'
  | 'unclear'

/** The question that a verb puts; undefined for those that say nothing without their object. */
export const questionOfAct = (act: Act | undefined): Question | undefined =>
  act === 'repeal' || act === 'recommend' ? undefined : act
