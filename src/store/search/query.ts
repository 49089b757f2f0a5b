import { allOf, anyOf, type Match, type MatchMode, mark } from './match.ts'
import { isCommonWord, withoutFunctionWords, withoutTitles } from './optional-words.ts'
import { hasLetters, nameOf, type PeopleByName, type SearchTerm } from './search-term.ts'
import { stemOf, stemsOf } from './stems.ts'
import { synonymsOf } from './synonyms.ts'
import { withBylaws, wordsOf } from './words.ts'

/** Each word is looked up separately in the index; no sentence of 256 characters has this many. */
export const searchWordsMax = 64

/** What a document must have. */
export interface Matching {
  all: Match
  /** The same without the order of words in phrases; absent if there are no phrases. */
  unordered?: Match | undefined
}

/** A word of a query. */
export interface SoughtWord {
  written: string
  has: Matching
  synonyms: Matching | undefined
  title: Match
  /** Whether people add it to any question. */
  isCommon: boolean
  /** Whether any of the words is enough. */
  isOptional: boolean
  isQuoted: boolean
  /** Whether it is among the longest words, with which a record is found that has not all. */
  isLong: boolean
  isName: boolean
  /** Whether it is a number of several parts, such as Bill 23 or 2026-155, which names a record. */
  isNumber: boolean
}

/** What to find, and what ranks a match above others. */
export interface Plan {
  mode: MatchMode
  found: Matching
  features: readonly { weight: number; match: Match; isTitle?: boolean }[]
  words: readonly SoughtWord[]
}

const tokenPattern = /"([^"]*)"|([^\s"]+)|"/g
const edges = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu
/** Terms of a short query; longer ones are not corrected, nor ranked by words side by side or synonyms in titles, and partial matches have some of the longest. */
export const shortQueryMax = 8

/**
 * Splits a query into terms: text in double quotes is a phrase, every other word is a term. Everything else is
 * punctuation: there are no operators, so no query is a syntax error.
 */
export function parseQuery(q: string): SearchTerm[] {
  const terms: SearchTerm[] = []
  for (const [, phrase, token] of withBylaws(q).matchAll(tokenPattern)) {
    const typed = phrase ?? token ?? ''
    const words = [...wordsOf(typed)]
    const parts = words.flatMap((word) => word.parts)
    if (parts.length > 0)
      terms.push({
        parts,
        joined: words.length === 1 ? words[0]?.joined : undefined,
        isQuoted: phrase !== undefined,
        written: typed.replace(edges, ''),
      })
  }
  // A repeated word finds nothing new, but would be looked up again.
  return distinct(withNumbers(terms))
}

/** Words before a number that names a record, each with those of other spellings and of the other language. */
const numbered = [
  ['bill', 'loi'],
  ['int', 'intro', 'introduction'],
  ['law'],
  ['res', 'resolution'],
  ['ward', 'quartier'],
] as const

const beforeNumber = (word: string | undefined): readonly string[] | undefined =>
  numbered.find((words) => (words as readonly unknown[]).includes(word))

/** A law of 2019 has another number. */
const isYear = (number: string): boolean => /^(?:19|20)\d\d$/.test(number)

const isSingle = ({ parts, isQuoted }: SearchTerm): boolean => parts.length === 1 && !isQuoted

const isBeforeNumber = (term: SearchTerm): boolean =>
  isSingle(term) && beforeNumber(term.parts[0]) !== undefined

/** Each is sought in several spellings, which take as long as searches of their own. */
const numbersMax = 2

/** Terms in which Bill 23, or Bill No. 23, is one. */
function withNumbers(terms: readonly SearchTerm[]): SearchTerm[] {
  const read: SearchTerm[] = []
  let left = numbersMax
  for (const term of terms) {
    const number = nameOf(term)
    const before = read.at(-1)?.parts[0] === 'no' ? 2 : 1
    const word = read.at(-before)
    const isNumber = isSingle(term) && !hasLetters(number) && !isYear(number)
    if (isNumber && left > 0 && word !== undefined && isBeforeNumber(word)) {
      read.splice(-before, before, {
        parts: [...word.parts, number],
        written: `${word.written} ${term.written}`,
      })
      left -= 1
    } else read.push(term)
  }
  return read
}

const distinct = (terms: readonly SearchTerm[]): SearchTerm[] => [
  ...new Map(terms.map((term) => [term.parts.join(' '), term])).values(),
]

/** Counts words as they are looked up. */
export const countWords = (terms: readonly SearchTerm[]): number =>
  terms.reduce((count, { parts }) => count + parts.length, 0)

/** Whether the parts are sought side by side. */
const isPhrase = ({ parts }: SearchTerm): boolean => parts.length > 1

/** Translates terms; words without a meaning of their own only rank. */
export function planOf(
  written: readonly SearchTerm[],
  mode: MatchMode,
  people: PeopleByName,
): Plan {
  const terms = withShortPhrases(withoutTitles(withoutFunctionWords(written), people))
  const hasOwn = mode === 'best' && !terms.every(isCommonWord)
  const required = hasOwn ? terms.filter((term) => !isCommonWord(term)) : terms
  const synonyms = mode === 'all' ? new Map<SearchTerm, SearchTerm[]>() : synonymsIn(terms)
  const combine = mode === 'any' ? anyOf : allOf
  const as = mode === 'any' ? 'author' : 'person'
  const foundBy = (matchOf: (one: SearchTerm) => Match) =>
    combine(
      required.map((one) => {
        const others = (synonyms.get(one) ?? []).map(wordsApart)
        return anyOf([matchOf(one), ...others, ...peopleMatch(one, people, as)])
      }),
    )
  const long = longest(terms)
  return {
    mode,
    found: matching(foundBy(textMatch), foundBy(allWords), required),
    features: featuresOf({ required, terms, written }, people),
    words: terms.map((term) => ({
      written: term.written ?? nameOf(term),
      has: withAuthor(term, people),
      synonyms: synonymMatching(synonyms.get(term)),
      title: anyOf([
        titleMatch(term),
        ...(terms.length > shortQueryMax ? [] : (synonyms.get(term) ?? [])).map(wordsInTitle),
        ...peopleMatch(term, people, 'author'),
      ]),
      isCommon: !required.includes(term),
      isOptional: mode === 'any',
      isQuoted: term.isQuoted === true,
      isLong: long.includes(term),
      isName: hasLetters(nameOf(term)) || isPhrase(term),
      isNumber: isPhrase(term) && term.isQuoted !== true && /\d/.test(nameOf(term)),
    })),
  }
}

const matching = (all: Match, unordered: Match, terms: readonly SearchTerm[]): Matching => ({
  all,
  unordered: terms.some(isPhrase) ? unordered : undefined,
})

/** A vote is not a word. */
function withAuthor(term: SearchTerm, people: PeopleByName): Matching {
  const authors = peopleMatch(term, people, 'author')
  return matching(anyOf([textMatch(term), ...authors]), anyOf([allWords(term), ...authors]), [term])
}

function longest(terms: readonly SearchTerm[]): readonly SearchTerm[] {
  if (terms.length <= shortQueryMax) return terms
  const sorted = terms.toSorted((a, b) => nameOf(b).length - nameOf(a).length)
  return sorted.slice(0, shortQueryMax)
}

/** The synonyms of each word that is not in quotes. */
function synonymsIn(terms: readonly SearchTerm[]): Map<SearchTerm, SearchTerm[]> {
  const all = synonymsOf(terms.map((term) => (term.isQuoted === true ? '"' : nameOf(term))))
  return new Map(terms.map((term, at) => [term, (all[at] ?? []).map((parts) => ({ parts }))]))
}

/** Words of a synonym that has several must all be there, in any order. */
const wordsApart = (term: SearchTerm): Match =>
  allOf(term.parts.map((part) => anyOf(stemTerms(part))))

const wordsInTitle = (term: SearchTerm): Match =>
  allOf(term.parts.map((part) => titleMatch({ parts: [part] })))

function synonymMatching(synonyms: readonly SearchTerm[] = []): Matching | undefined {
  return synonyms.length === 0 ? undefined : { all: anyOf(synonyms.map(wordsApart)) }
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

function featuresOf(
  { required, terms, written }: Record<'required' | 'terms' | 'written', readonly SearchTerm[]>,
  people: PeopleByName,
) {
  const features: Plan['features'][number][] = [
    { weight: 4, match: allOf(inTitle(required, people)), isTitle: true },
  ]
  if (written.length > 1 && written.length <= shortQueryMax)
    features.push({ weight: 4, match: phraseOf(written.flatMap(({ parts }) => parts)) })
  if (people.size > 0) features.push({ weight: 2, match: allOf(terms.map(textMatch)) })
  return features
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
  anyOf([
    ...spellingsOf(parts).map((own) =>
      allOf([...new Set(own)].map((part) => anyOf(stemTerms(part)))),
    ),
    ...stemTerms(joined),
  ])

const stemTerms = (part: string | undefined) =>
  part === undefined ? [] : stemsOf(part).map((term) => ({ term }))

const peopleMatch = (term: SearchTerm, people: PeopleByName, as: 'person' | 'author'): Match[] =>
  (people.get(nameOf(term)) ?? []).map((id) => ({ term: mark[as](id) }))

/** Bill 23 is also Bill No. 23. */
function spellingsOf(parts: readonly string[]): readonly (readonly string[])[] {
  const [first, number = '', ...more] = parts
  const words = more.length > 0 || hasLetters(number) ? undefined : beforeNumber(first)
  if (words === undefined) return [parts]
  return words.flatMap((word) => [
    [word, number],
    [word, 'no', number],
  ])
}

function phraseOf(written: readonly string[], within?: 'title'): Match {
  const phrases = spellingsOf(written).flatMap((parts) =>
    (['en', 'fr'] as const).map((language) => parts.map((part) => stemOf(part, language))),
  )
  const unlike = new Map(phrases.map((phrase) => [phrase.join(' '), phrase]))
  return anyOf([...unlike.values()].map((phrase) => ({ phrase, within })))
}
