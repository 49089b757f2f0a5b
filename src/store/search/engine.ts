import type { Kysely, RawBuilder } from 'kysely'
import type { IndexCheck } from '../dialect/engine.ts'
import type { SearchDocumentRow, Tables } from '../tables.ts'
import type { AnalysedDocument } from './terms.ts'

export type SearchDatabase = Pick<Kysely<Tables>, 'selectFrom' | 'selectNoFrom' | 'getExecutor'>

/** What a document must have, in a form that both engines translate. */
export type Match =
  | { term: string }
  /** The term in the title. */
  | { title: string }
  /** The terms side by side, in the title or in the text. */
  | { phrase: readonly string[]; within?: 'title' | undefined }
  | { all: readonly Match[] }
  | { any: readonly Match[] }

export const allOf = (all: readonly Match[]): Match =>
  all.length === 1 && all[0] ? all[0] : { all }
export const anyOf = (any: readonly Match[]): Match =>
  any.length === 1 && any[0] ? any[0] : { any }

/** Whether words must stand side by side, which is looked at only in the newest documents that have them. */
export function hasPhrases(match: Match): boolean {
  if ('all' in match) return match.all.some(hasPhrases)
  return 'any' in match ? match.any.some(hasPhrases) : 'phrase' in match
}

/** The same words in any order. */
export function withoutOrder(match: Match): Match {
  if ('all' in match) return allOf(match.all.map(withoutOrder))
  if ('any' in match) return anyOf(match.any.map(withoutOrder))
  if (!('phrase' in match)) return match
  const words = [...new Set(match.phrase)]
  return allOf(words.map((word) => (match.within === 'title' ? { title: word } : { term: word })))
}

/** Marks of documents in the index; no text can contain them. */
export const mark = {
  municipality: (id: number) => `@${id}`,
  /** The 64 days that a document of any municipality is in. */
  period: (day: number) => `@d${day >> 6}`,
  /** Before the bucket of a document of any municipality. */
  everywhere: '@',
  // An underscore would separate words.
  kind: (kind: string) => `#${kind.replace('_', '')}`,
  organization: (id: number) => `%${id}`,
  /** A person who moved, seconded, sponsored or said it. */
  author: (id: number) => `^${id}`,
  /** A person who has a part in it, such as a vote. */
  person: (id: number) => `+${id}`,
  /** A province or state, see `regionCode`. */
  region: (code: string) => `@r${code}`,
}

/** All characters that begin a mark or another indexed form. */
export const markCharacters = '@#%^+~'

/** Which documents are searched. */
export interface SearchFilter {
  /** Null for all municipalities. */
  municipalityId: number | null
  /** Marks that a document must have. */
  marks: readonly Match[]
  /** Days since 1800, inclusive. */
  days?: { first: number; last: number } | undefined
  /** How many of the newest documents with the words of phrases are checked for their order; SQLite checks those of all municipalities. */
  compared: number
  /** On SQLite: how many of the newest documents of all municipalities are read first; a word with enough of them is looked up in no others. */
  recent: number
}

export interface NewestQuery {
  match: Match
  limit: number
  offset?: number
}

/** What counts the newest matches. */
export interface Counting {
  db: SearchDatabase
  engine: SearchEngine
  filter: SearchFilter
  /** How many of the newest documents are counted. */
  countedMax: number
}

/** What ranks a document, and the record that it is part of. */
export type Standing = Pick<SearchDocumentRow, 'id' | 'group_key' | 'rank'>

export type IndexedDocument = Pick<SearchDocumentRow, 'id' | 'municipality_id' | 'day'>

/** The full-text index of a database engine. */
export interface SearchEngine {
  readonly check: IndexCheck
  /** Creates the index, or empties it. */
  reset(db: Kysely<Tables>): Promise<void>
  add(db: Kysely<Tables>, documents: readonly AnalysedDocument[]): Promise<void>
  remove(db: Kysely<Tables>, documents: readonly IndexedDocument[]): Promise<void>
  /** The newest documents of each query by recency, newest first; one statement. */
  newest(
    db: SearchDatabase,
    filter: SearchFilter,
    queries: readonly NewestQuery[],
  ): Promise<number[][]>
  standingsOf(db: SearchDatabase, ids: readonly number[]): Promise<Standing[]>
  /** The same documents as a subquery with the column `recency`. */
  matching(filter: SearchFilter, query: NewestQuery): RawBuilder<unknown>
  /** The month, as `2026-06`, of a number of days since 1800. */
  monthOf(day: RawBuilder<unknown>): RawBuilder<unknown>
}
