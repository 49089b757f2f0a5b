import type { SearchTerm } from './dialect.ts'
import { compileMatcher, foldedWords, type Word, wordsOf } from './words.ts'

const snippetWords = 32
const lead = 6
// Characters before the first word that is sought, for the words that lead to it, and after it, for the others: texts of
// hundreds of pages are found like any other.
const before = 160
const beyond = 10_000
// Of a text that has no word there.
const charactersMax = 200

/** Texts that were found, with a snippet in place of the body: of the title, where only that has the words. */
export function withSnippets<R extends { title: string; body: string }>(
  rows: readonly R[],
  terms: readonly SearchTerm[],
) {
  const sought = new Set(terms.flatMap((term) => foldedWords(term.join(' '))))
  const indexOfMatch = compileMatcher(sought)
  return rows.map(({ body, ...row }) => {
    const first = indexOfMatch(body)
    const snippet =
      first < 0
        ? snippetOf(row.title, indexOfMatch(row.title), sought)
        : snippetOf(body, first, sought)
    return { ...row, snippet }
  })
}

/**
 * The piece of a text in which most of the words searched for stand, with `…` where it is cut. It is sought from the
 * first of them on, for 10,000 characters.
 */
function snippetOf(text: string, first: number, sought: ReadonlySet<string>): string {
  const from = Math.max(0, first - before)
  const end = Math.min(text.length, Math.max(0, first) + beyond)
  const read: Word[] = []
  const cut = { before: from > 0, after: end < text.length }
  const words = wholeWords(text.slice(from, end), cut, read)
  const opening = Math.max(0, bestStart(words, sought) - lead)
  const closing = opening + snippetWords
  while (read.length <= closing) if (words.next().done === true) break
  const last = read[Math.min(closing, read.length) - 1]
  const isCut = read.length > closing || cut.after
  const begin = from + (read[opening]?.start ?? 0)
  const cutAt = last === undefined ? begin + charactersMax : from + last.end
  const piece = isCut ? text.slice(begin, cutAt) : text.slice(begin)
  return `${from + opening === 0 ? '' : '…'}${piece}${isCut ? '…' : ''}`
}

/** The words of a piece, but for those that may go on beyond where it was cut; each is also added to `read`. */
function* wholeWords(
  piece: string,
  cut: { before: boolean; after: boolean },
  read: Word[],
): Generator<Word, undefined> {
  for (const word of wordsOf(piece)) {
    if (cut.before && word.start === 0) continue
    if (cut.after && word.end === piece.length) continue
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
