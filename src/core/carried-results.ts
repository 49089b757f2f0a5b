import { foldCase } from './fold.ts'

/** Results, with folded case, of a motion that was carried. */
export const carriedResults: readonly string[] = [
  'carried',
  'carried as amended',
  'adopted',
  'approved',
  'passed',
  'received and carried',
  ...['adopté tel que modifié', 'adoptée telle que modifiée'],
  ...["adopté à l'unanimité", "adoptée à l'unanimité", 'adopté à l’unanimité'],
  ...['adoptée à l’unanimité', 'adopté sur division', 'adoptée sur division'],
]

const [carried, defeated] = ['Carried', 'Defeated'] as const

/** The results that councils have most often. */
export const usualResults: readonly string[] = [
  carried,
  defeated,
  'Tabled',
  'Withdrawn',
  'Referred',
]

// Results with one spelling for all councils, and the French words that mean exactly that.
const standardResults: Readonly<Record<string, readonly string[]>> = {
  [carried]: ['adopté', 'adoptée', 'adoptés', 'adoptées'],
  [defeated]: ['rejeté', 'rejetée', 'rejetés', 'rejetées', 'défait', 'défaite'],
  Withdrawn: ['retiré', 'retirée', 'retirés', 'retirées'],
  Referred: ['renvoyé', 'renvoyée', 'renvoyés', 'renvoyées'],
}
const standardWords = new Map(
  Object.entries(standardResults).flatMap(([result, words]) =>
    [result, ...words].map((word) => [foldCase(word), result]),
  ),
)

// Other words for the same, which records have where a source writes them.
const resultSynonyms: Readonly<Record<string, readonly string[]>> = {
  [carried]: ['pass', 'passed'],
  [defeated]: ['fail', 'failed', 'lost'],
}
const synonyms = new Map(
  Object.entries(resultSynonyms).flatMap(([result, words]) => words.map((word) => [word, result])),
)

/** The standard result that a word means; any other word is returned as written. */
export function meantResult(written: string): string {
  return synonyms.get(foldCase(written.trim())) ?? standardResult(written)
}

/** The standard spelling of a result; a word that says more is returned as written. */
export function standardResult(result: string): string {
  return standardWords.get(foldCase(result)) ?? result
}

export function isCarried(result: string | null | undefined): boolean {
  return carriedResults.includes(foldCase(result ?? ''))
}

export function isDefeated(result: string | null | undefined): boolean {
  return foldCase(result ?? '') === foldCase(defeated)
}

/** Votes for and against; null or absent if they were not counted. */
interface Counts {
  for?: number | null
  against?: number | null
}

/**
 * Whether a result cannot follow from these counts. A majority can lose, for example where two thirds are needed; a tie
 * can be decided by the chair.
 */
export function contradicts(result: string | null | undefined, counts: Counts | null | undefined) {
  const { for: inFavour, against } = counts ?? {}
  if (inFavour == null || against == null) return false
  if (isCarried(result)) return inFavour < against
  return isDefeated(result) && against === 0 && inFavour > 0
}

// Neither carried nor defeated.
const receivedResults = ['received', 'filed', 'noted', 'reçu', 'reçue']
const openResults = ['deferred', 'postponed', 'laid over', ...receivedResults]
const frenchOpenResults = ['reporté', 'reportée', 'reportés', 'reportées']
const knownResults = new Set([...carriedResults, ...openResults, ...frenchOpenResults])

/** Whether a result is only that something was taken note of. */
export function isReceived(result: string): boolean {
  return receivedResults.includes(foldCase(result.trim()))
}

/** Whether it is clear what a result means: carried, defeated or neither. */
export function isKnownResult(result: string): boolean {
  const word = foldCase(result.trim())
  return knownResults.has(word) || standardWords.has(word)
}
