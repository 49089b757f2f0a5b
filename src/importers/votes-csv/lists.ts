import { isParticled, looksLikeName } from '../kit/name-shape.ts'
import { nameForm } from '../kit/person-names.ts'
import { officePrefix } from '../kit/vocabulary.ts'
import type { Ballot } from './vote-facts.ts'
import { type Evidence, jointNames, plainName } from './voters.ts'

export interface Counts {
  for: number | null
  against: number | null
  result: string | null
}

interface List {
  word: string
  entries: readonly string[]
}

/** What a row says of a word of its lists. */
export interface Standing {
  count: number | null
  isFor: boolean
  /** Whether the result says that these were more. */
  hasWon: boolean
}

/** The ballots of the lists of a row; `standingOf` is what the row says of a word. */
export function toListed(lists: readonly List[], standingOf: (word: string) => Standing): Ballot[] {
  const split = lists.map(({ word, entries }) => ({ word, entries: withoutJoints(entries) }))
  return split.flatMap((list) => {
    const others = split.filter((other) => other !== list)
    const evidence = evidenceOf(list, others, standingOf(list.word))
    return list.entries.map((name) => ({
      name,
      given: null,
      family: null,
      word: list.word,
      evidence,
    }))
  })
}

/** A list that ends in "A and B" has both, if they are written like the others or an office is before them. */
function withoutJoints(entries: readonly string[]): string[] {
  const plain = entries.filter((entry) => jointNames(entry).length === 1)
  const isShort = plain.every(isFamilyName)
  return entries.flatMap((entry) => {
    const parts = jointNames(entry)
    const areNames = parts.length > 1 && parts.every((part) => looksLikeName(plainName(part)))
    const areAlike = plain.length > 0 && parts.every((part) => isShort === isFamilyName(part))
    return areNames && (areAlike || (officePrefix.test(entry) && !monsieur.test(entry)))
      ? parts
      : entry
  })
}

// After "Mme A et", "M. B" has no initial.
const monsieur = /\bM\.\s/

const isFamilyName = (written: string) => {
  const name = plainName(written)
  return isParticled(name) || nameForm(name).form !== 'full'
}

/** A word alone where nothing else is listed may say anything: "All", "Carried". So may one that is in two lists. */
function evidenceOf({ entries }: List, others: readonly List[], standing: Standing): Evidence {
  if (entries.length > 1) return 'listed'
  const [entry = ''] = entries
  if (others.some((other) => other.entries.includes(entry))) return 'none'
  const beside = others.reduce((sum, other) => sum + other.entries.length, 0)
  if (standing.count === 1) return beside === 0 && standing.isFor ? 'alone' : 'listed'
  if (standing.count !== null) return 'none'
  return others.length === 0 || isOneAgainst(beside, standing) ? 'alone' : 'none'
}

/** One person does not win against several. */
function isOneAgainst(others: number, { isFor, hasWon }: Standing): boolean {
  return others >= (isFor ? 2 : 1) && (!hasWon || others === 1)
}
