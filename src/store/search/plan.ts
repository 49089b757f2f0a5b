import { allOf, anyOf, type Match, type Matching, mark } from './engine.ts'
import {
  distinct,
  hasLetters,
  isCommonWord,
  nameOf,
  type PeopleByName,
  type QueryTerm,
  withoutStopWords,
  withoutTitles,
} from './query-terms.ts'
import { stemOf, stemsOf } from './stems.ts'
import { synonymsOf } from './synonyms.ts'

/** What a record must have: all words, any of them, or at best all and else most of their weight. */
export type MatchMode = 'best' | 'all' | 'any'

/** What is looked up for a term of a query. */
export interface PlannedTerm {
  written: string
  /** The word itself first. */
  forms: readonly [TermForm, ...TermForm[]]
  /** Whether people add it to any question. */
  isCommon: boolean
  isQuoted: boolean
  /** Whether it is among the longest words, with which a record is found that has not all. */
  isLong: boolean
  isName: boolean
  /** Whether it is a number of several parts, such as Bill 23 or 2026-155, which names a record. */
  isNumber: boolean
}

/** The word itself, or its synonyms. */
interface TermForm {
  has: Matching
  title: Match | undefined
  /** 1, or less for a synonym. */
  worth: number
}

/** What to find, and what ranks a match above others. */
export interface Plan {
  mode: MatchMode
  found: Matching
  features: readonly { weight: number; match: Match }[]
  terms: readonly PlannedTerm[]
}

/** Terms of a short query; longer ones are not corrected, nor ranked by words side by side or synonyms in titles, and partial matches have some of the longest. */
export const shortQueryMax = 8

const synonymWorth = 0.6

/** Translates terms; words without a meaning of their own only rank. */
export function planOf(written: readonly QueryTerm[], mode: MatchMode, people: PeopleByName): Plan {
  const terms = withShortPhrases(withoutTitles(withoutStopWords(written), people))
  const hasOwn = mode === 'best' && !terms.every(isCommonWord)
  const required = hasOwn ? terms.filter((term) => !isCommonWord(term)) : terms
  const synonyms = mode === 'all' ? new Map<QueryTerm, Match[]>() : synonymsIn(terms)
  const combine = mode === 'any' ? anyOf : allOf
  const as = mode === 'any' ? 'author' : 'person'
  const longest = terms.toSorted((a, b) => nameOf(b).length - nameOf(a).length)
  const isShort = terms.length <= shortQueryMax
  return {
    mode,
    found: matching(required, (text) =>
      combine(
        required.map((one) =>
          anyOf([text(one), ...(synonyms.get(one) ?? []), ...peopleMatch(one, people, as)]),
        ),
      ),
    ),
    features: featuresOf({ terms, written }, people),
    terms: terms.map((term) => {
      // A vote is not a word.
      const authors = peopleMatch(term, people, 'author')
      const has = matching([term], (text) => anyOf([text(term), ...authors]))
      const own = { has, title: anyOf([titleMatch(term), ...authors]), worth: 1 }
      return {
        written: term.written ?? nameOf(term),
        forms: [own, ...synonymForm(synonyms.get(term), isShort)],
        isCommon: !required.includes(term),
        isQuoted: term.isQuoted === true,
        isLong: longest.indexOf(term) < shortQueryMax,
        isName: hasLetters(nameOf(term)) || isPhrase(term),
        isNumber: isPhrase(term) && term.isQuoted !== true && /\d/.test(nameOf(term)),
      }
    }),
  }
}

function synonymForm(synonyms: readonly Match[] = [], isShort: boolean): TermForm[] {
  if (synonyms.length === 0) return []
  const all = anyOf(synonyms)
  return [{ has: { all }, title: isShort ? inTitle(all) : undefined, worth: synonymWorth }]
}

function featuresOf(
  { terms, written }: Record<'terms' | 'written', readonly QueryTerm[]>,
  people: PeopleByName,
): Plan['features'] {
  const features: { weight: number; match: Match }[] = []
  if (written.length > 1 && written.length <= shortQueryMax)
    features.push({ weight: 4, match: phrasesOf([written.flatMap(({ parts }) => parts)]) })
  if (people.size > 0) features.push({ weight: 2, match: allOf(terms.map(textMatch)) })
  return features
}

/** Whether the parts must stand side by side. */
const isPhrase = ({ parts }: QueryTerm): boolean => parts.length > 1

const matching = (
  terms: readonly QueryTerm[],
  matchBy: (text: (term: QueryTerm) => Match) => Match,
): Matching => ({
  all: matchBy(textMatch),
  unordered: terms.some(isPhrase) ? matchBy(allParts) : undefined,
})

/** The synonyms of each word that is not in quotes: all words of one, in any order. */
function synonymsIn(terms: readonly QueryTerm[]): Map<QueryTerm, Match[]> {
  const all = synonymsOf(terms)
  return new Map(
    terms.map((term, at) => [
      term,
      (all[at] ?? []).map((parts) => allOf(parts.map((part) => anyOf(stemTerms(part))))),
    ]),
  )
}

/** The same words in the title. */
function inTitle(match: Match): Match {
  if ('term' in match) return { title: match.term }
  if ('all' in match) return allOf(match.all.map(inTitle))
  return 'any' in match ? anyOf(match.any.map(inTitle)) : match
}

/** Further words of phrases are looked up one by one: each that must follow another takes as long as a search of its own. */
const orderedWordsMax = 16

function withShortPhrases(terms: readonly QueryTerm[]): readonly QueryTerm[] {
  let left = orderedWordsMax
  const short = terms.flatMap((term): QueryTerm[] => {
    const { parts } = term
    if (!isPhrase(term)) return [term]
    const ordered = parts.slice(0, left)
    left -= ordered.length
    if (ordered.length === parts.length) return [term]
    return [
      ...(ordered.length === 0 ? [] : [{ parts: ordered }]),
      ...parts.slice(ordered.length).map((part) => ({ parts: [part] })),
    ]
  })
  return distinct(short)
}

const spellingsOf = ({ spellings, parts }: QueryTerm) => spellings ?? [parts]

const textMatch = (term: QueryTerm): Match =>
  isPhrase(term)
    ? anyOf([phrasesOf(spellingsOf(term)), ...stemTerms(term.joined)])
    : anyOf(stemTerms(term.parts[0]))

const titleMatch = (term: QueryTerm): Match =>
  isPhrase(term) ? phrasesOf(spellingsOf(term), 'title') : inTitle(anyOf(stemTerms(term.parts[0])))

const allParts = (term: QueryTerm): Match =>
  anyOf([
    ...spellingsOf(term).map((parts) =>
      allOf([...new Set(parts)].map((part) => anyOf(stemTerms(part)))),
    ),
    ...stemTerms(term.joined),
  ])

const stemTerms = (part: string | undefined) =>
  part === undefined ? [] : stemsOf(part).map((term) => ({ term }))

const peopleMatch = (term: QueryTerm, people: PeopleByName, as: 'person' | 'author'): Match[] =>
  (people.get(nameOf(term)) ?? []).map((id) => ({ term: mark[as](id) }))

/** Words side by side, by their stems in each language. */
function phrasesOf(spellings: readonly (readonly string[])[], within?: 'title'): Match {
  const phrases = spellings.flatMap((parts) =>
    (['en', 'fr'] as const).map((language) => parts.map((part) => stemOf(part, language))),
  )
  const distinctPhrases = new Map(phrases.map((phrase) => [phrase.join(' '), phrase]))
  return anyOf([...distinctPhrases.values()].map((phrase) => ({ phrase, within })))
}
