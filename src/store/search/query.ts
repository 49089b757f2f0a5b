import { allOf, anyOf, type Match, mark } from './match.ts'
import { withoutFunctionWords, withoutTitles } from './optional-words.ts'
import { nameOf, type PeopleByName, type SearchTerm } from './search-term.ts'
import { exactOf, soughtStems, stemOf } from './stems.ts'
import { isLaw, joinBylaws, wordsOf } from './words.ts'

/** Each word is looked up separately in the index; no sentence of 256 characters has this many. */
export const searchWordsMax = 64

/** What to find, and what ranks a match above others. */
export interface Matching {
  all: Match
  /** The same without the order of words in phrases; undefined if there are no phrases. */
  unordered: Match | undefined
  /** What adds to the score of a match. */
  features: readonly { weight: number; match: Match }[]
  /** The words as written, all of which add 1 to the score; none if only numbers are sought. */
  exact: readonly string[]
}

const tokenPattern = /"([^"]*)"|([^\s"]+)|"/g
/** Terms of a short query; longer ones are not corrected, nor ranked by words side by side or by how many a text has. */
export const shortQueryMax = 8

/**
 * Splits a query into terms: text in double quotes is a phrase, every other word is a term. Everything else is
 * punctuation: there are no operators, so no query is a syntax error.
 */
export function parseQuery(q: string): SearchTerm[] {
  const terms: SearchTerm[] = []
  for (const [, phrase, token] of q.matchAll(tokenPattern)) {
    const words = [...wordsOf(phrase ?? token ?? '')]
    const parts = joinBylaws(words.flatMap((word) => word.parts))
    const [law] = parts
    if (parts.length === 1 && isLaw(law) && terms.at(-1)?.parts.join() === 'by')
      terms.splice(-1, 1, { parts: [`by${law}`] })
    else if (parts.length > 0 && !(token && isMunicipalBylaw(terms.at(-1), parts)))
      terms.push({
        parts,
        joined: words.length === 1 ? words[0]?.joined : undefined,
        isQuoted: phrase !== undefined,
      })
  }
  // A repeated word finds nothing new, but would be looked up again.
  return distinct(terms)
}

const distinct = (terms: readonly SearchTerm[]): SearchTerm[] => [
  ...new Map(terms.map((term) => [term.parts.join(' '), term])).values(),
]

/** Whether a word adds nothing: a règlement municipal is a by-law. */
function isMunicipalBylaw(previous: SearchTerm | undefined, parts: readonly string[]): boolean {
  return /^reglements? municipa(l|ux)$/.test([previous?.parts, parts].flat().join(' '))
}

/** Counts words as they are looked up. */
export const countWords = (terms: readonly SearchTerm[]): number =>
  terms.reduce((count, { parts }) => count + parts.length, 0)

/** Whether the parts are sought side by side. */
const isPhrase = ({ parts }: SearchTerm): boolean => parts.length > 1

/** Translates terms, of which a document must have all or any; words without a meaning of their own only rank. */
export function matchingOf(
  written: readonly SearchTerm[],
  mode: 'all' | 'any',
  people: PeopleByName,
): Matching {
  const terms = withShortPhrases(withoutTitles(withoutFunctionWords(written), people))
  const combine = mode === 'all' ? allOf : anyOf
  const found = (one: SearchTerm) => anyOf([textMatch(one), ...peopleMatch(one, people, 'person')])
  const words = terms.flatMap(({ parts }) => parts)
  const unordered = combine(
    terms.map((one) => anyOf([allWords(one), ...peopleMatch(one, people, 'person')])),
  )
  return {
    all: combine(terms.map(found)),
    unordered: terms.some(isPhrase) ? unordered : undefined,
    features:
      mode === 'all' || terms.length === 1
        ? featuresOfAll(terms, written, people)
        : featuresOfAny(terms, people),
    exact: words.map(exactOf).filter((word) => word !== undefined),
  }
}

/** Further words of phrases are sought one by one: each that must follow another takes as long as a search of its own. */
const orderedWordsMax = 16

function withShortPhrases(terms: readonly SearchTerm[]): readonly SearchTerm[] {
  let left = orderedWordsMax
  const short = terms.flatMap((term): SearchTerm[] => {
    if (!isPhrase(term) || term.parts.length <= left) {
      if (isPhrase(term)) left -= term.parts.length
      return [term]
    }
    const [ordered, others] = [term.parts.slice(0, left), term.parts.slice(left)]
    left = 0
    return [{ parts: ordered }, ...others.map((part) => ({ parts: [part] }))]
  })
  return distinct(short.filter(({ parts }) => parts.length > 0))
}

const inTitle = (terms: readonly SearchTerm[], people: PeopleByName): Match[] =>
  terms.map((one) => anyOf([titleMatch(one), ...peopleMatch(one, people, 'author')]))

function featuresOfAll(
  terms: readonly SearchTerm[],
  written: readonly SearchTerm[],
  people: PeopleByName,
) {
  const features = [{ weight: 8, match: allOf(inTitle(terms, people)) }]
  if (written.length > 1 && written.length <= shortQueryMax)
    features.push({ weight: 4, match: phraseOf(written.flatMap(({ parts }) => parts)) })
  if (people.size > 0) features.push({ weight: 2, match: allOf(terms.map(textMatch)) })
  return features
}

/** The more words a document has, the higher it ranks; of long queries, only one with all of them. */
function featuresOfAny(terms: readonly SearchTerm[], people: PeopleByName) {
  const titles = inTitle(terms, people)
  // A vote is not a word.
  const words = terms.map((one) => anyOf([textMatch(one), ...peopleMatch(one, people, 'author')]))
  const counted = terms.length <= shortQueryMax ? words : [allOf(words)]
  return [
    { weight: 8, match: allOf(titles) },
    { weight: 2, match: anyOf(titles) },
    ...counted.map((match) => ({ weight: 4, match })),
  ]
}

const textMatch = (term: SearchTerm): Match =>
  isPhrase(term)
    ? anyOf([phraseOf(term.parts), ...stemTerms(term.joined)])
    : anyOf(stemTerms(term.parts[0]))

function titleMatch(term: SearchTerm): Match {
  if (isPhrase(term)) return phraseOf(term.parts, 'title')
  return anyOf(stemTerms(term.parts[0]).map(({ term: title }) => ({ title })))
}

const allWords = ({ parts, joined }: SearchTerm): Match =>
  anyOf([allOf([...new Set(parts)].map((part) => anyOf(stemTerms(part)))), ...stemTerms(joined)])

const stemTerms = (part: string | undefined) =>
  part === undefined ? [] : soughtStems(part).map((term) => ({ term }))

const peopleMatch = (term: SearchTerm, people: PeopleByName, as: 'person' | 'author'): Match[] =>
  (people.get(nameOf(term)) ?? []).map((id) => ({ term: mark[as](id) }))

function phraseOf(parts: readonly string[], within?: 'title'): Match {
  const phrases = (['en', 'fr'] as const).map((language) =>
    parts.map((part) => stemOf(part, language)),
  )
  const unlike = new Map(phrases.map((phrase) => [phrase.join(' '), phrase]))
  return anyOf([...unlike.values()].map((phrase) => ({ phrase, within })))
}
