import { type Kysely, sql } from 'kysely'
import { batches } from '../../core/batches.ts'
import { similarTo } from '../../core/similar-words.ts'
import type { Tables } from '../tables.ts'
import type { SearchDatabase, SearchEngine, SearchFilter } from './engine.ts'
import { type Named, planOf, shortQueryMax } from './plan.ts'
import { hasLetters, nameOf, parseQuery, type QueryTerm } from './query-terms.ts'
import { stemsOf } from './stems.ts'
import type { DocumentTerms } from './terms.ts'

const suggestionsMax = 3
const lettersMin = 3
const comparedMax = 400
const wordsAtOnce = 500

/** Adds the words of documents to those that the words of a query are compared with. */
export async function addWords(
  db: Kysely<Tables>,
  documents: readonly DocumentTerms[],
): Promise<void> {
  const words = new Set(documents.flatMap(({ written }) => [...written].filter(isCompared)))
  for (const some of batches(words, wordsAtOnce))
    await db
      .insertInto('search_vocabulary')
      .values(some.map((word) => ({ word })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** A number is not compared. */
const isCompared = (word: string): boolean => word.length >= lettersMin && !/^\d/.test(word)

/** Words that no text has, each with similar ones that some have, the most similar first. */
export type SimilarWords = ReadonlyMap<string, readonly string[]>

interface Options {
  db: SearchDatabase
  engine: SearchEngine
  filter: SearchFilter
  named: Named
  similar: SimilarWords
  /** Whether nothing was found. */
  isEmpty: boolean
}

/** Queries that find something: with similar words in place of unknown ones, or, if nothing was found, without some of the words; at most one statement. */
export async function suggestionsFor(
  terms: readonly QueryTerm[],
  { db, engine, filter, named, similar, isEmpty }: Options,
): Promise<string[]> {
  if (terms.length > shortQueryMax) return []
  const words = terms.map(nameOf)
  const candidates = new Map<string, string>()
  for (const candidate of candidatesFor(words, similar, isEmpty)) {
    // Candidates of the same stems find the same.
    const stems = parseQuery(candidate).map(({ parts }) => parts.flatMap(stemsOf).join(' '))
    const key = stems.join('\n')
    if (!candidates.has(key)) candidates.set(key, candidate)
  }
  if (candidates.size === 0) return []
  const tried = [...candidates.values()]
  const plans = tried.map((candidate) => planOf(parseQuery(candidate), 'all', named))
  const queries = plans.map(({ found }) => ({ match: found, limit: 1 }))
  const found = await engine.newest(db, filter, queries)
  return tried.filter((_, at) => (found[at]?.length ?? 0) > 0).slice(0, suggestionsMax)
}

function candidatesFor(words: string[], similar: SimilarWords, isEmpty: boolean): string[] {
  const replaced = words.flatMap((word, index) =>
    (similar.get(word) ?? []).map((other) => words.with(index, other)),
  )
  const existing = words.filter((word) => !similar.has(word))
  const shorter = words.map((_, at) => words.toSpliced(at, 1))
  const fewer = [...(existing.length < words.length ? [existing] : []), ...shorter]
  return [...replaced, ...(isEmpty ? fewer : [])]
    .filter((candidate) => candidate.some(hasLetters))
    .map((candidate) => candidate.join(' '))
}

/** The words of a query that are compared with those of the index. */
export function comparedWords(terms: readonly QueryTerm[]): string[] {
  if (terms.length > shortQueryMax) return []
  return terms.map(nameOf).filter((word) => word.length >= lettersMin && !/[ \d]/.test(word))
}

/** Words of the index that begin like one of the words. */
export function selectSimilarTo(
  db: SearchDatabase,
  [first, ...others]: readonly [string, ...string[]],
) {
  const select = (word: string) => selectSimilar(db, word)
  return others.reduce((all, word) => all.unionAll(select(word)), select(first))
}

/** Compares words with those that begin like them. */
export function similarWords(
  compared: readonly string[],
  rows: readonly { word: string }[],
): SimilarWords {
  const existing = new Set(rows.map(({ word }) => word))
  const unknown = compared.filter((word) => !existing.has(word))
  const startOf = (word: string) => word.slice(0, lettersMin)
  return new Map(
    unknown.map((word) => {
      const others = [...existing].filter((other) => other.startsWith(startOf(word)))
      return [word, similarTo(word, others)]
    }),
  )
}

/** Words of the index that begin with the same letters. */
function selectSimilar(db: SearchDatabase, word: string) {
  const beginning = word.slice(0, lettersMin)
  const similar = db
    .selectFrom('search_vocabulary')
    .select('word')
    .where('word', '>=', beginning)
    .where('word', '<', `${beginning}\u{ffff}`)
    .where(sql<number>`length(word)`, '<=', word.length + lettersMin + 1)
    // The word itself before all others, so that the limit keeps it.
    .orderBy(({ eb }) => eb('word', '!=', word))
    .orderBy('word')
    .limit(({ lit }) => lit(comparedMax))
  return db.selectFrom(similar.as('similar')).select('word')
}
