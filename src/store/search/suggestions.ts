import { sql } from 'kysely'
import { parseQuery, planOf, shortQueryMax } from './query.ts'
import type { SearchDatabase, SearchEngine, SearchScope } from './search-query.ts'
import { hasLetters, nameOf, type PeopleByName, type SearchTerm } from './search-term.ts'
import { stemsOf } from './stems.ts'

const suggestionsMax = 3
const lettersMin = 3
const similarMax = 400
const triedMax = 3

/** Words that the index lacks, each with similar ones that it has, the most similar first. */
export type Vocabulary = ReadonlyMap<string, readonly string[]>

interface Options {
  db: SearchDatabase
  engine: SearchEngine
  scope: SearchScope
  people: PeopleByName
  vocabulary: Vocabulary
}

/** Queries that find something: with similar words in place of unknown ones, or without some of the words. One statement. */
export async function suggestionsFor(
  terms: readonly SearchTerm[],
  { db, engine, scope, people, vocabulary }: Options,
): Promise<string[]> {
  if (terms.length > shortQueryMax) return []
  const candidates = new Map<string, string>()
  for (const candidate of candidatesFor(terms, vocabulary)) {
    const stems = stemsIn(parseQuery(candidate))
    if (!candidates.has(stems)) candidates.set(stems, candidate)
  }
  if (candidates.size === 0) return []
  const tried = [...candidates.values()]
  const plans = tried.map((candidate) => planOf(parseQuery(candidate), 'all', people))
  const queries = plans.map(({ found }) => ({ ...found, limit: 1 }))
  const found = await engine.newest(db, scope, queries)
  return tried.filter((_, at) => (found[at]?.length ?? 0) > 0).slice(0, suggestionsMax)
}

/** Equal for queries that find the same. */
function stemsIn(terms: readonly SearchTerm[]): string {
  return terms.map(({ parts }) => parts.flatMap(stemsOf).join(' ')).join('\n')
}

function candidatesFor(terms: readonly SearchTerm[], vocabulary: Vocabulary): string[] {
  const words = terms.map(nameOf)
  const replaced = words.flatMap((word, index) =>
    (vocabulary.get(word) ?? []).map((other) => words.with(index, other)),
  )
  const existing = words.filter((word) => !vocabulary.has(word))
  const shorter = words.map((_, at) => words.toSpliced(at, 1))
  return [...replaced, ...(existing.length < words.length ? [existing] : []), ...shorter]
    .filter((candidate) => candidate.some(hasLetters))
    .map((candidate) => candidate.join(' '))
}

/** The words of a query that are compared with those of the index. */
export function comparedWords(terms: readonly SearchTerm[]): string[] {
  if (terms.length > shortQueryMax) return []
  return terms.map(nameOf).filter((word) => word.length >= lettersMin && !/[ \d]/.test(word))
}

export function vocabularyOf(
  words: readonly string[],
  rowsOf: (at: number) => readonly { word: string }[],
): Vocabulary {
  const all = words.map((word, at) => [word, rowsOf(at).map((row) => row.word)] as const)
  const unknown = all.filter(([word, others]) => !others.includes(word))
  return new Map(unknown.map(([word, others]) => [word, similarTo(word, others)]))
}

/** Words of the index that begin with the same letters. */
export function selectSimilar(db: SearchDatabase, word: string) {
  const beginning = word.slice(0, lettersMin)
  return (
    db
      .selectFrom('search_vocabulary')
      .select('word')
      .where('word', '>=', beginning)
      .where('word', '<', `${beginning}\u{ffff}`)
      .where(sql<number>`length(word)`, '<=', word.length + lettersMin + 1)
      // The word itself before all others, so that the limit keeps it.
      .orderBy(({ eb }) => eb('word', '!=', word))
      .orderBy('word')
      .limit(({ lit }) => lit(similarMax))
  )
}

/** The most similar of these words. */
export function similarTo(word: string, others: readonly string[]): string[] {
  return (
    others
      .map((other) => ({ other, distance: distanceOf(word, other) }))
      .filter(({ distance, other }) => distance <= maxDistance(word, other))
      // Related words begin alike: tenants is nearer to tenancies than to tennis.
      .map(({ other, distance }) => ({ other, rank: distance - sharedLength(word, other) }))
      .sort((a, b) => a.rank - b.rank || (a.other < b.other ? -1 : 1))
      .slice(0, triedMax)
      .map(({ other }) => other)
  )
}

function sharedLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

// A third of the letters: tenants and tenancies differ by three.
const maxDistance = (one: string, other: string) =>
  Math.ceil(Math.max(one.length, other.length) / 3)

/** Levenshtein distance. */
export function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next[j] = Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
    }
    row = next
  }
  return row[other.length] ?? 0
}
