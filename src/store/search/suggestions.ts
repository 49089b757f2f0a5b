import { sql } from 'kysely'
import type { SqlDialect } from '../dialect/dialect.ts'
import { matchingOf, parseQuery, type SearchTerm } from './query.ts'
import type { DocumentQuery, SearchDatabase } from './search-query.ts'
import { stemsOf } from './stems.ts'

const suggestionsMax = 3
const termsMax = 8
const lettersMin = 3
const similarMax = 400
const triedMax = 3

/** Similar words of the index, the most similar first; computed only if nothing is found. */
export type SimilarWords = (word: string) => readonly string[]

/** Queries that find something: with a similar word in place of an unknown one, or without one of the words. One statement. */
export async function suggestionsFor(
  db: SearchDatabase,
  dialect: SqlDialect,
  terms: readonly SearchTerm[],
  { similar, ...documents }: Omit<DocumentQuery, 'matching'> & { similar: SimilarWords },
): Promise<string[]> {
  if (terms.length > termsMax) return []
  const candidates = new Map<string, string>()
  for (const candidate of candidatesFor(terms, similar)) {
    const stems = stemsIn(parseQuery(candidate))
    if (!candidates.has(stems)) candidates.set(stems, candidate)
  }
  if (candidates.size === 0) return []
  const tried = [...candidates.values()]
  const found = await dialect.findsDocuments(
    db,
    tried.map((candidate) => ({
      ...documents,
      matching: matchingOf(parseQuery(candidate), 'all', new Map()),
    })),
  )
  return tried.filter((_, at) => found[at]).slice(0, suggestionsMax)
}

/** Equal for queries that find the same. */
function stemsIn(terms: readonly SearchTerm[]): string {
  return terms.map(({ parts }) => parts.flatMap(stemsOf).join(' ')).join('\n')
}

function candidatesFor(terms: readonly SearchTerm[], similar: SimilarWords): string[] {
  const words = terms.map(wordOf)
  const replaced = words.flatMap((word, index) =>
    similar(word).map((other) => words.with(index, other).join(' ')),
  )
  const shorter = words.length > 1 ? words.map((_, at) => words.toSpliced(at, 1).join(' ')) : []
  return [...replaced, ...shorter]
}

const wordOf = ({ parts }: SearchTerm): string => parts.join(' ')

/** The words of a query for which there may be similar ones. */
export function unknownWords(terms: readonly SearchTerm[]): string[] {
  if (terms.length > termsMax) return []
  return terms.map(wordOf).filter((word) => word.length >= lettersMin && !word.includes(' '))
}

/** Words of the index that begin with the same letters. */
export function selectSimilar(db: SearchDatabase, word: string) {
  const beginning = word.slice(0, lettersMin)
  return db
    .selectFrom('search_vocabulary')
    .select('word')
    .where('word', '>=', beginning)
    .where('word', '<', `${beginning}\u{ffff}`)
    .where(sql<number>`length(word)`, '<=', word.length + lettersMin + 1)
    .orderBy('word')
    .limit(({ lit }) => lit(similarMax))
}

/** The most similar of these words. */
export function similarTo(word: string, rows: readonly { word: string }[]): string[] {
  return rows
    .map((row) => ({ word: row.word, distance: distanceOf(word, row.word) }))
    .filter(({ distance, word: similar }) => distance > 0 && distance <= maxDistance(word, similar))
    .sort((a, b) => a.distance - b.distance || (a.word < b.word ? -1 : 1))
    .slice(0, triedMax)
    .map((similar) => similar.word)
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
