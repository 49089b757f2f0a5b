import type { Act } from './words.ts'

/** What was put to the vote, where that was a plain question about the thing itself. */
export type Question =
  | 'approve'
  | 'recommendation'
  | 'refuse'
  | 'disapprove'
  | 'receive'
  | 'file'
  | 'refer'
  | 'defer'
  | 'withdraw'
  | 'reconsider'
  | 'amend'
  | 'override'
  | 'procedural'
  | 'notice'
  | 'inquiry'
  | 'unclear'

/** The question that a verb puts; none of those that say nothing without their object. */
export const actQuestions: Readonly<Partial<Record<Act, Question>>> = {
  approve: 'approve',
  refuse: 'refuse',
  disapprove: 'disapprove',
  receive: 'receive',
  file: 'file',
  refer: 'refer',
  defer: 'defer',
  withdraw: 'withdraw',
  reconsider: 'reconsider',
  amend: 'amend',
  override: 'override',
  procedural: 'procedural',
}
