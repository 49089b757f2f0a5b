import type { Words } from './en.ts'

/** The word for a value of the record; undefined for one that the dictionary lacks, such as `constructor`. */
export function wordOf(words: Readonly<Record<string, string>>, value: string): string | undefined {
  return Object.hasOwn(words, value) ? words[value] : undefined
}

/** The reason of a vote; null for "Dissent", which the vote and the result already show. */
export const shownReason = (reason: string | null) => (reason === 'Dissent' ? null : reason)

/** Kinds with a masculine name in French; agenda items and steps of a matter are masculine too. */
const masculine = new Set(['amendment', 'notice', 'item'])

/** The words that agree with the kind of a motion. */
export function agreeing(kind: string | null, { genders }: Words): Words['genders']['feminine'] {
  return masculine.has(kind ?? '') ? genders.masculine : genders.feminine
}
