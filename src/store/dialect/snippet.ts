import type { SearchTerm } from './dialect.ts'
import { firstOf, type Word, wordsOf } from './words.ts'

const snippetWords = 32
const lead = 6
// Characters before the first word that is sought, for the words that lead to it, and after it, for the others: texts of
// hundreds of pages are found like any other.
const before = 160
const beyond = 10_000

/**
 * The piece of a text in which most of the words searched for stand, with `…` where it is cut. It is sought from the
 * first of them on, for 10,000 characters.
 */
export function snippetOf(text: string, terms: readonly SearchTerm[]): string {
  const sought = new Set(terms.flat().flatMap((word) => [...wordsOf(word)].map((w) => w.folded)))
  const first = Math.max(0, firstOf(text, sought))
  const from = Math.max(0, first - before)
  const end = Math.min(text.length, first + beyond)
  const read: Word[] = []
  const words = keeping(wordsOf(text.slice(from, end)), read)
  const start = bestStart(words, sought)
  // A word at the cut may be the end of one.
  const whole = from > 0 && read[0]?.start === 0 ? 1 : 0
  const opening = Math.max(whole, start - lead)
  const closing = opening + snippetWords
  while (read.length <= closing) if (words.next().done === true) break
  const last = read[Math.min(closing, read.length) - 1]
  const isCut = last !== undefined && (read.length > closing || end < text.length)
  const begin = from + (read[opening]?.start ?? 0)
  const piece = isCut ? text.slice(begin, from + last.end) : text.slice(begin)
  return `${from + opening === 0 ? '' : '…'}${piece}${isCut ? '…' : ''}`
}

/** The same words, each also added to `read` as it comes. */
function* keeping(words: Iterable<Word>, read: Word[]): Generator<Word, undefined> {
  for (const word of words) {
    read.push(word)
    yield word
  }
  return undefined
}

/**
 * Where the window of words begins that has most of them, the earliest of equals; reads on no further than to one that
 * has all.
 */
function bestStart(words: Iterator<Word>, sought: ReadonlySet<string>): number {
  let best = { start: 0, found: 0 }
  const open: { place: number; folded: string }[] = []
  const inside = new Map<string, number>()
  for (let place = 0; best.found < sought.size; place += 1) {
    const { value: word, done } = words.next()
    if (done === true) break
    if (!sought.has(word.folded)) continue
    open.push({ place, folded: word.folded })
    add(inside, word.folded, 1)
    for (let oldest = open[0]; oldest && place - oldest.place >= snippetWords - lead; ) {
      add(inside, oldest.folded, -1)
      open.shift()
      oldest = open[0]
    }
    if (inside.size > best.found) best = { start: open[0]?.place ?? 0, found: inside.size }
  }
  return best.start
}

function add(counts: Map<string, number>, word: string, by: number): void {
  const count = (counts.get(word) ?? 0) + by
  if (count === 0) counts.delete(word)
  else counts.set(word, count)
}
