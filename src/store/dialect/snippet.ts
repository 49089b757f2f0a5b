import type { SearchTerm } from './dialect.ts'
import { type Word, wordsOf } from './words.ts'

const snippetWords = 32
const lead = 6

/** The piece of a text in which most of the words searched for stand, with `…` where it is cut. */
export function snippetOf(text: string, terms: readonly SearchTerm[]): string {
  const sought = new Set(terms.flat().flatMap((word) => [...wordsOf(word)].map((w) => w.folded)))
  const words = [...wordsOf(text)]
  const first = Math.max(0, bestStart(words, sought) - lead)
  const from = words[first]?.start ?? 0
  const last = words[first + snippetWords - 1]
  const isWhole = last === undefined || first + snippetWords >= words.length
  const piece = isWhole ? text.slice(from) : text.slice(from, last.end)
  return `${first === 0 ? '' : '…'}${piece}${isWhole ? '' : '…'}`
}

/** Where the window of words begins that has most of them, the earliest of equals. */
function bestStart(words: readonly Word[], sought: ReadonlySet<string>): number {
  let best = { start: 0, found: 0 }
  const places = words.flatMap(({ folded }, place) => (sought.has(folded) ? [place] : []))
  const inside = new Map<string, number>()
  let open = 0
  for (const place of places) {
    add(inside, words[place], 1)
    while (place - (places[open] ?? 0) >= snippetWords - lead) {
      add(inside, words[places[open] ?? 0], -1)
      open += 1
    }
    if (inside.size > best.found) best = { start: places[open] ?? 0, found: inside.size }
  }
  return best.start
}

function add(counts: Map<string, number>, word: Word | undefined, by: number): void {
  if (word === undefined) return
  const count = (counts.get(word.folded) ?? 0) + by
  if (count === 0) counts.delete(word.folded)
  else counts.set(word.folded, count)
}
