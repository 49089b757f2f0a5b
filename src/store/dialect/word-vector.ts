import type { SearchEntry, SearchTerm } from './dialect.ts'
import { wordsOf } from './words.ts'

// Limits of a tsvector: lexemes below 2 KB, less than 1 MB in total.
const lexemeLengthMax = 400
const vectorBytesMax = 900_000
const positionsMax = 255
// Words beyond the highest position share it. The position before stays unused, so that they are adjacent to none.
const lastPosition = 16_383
const positionMax = lastPosition - 2

// Keeps the last word of the title and the first of the body from forming a phrase.
const titleGap = 2

/** A tsvector literal: words of the title have weight A, those of the body weight D. */
export function wordVector({ title, body }: Pick<SearchEntry, 'title' | 'body'>): string {
  const positionsOf = new Map<string, string[]>()
  let bytes = 0
  let position = 0
  const add = (text: string, weight: string) => {
    for (const folded of lexemesOf(text)) {
      position += 1
      if (bytes > vectorBytesMax) return
      const at = `${clampPosition(position)}${weight}`
      const positions = positionsOf.get(folded)
      if (positions === undefined) {
        positionsOf.set(folded, [at])
        bytes += Buffer.byteLength(folded) + 8
      } else if (positions.length < positionsMax) {
        positions.push(at)
        bytes += 2
      }
    }
  }
  add(title, 'A')
  position += titleGap
  add(body, '')
  return [...positionsOf].map(([word, at]) => `${quoted(word)}:${at.join(',')}`).join(' ')
}

function clampPosition(position: number): number {
  return position > positionMax ? lastPosition : position
}

/**
 * A tsquery without user-supplied syntax. The words of a term must be adjacent, unless `anywhere`. Empty if a term has
 * no word.
 */
export function wordQuery(terms: readonly SearchTerm[], anywhere = false): string {
  const between = anywhere ? ' & ' : ' <-> '
  const phrases = terms.map((term) => [...lexemesOf(term.join(' '))].map(quoted).join(between))
  return phrases.includes('') ? '' : phrases.join(' & ')
}

function* lexemesOf(text: string): Generator<string> {
  for (const { folded } of wordsOf(text)) yield folded.slice(0, lexemeLengthMax)
}

// Words contain only letters and digits: nothing to escape.
function quoted(word: string): string {
  return `'${word}'`
}
