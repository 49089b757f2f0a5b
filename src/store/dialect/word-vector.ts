import type { SearchEntry, SearchTerm } from './dialect.ts'
import { wordsOf } from './words.ts'

// What a tsvector can hold: lexemes below 2 KB, less than 1 MB in all.
const lexemeLengthMax = 400
const vectorBytesMax = 900_000
const positionsMax = 255
// Words further on all have the highest position there is; the one before that stays free, so that they are beside none.
const lastPosition = 16_383
const positionMax = lastPosition - 2

// The last word of a title and the first of a body do not stand side by side.
const titleGap = 2

/** A tsvector as PostgreSQL reads it: the words of the title with weight A, those of the body with weight D. */
export function wordVector({ title, body }: Pick<SearchEntry, 'title' | 'body'>): string {
  const places = new Map<string, string[]>()
  let bytes = 0
  let position = 0
  const add = (text: string, weight: string) => {
    for (const folded of lexemesOf(text)) {
      position += 1
      if (bytes > vectorBytesMax) return
      const at = `${placeAt(position)}${weight}`
      const known = places.get(folded)
      if (known === undefined) {
        places.set(folded, [at])
        bytes += Buffer.byteLength(folded) + 8
      } else if (known.length < positionsMax) {
        known.push(at)
        bytes += 2
      }
    }
  }
  add(title, 'A')
  position += titleGap
  add(body, '')
  return [...places].map(([word, at]) => `${quoted(word)}:${at.join(',')}`).join(' ')
}

function placeAt(position: number): number {
  return position > positionMax ? lastPosition : position
}

/**
 * A tsquery in which nothing that was typed is syntax: all terms, the words of each side by side, or `anywhere`. Empty
 * where a term has no word, and nothing can be found.
 */
export function wordQuery(terms: readonly SearchTerm[], anywhere = false): string {
  const between = anywhere ? ' & ' : ' <-> '
  const phrases = terms.map((term) => [...lexemesOf(term.join(' '))].map(quoted).join(between))
  return phrases.includes('') ? '' : phrases.join(' & ')
}

function* lexemesOf(text: string): Generator<string> {
  for (const { folded } of wordsOf(text)) yield folded.slice(0, lexemeLengthMax)
}

// Only letters and digits are left of a word, so there is nothing in it to escape.
function quoted(word: string): string {
  return `'${word}'`
}
