import { looksLikeName } from '../kit/name-shape.ts'
import { nameForm } from '../kit/person-names.ts'
import type { Ballot } from './vote-facts.ts'
import { type Evidence, jointNames } from './voters.ts'

export interface Counts {
  for: number | null
  against: number | null
  result: string | null
}

interface List {
  word: string
  entries: readonly string[]
}

/** The ballots of the lists of a row; `countOf` is the row's count of those with a word. */
export function toListed(
  lists: readonly List[],
  countOf: (word: string) => { count: number | null; isFor: boolean },
): Ballot[] {
  const split = lists.map(({ word, entries }) => ({ word, entries: withoutJoints(entries) }))
  return split.flatMap((list) => {
    const others = split.filter((other) => other !== list)
    const evidence = evidenceOf(list, others, countOf(list.word))
    return list.entries.map((name) => ({
      name,
      given: null,
      family: null,
      word: list.word,
      evidence,
    }))
  })
}

/** A list that ends in "A and B" has both, if they are written like the others. */
function withoutJoints(entries: readonly string[]): string[] {
  const plain = entries.filter((entry) => jointNames(entry).length === 1)
  if (plain.length === 0) return [...entries]
  const isShort = plain.every(isFamilyName)
  return entries.flatMap((entry) => {
    const parts = jointNames(entry)
    const isList = parts.every((part) => looksLikeName(part) && isShort === isFamilyName(part))
    return isList ? parts : entry
  })
}

const isFamilyName = (name: string) => nameForm(name).form !== 'full'

/** A word alone where nothing else is listed may say anything: "All", "Carried". */
function evidenceOf(
  { entries }: List,
  others: readonly List[],
  { count, isFor }: { count: number | null; isFor: boolean },
): Evidence {
  if (entries.length > 1) return 'listed'
  if (count !== null) return count === 1 ? 'listed' : 'none'
  if (others.length === 0) return 'alone'
  const beside = others.reduce((sum, other) => sum + other.entries.length, 0)
  return beside >= (isFor ? 2 : 1) ? 'alone' : 'none'
}
