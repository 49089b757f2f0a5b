/** A word, or a phrase of several parts. */
export interface SearchTerm {
  parts: readonly string[]
  /** The parts without separators, if they are one word: "coop" of co-op. */
  joined?: string | undefined
  isQuoted?: boolean
  /** As typed. */
  written?: string
}

/** A term as the name of a person: Brooks-Powers is "brooks powers". */
export const nameOf = ({ parts }: SearchTerm): string => parts.join(' ')

/** Numbers alone find too much. */
export const hasLetters = (words: string): boolean => /\p{L}/u.test(words)

/** Rows of people whose name has the words of a term side by side. */
export type PeopleByName = ReadonlyMap<string, readonly number[]>
