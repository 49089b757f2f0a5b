import { foldCase, foldText } from './fold.ts'
import { mentionsPart } from './part-vote.ts'

/** What a result says of its motion. */
export type Outcome = 'carried' | 'defeated'

const [carried, defeated, tabled] = ['Carried', 'Defeated', 'Tabled'] as const
const [withdrawn, referred] = ['Withdrawn', 'Referred'] as const

/** The results that councils have most often. */
export const usualResults: readonly string[] = [carried, defeated, tabled, withdrawn, referred]

// Words are compared without case and accents.
const french = {
  [carried]: participles('adopte'),
  [defeated]: participles('rejete', 'defait'),
  [withdrawn]: participles('retire'),
  [referred]: participles('renvoye'),
}
const received = ['received', 'filed', 'noted', ...participles('recu')]
/** Those, in lower case and as they are written. */
export const receivedResults: readonly string[] = [...received, ...participles('reçu')]
const settling: Readonly<Record<Outcome | 'open' | 'unclear', readonly string[]>> = {
  carried: [
    ...['carried', 'carries', 'adopted', 'approved', 'passed', 'passes', 'pass', 'enacted'],
    ...['agreed', 'accepted', 'prevailed', 'prevails', 'ratified', 'confirmed', 'endorsed'],
    ...['concurred', 'ordained', ...french[carried]],
    ...participles('approuve', 'accepte', 'enterine', 'ratifie', 'sanctionne'),
  ],
  defeated: [
    ...['defeated', 'lost', 'failed', 'fails', 'fail', 'rejected', 'negatived', 'disapproved'],
    ...[...french[defeated], ...participles('battu', 'perdu', 'refuse')],
  ],
  open: [
    ...['tabled', 'withdrawn', 'referred', 'deferred', 'postponed', 'laid', 'held', ...received],
    ...['died', 'dies', 'lapsed', 'caduc', 'caduque'],
    ...[...french[withdrawn], ...french[referred]],
    ...participles('depose', 'reporte', 'differe', 'ajourne'),
  ],
  // What is so in part only, or under a condition, is neither.
  unclear: [
    ...['part', 'partly', 'partially', 'partial', 'except', 'excepted', 'excluding'],
    ...['exception', 'partie', 'partiel', 'partielle', 'partiellement', 'sauf'],
    ...['excepte', 'if', 'unless', 'would', 'should', 'could', 'might', 'pending'],
  ],
}
const meanings = new Map(
  Object.entries(settling).flatMap(([meaning, words]) =>
    words.map((word) => [word, meaning as keyof typeof settling] as const),
  ),
)

function participles(...stems: string[]): string[] {
  return stems.flatMap((stem) => ['', 'e', 's', 'es'].map((suffix) => `${stem}${suffix}`))
}

const negations = new Set(['not', 'non', 'pas', 'ne', 'never', 'jamais', 'cannot'])
const isNegation = (word: string) => negations.has(word) || /n't$|^n'/.test(word)
// "Did not carry" is a result; "to carry" is none.
const infinitives = new Set(['carry', 'adopt', 'approve', 'accept', 'prevail'])
// "Some opposed" says nothing of the motion.
const someOf = /\b(?:some of|certaine?s (?:des|d'entre))\b/
const auxiliaries = new Set(['be', 'been', 'being', 'was', 'were', 'is', 'are', 'ete', 'est'])

interface Reading {
  /** Null if it is neither, or not clear. */
  outcome: Outcome | null
  /** Whether its words say that it is carried, defeated or neither. */
  isKnown: boolean
}

const readings = new Map<string, Reading>()
const readingsMax = 1000

/** A council has few results, and each of its votes asks what its result means. */
function readingOf(result: string): Reading {
  const existing = readings.get(result)
  if (existing !== undefined) return existing
  if (readings.size >= readingsMax) readings.clear()
  const reading = read(foldText(result))
  readings.set(result, reading)
  return reading
}

/** The meaning of the words, whatever stands before and after them: "Lost on a tie", "La motion n'est pas adoptée". */
function read(text: string): Reading {
  const found = new Set(text.split(/[.,;:!()[\]/]|\s-+\s/).flatMap((clause) => meaningsIn(clause)))
  const [outcome = null, other] = (['carried', 'defeated'] as const).filter((one) => found.has(one))
  // "Carried / Tabled" is a form that no one filled in.
  const isChoice = outcome !== null && found.has('open') && /\/|\b(?:or|ou)\b/.test(text)
  if (
    found.has('unclear') ||
    mentionsPart(text) ||
    someOf.test(text) ||
    other !== undefined ||
    isChoice ||
    text.includes('?')
  )
    return { outcome: null, isKnown: false }
  return { outcome, isKnown: found.size > 0 }
}

type Meaning = keyof typeof settling

function meaningsIn(clause: string): Meaning[] {
  const words = wordsOf(clause)
  return words.flatMap((word, at) => {
    const meaning = meanings.get(word) ?? (infinitives.has(word) ? 'intended' : null)
    if (meaning === null) return []
    if (meaning === 'open' || meaning === 'unclear') return meaning
    const phrase = words.slice(at, at + 3).join(' ')
    if (isPutOff.test(phrase)) return 'open'
    return settledBy(meaning, words.slice(0, at)) ?? []
  })
}

const isPutOff = /^(?:carried|passed) (?:over|forward)\b|^lost (?:\w+ )?quorum$/

/** The outcome that a word means after other words of its clause; null after "to". */
function settledBy(meaning: Outcome | 'intended', before: string[]): Meaning | null {
  const last = before.findLast((word) => !auxiliaries.has(word)) ?? ''
  if (isNegation(last)) return meaning === 'defeated' ? 'unclear' : 'defeated'
  if (meaning === 'intended' || last === 'to') return null
  return before.some(isNegation) ? 'unclear' : meaning
}

const wordsOf = (text: string): string[] => text.match(/\p{L}+(?:'\p{L}+)*/gu) ?? []

/** Whether the words of a result say that its motion was carried or defeated; null if they do not. */
export function outcomeOf(result: string | null | undefined): Outcome | null {
  return result ? readingOf(result).outcome : null
}

export function isCarried(result: string | null | undefined): boolean {
  return outcomeOf(result) === 'carried'
}

export function isDefeated(result: string | null | undefined): boolean {
  return outcomeOf(result) === 'defeated'
}

/** Whether it is clear what a result means: carried, defeated or neither. */
export function isKnownResult(result: string): boolean {
  return readingOf(result).isKnown
}

// Folded: "R. Oduya elected by acclamation", "Aucune candidature élue". "Elected" alone names no one.
const elects =
  /(?!^(?:elected|appointed|acclaimed|elue?s?|nommee?s?)[.!]?$)\b(?:elected|appointed|reappointed|acclaimed|elue?s?|nommee?s?)\b/

/** Whether a result says who was elected or appointed, or that no one was. */
export function namesElected(result: string): boolean {
  return elects.test(foldText(result.trim()))
}

/** Whether a result says that what was moved was taken back. */
export const isWithdrawn = (result: string | null): boolean =>
  [withdrawn, ...french[withdrawn]].some(
    (word) => foldText(word) === foldText(result ?? '').split(/\s/u)[0],
  )

/** Whether a result is only that something was taken note of. */
export function isReceived(result: string): boolean {
  return received.includes(foldText(result.trim()))
}

// Results with one spelling for all councils, and the French words that mean exactly that. None is « déposé », which is
// laid before the council.
const standardWords = new Map([
  ...usualResults.map((result) => [foldCase(result), result] as const),
  ...Object.entries(french).flatMap(([result, words]) =>
    words.map((word) => [word, result] as const),
  ),
])
// Other words for the same, which records have where a source writes them.
const synonyms = new Map<string, string>([
  ...['pass', 'passed'].map((word) => [word, carried] as const),
  ...['fail', 'failed', 'lost'].map((word) => [word, defeated] as const),
])
/** The standard result that a word means; any other word is returned as written. */
export function meantResult(written: string): string {
  return synonyms.get(plainWord(written)) ?? standardResult(written)
}

/** The standard spelling of a result; one that says more is returned as written. */
export function standardResult(result: string): string {
  return standardWords.get(plainWord(result)) ?? result
}

const plainWord = (result: string) => foldText(result.trim().replace(/[.!]$/, ''))

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
