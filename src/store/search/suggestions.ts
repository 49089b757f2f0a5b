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

/** Queries that find something: with a similar word in place of an unknown one, or without one of the words. */
export async function suggestionsFor(
  db: SearchDatabase,
  dialect: SqlDialect,
  terms: readonly SearchTerm[],
  documents: Omit<DocumentQuery, 'matching'>,
): Promise<string[]> {
  if (terms.length > termsMax) return []
  const found: string[] = []
  const tried = new Set<string>()
  for await (const candidate of candidatesFor(db, terms)) {
    if (found.length === suggestionsMax) break
    const suggested = parseQuery(candidate)
    const stems = stemsIn(suggested)
    if (tried.has(stems)) continue
    tried.add(stems)
    const matching = matchingOf(suggested, 'all', new Map())
    const rows = await dialect.findDocuments(db, { ...documents, matching, limit: 1, offset: 0 })
    if (rows.length > 0) found.push(candidate)
  }
  return found
}

/** Equal for queries that find the same. */
function stemsIn(terms: readonly SearchTerm[]): string {
  return terms.map(({ parts }) => parts.flatMap(stemsOf).join(' ')).join('\n')
}

async function* candidatesFor(db: SearchDatabase, terms: readonly SearchTerm[]) {
  const words = terms.map(({ parts }) => parts.join(' '))
  for (const [index, word] of words.entries())
    for (const similar of await similarWords(db, word)) yield words.with(index, similar).join(' ')
  if (words.length > 1) for (const index of words.keys()) yield words.toSpliced(index, 1).join(' ')
}

/** The most similar words of the index that begin with the same letters. */
async function similarWords(db: SearchDatabase, word: string): Promise<string[]> {
  if (word.length < lettersMin || word.includes(' ')) return []
  const beginning = word.slice(0, lettersMin)
  const rows = await db
    .selectFrom('search_vocabulary')
    .select('word')
    .where('word', '>=', beginning)
    .where('word', '<', `${beginning}\u{ffff}`)
    .where(sql<number>`length(word)`, '<=', word.length + lettersMin + 1)
    .orderBy('word')
    .limit(similarMax)
    .execute()
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
function distanceOf(one: string, other: string): number {
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
