/** What a record must have: all words, any of them, or at best all and else most of their weight. */
export type MatchMode = 'best' | 'all' | 'any'

/** Best first, or newest first. */
export type SearchSort = 'relevance' | 'date'

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

/** Marks of documents in the index; no text can contain them. */
export const mark = {
  municipality: (id: number) => `@${id}`,
  // An underscore would separate words.
  kind: (kind: string) => `#${kind.replace('_', '')}`,
  organization: (id: number) => `%${id}`,
  /** A person who moved, seconded, sponsored or said it. */
  author: (id: number) => `^${id}`,
  /** A person who has a part in it, such as a vote. */
  person: (id: number) => `+${id}`,
}

/** All characters that begin a mark or another indexed form. */
export const markCharacters = '@#%^+~'
