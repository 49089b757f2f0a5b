import type { BodiesByInitials } from './bodies.ts'
import { allOf, anyOf, type Match, mark } from './engine.ts'
import {
  distinct,
  nameOf,
  type PeopleByName,
  type QueryTerm,
  withoutAskingWords,
  withoutTitles,
} from './query-terms.ts'
import { stemOf, stemsOf } from './stems.ts'
import { synonymsOf } from './synonyms.ts'

/** `all`: a text has every word itself. `any`: one of them. `best`: one of them or a synonym, and every phrase in quotes. */
export type MatchMode = 'best' | 'all' | 'any'

/** What is looked up for a term of a query. */
export interface PlannedTerm {
  written: string
  /** The word or a synonym, or a person of that name with a part in it. */
  anywhere: Match
  /** The word or a synonym in the title, or a person of that name who moved, seconded, sponsored or said it. */
  title: Match
  isQuoted: boolean
}

/** What words of a query name. */
export interface Named {
  people: PeopleByName
  bodies: BodiesByInitials
}

export const noNames: Named = { people: new Map(), bodies: new Map() }

/** What to find, and what ranks a match above others. */
export interface Plan {
  mode: MatchMode
  /** All words, or any of them. */
  found: Match
  /** At most `shortQueryMax`, the longest. */
  terms: readonly PlannedTerm[]
  /** Whether there are others, which find nothing. */
  isShortened: boolean
}

/** Terms of a short query; of longer ones, which are not corrected either, the best match has those in quotes, then the longest. */
export const shortQueryMax = 8

/** Translates terms; words that only ask find nothing. */
export function planOf(
  written: readonly QueryTerm[],
  mode: MatchMode,
  { people, bodies }: Named,
): Plan {
  const terms = withShortPhrases(withoutTitles(withoutAskingWords(written), people))
  const all = synonymsIn(terms)
  const synonyms = (term: QueryTerm) =>
    mode === 'all'
      ? []
      : [
          ...(all.get(term) ?? []),
          ...(bodies.get(nameOf(term)) ?? []).map((name) => phrasesOf([name])),
        ]
  // Any word: a vote is not a word.
  const as = mode === 'any' ? 'author' : 'person'
  const anyForm = (term: QueryTerm) =>
    anyOf([textMatch(term), ...synonyms(term), ...peopleMatch(term, people, as)])
  const combine = mode === 'any' ? anyOf : allOf
  const longest = terms.toSorted(
    (a, b) =>
      Number(b.isQuoted ?? false) - Number(a.isQuoted ?? false) ||
      nameOf(b).length - nameOf(a).length,
  )
  const searched = terms.filter((term) => longest.indexOf(term) < shortQueryMax)
  const required = mode === 'best' ? searched : terms
  return {
    mode,
    isShortened: mode !== 'all' && searched.length < terms.length,
    found: combine(required.map(anyForm)),
    terms: searched.map((term) => ({
      written: term.written ?? nameOf(term),
      anywhere: anyForm(term),
      title: anyOf([
        titleMatch(term),
        ...synonyms(term).map(inTitle),
        ...peopleMatch(term, people, 'author'),
      ]),
      isQuoted: term.isQuoted === true,
    })),
  }
}

/** Whether the parts must stand side by side. */
const isPhrase = ({ parts }: QueryTerm): boolean => parts.length > 1

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
      ...(ordered.length === 0 ? [] : [{ ...term, parts: ordered, joined: undefined }]),
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
