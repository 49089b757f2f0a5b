import { foldText } from '../../core/fold.ts'
import type { VoteBasis } from '../../core/weighted-votes.ts'

export interface Counts {
  for: number
  against: number
}

/** What a line says of how votes were counted, and its other words. */
interface ReadLine {
  /** The first words that say neither a kind of vote nor a count. */
  words: string
  basis: VoteBasis | null
  isWeighted: boolean
  plain: number[]
  /** Those that stand after the word for it. */
  weighted: number[]
}

// Folded.
const weightedWord = /(?<!\bnon[- ]|\bnon)\b(?:weighted|pondere\w*)\b/
const unweightedWord = /\b(?:un-?|non[- ]?)(?:weighted|pondere\w*)\b/
const stakeholderWord = /\bstakeholders?\b|\bparties prenantes\b/
const kindWord = new RegExp(
  [weightedWord, unweightedWord, stakeholderWord].map(({ source }) => source).join('|'),
)
const voteWord = /\b(?:vot(?:es?|ing)|corporate|stakeholders?|scrutin|parties prenantes)\b/
const between = /(?<=\d)\s*(?:to|à|contre|[-–])\s*(?=\d)/gi
const separator = /[();,:]|\s[-–—]\s/
const number = /\d+(?:\.\d+)?/g
/** "on a weighted vote" after other words. */
const kindPhrase =
  /(?:^|\s+)(?:(?:on|by|in|par)\s+)?(?:(?:an?|the|un)\s+)?(?:(?:recorded|corporate|vote)\s+)*(?:un-?weighted|weighted|stakeholder|(?:non )?pondéré)(?![\p{L}]).*$/iu
const lineLength = 120

const saysKind = (line: string): boolean => kindWord.test(foldText(line))

function readLine(line: string): ReadLine {
  const read: ReadLine = { ...{ words: '', plain: [], weighted: [] }, ...kindIn(line) }
  let isOfWeights = false
  for (const clause of line.replace(between, '~').split(separator)) {
    if (saysKind(clause)) isOfWeights = weightedWord.test(foldText(clause))
    const numbers = (clause.match(number) ?? []).map(Number)
    if (numbers.length > 0) {
      read[isOfWeights ? 'weighted' : 'plain'].push(...numbers)
      isOfWeights = false
    } else read.words ||= clause.replace(kindPhrase, '').trim()
  }
  return read
}

function kindIn(line: string): Pick<ReadLine, 'basis' | 'isWeighted'> {
  const words = foldText(line)
  const isWeighted = weightedWord.test(words)
  const plain = unweightedWord.test(words) ? 'unweighted' : null
  const basis = isWeighted ? 'weighted' : plain
  return { basis: stakeholderWord.test(words) ? 'stakeholder' : basis, isWeighted }
}

/** A line that only names the kind of vote, with counts at most: "Corporate Vote – Weighted". */
function isOfVote(line: string): boolean {
  const words = foldText(line)
  if (line.length > lineLength || !kindWord.test(words) || !voteWord.test(words)) return false
  return !/[.!?]\s|\b(?:that|whereas|be|que|attendu)\b/.test(words)
}

/** How the votes on a motion were counted, as far as the source says so. */
export interface ReadBasis {
  basis: VoteBasis | null
  /** Also of a stakeholder vote. */
  isWeighted: boolean
  /** Sums that the source calls weighted. */
  weighted: Counts | null
}

export function readBasis(
  texts: readonly (string | null | undefined)[],
  result: string | null | undefined,
): ReadBasis {
  const lines = texts.flatMap((text) => (text ?? '').split('\n')).filter(isOfVote)
  const all = [...lines, ...(result == null || !saysKind(result) ? [] : [result])]
  return {
    ...kindIn(all.join('\n')),
    weighted: all.map((line) => countsOf(readLine(line).weighted)).find(Boolean) ?? null,
  }
}

const countsOf = ([inFavour, against, ...others]: readonly number[]): Counts | null =>
  inFavour === undefined || against === undefined || others.length > 0
    ? null
    : { for: inFavour, against }

/** A result without the words that say how votes were counted: "Defeated (17 to 15)". */
export function withoutBasis(result: string | null | undefined): string | null {
  if (result == null || !saysKind(result)) return result ?? null
  const { words, plain } = readLine(result)
  const counts = countsOf(plain)
  return counts === null ? words : `${words} (${counts.for} to ${counts.against})`
}

/** A label with a count of members, of weights, or both: "For (17) – Weighted (65)"; null without the word. */
export function weightedLabel(label: string) {
  if (!saysKind(label)) return null
  const { words, plain, weighted } = readLine(label)
  return { words, count: plain[0] ?? null, weighted: weighted[0] ?? null }
}

// A number in words, "(Ward 3)", is not a weight.
const nameAndNumber =
  /^(\D*\p{L}\D*?)\s*(?:\(\s*([-−]?\d+(?:\.\d+)?)\s*\)|\s[-–—]\s*(\d+(?:\.\d+)?)|[:=]\s*(\d+(?:\.\d+)?))$/u

/** The names of a list each of which has a number after it, and these; null if one has none. */
export function numberedNames(names: readonly string[]): { name: string; number: number }[] | null {
  const found = names.flatMap((written) => {
    const [, name, ...numbers] = nameAndNumber.exec(written) ?? []
    const shown = numbers.find((part) => part !== undefined)
    if (
      name === undefined ||
      shown === undefined ||
      /\b(?:wards?|districts?|quartiers?)$/i.test(name)
    )
      return []
    return { name, number: Number(shown.replace('−', '-')) }
  })
  return found.length === names.length ? found : null
}
