import type { SearchTerm } from './search-term.ts'
import { type SoughtWords, soughtIn } from './sought.ts'
import { type TextWord, wordsOf } from './words.ts'

const snippetWords = 32
const lead = 6
// Characters read before and after the first match, so that long documents cost no more than short ones.
const before = 160
const beyond = 3000
// Length of a snippet without words.
const charactersMax = 200

/** Replaces the body of each row by a snippet; of the title, if only the title matches. Marks its words. */
export function withSnippets<R extends { title: string; body: string }>(
  rows: readonly R[],
  terms: readonly SearchTerm[],
) {
  const sought = soughtIn(terms)
  return rows.map(({ body, ...row }) => {
    const first = sought.firstIndexIn(body)
    const snippet =
      first < 0
        ? snippetOf(row.title, sought.firstIndexIn(row.title), sought)
        : snippetOf(body, first, sought)
    return { ...row, snippet, highlights: sought.rangesIn(snippet) }
  })
}

/** The passage with the most distinct search words, within 3,000 characters of the first match. `…` marks a cut. */
function snippetOf(text: string, first: number, sought: SoughtWords): string {
  const from = Math.max(0, first - before)
  const end = Math.min(text.length, Math.max(0, first) + beyond)
  const read: TextWord[] = []
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

/** The words of a passage, except those cut at its ends. Each word is also added to `read`. */
function* wholeWords(
  piece: string,
  cut: { before: boolean; after: boolean },
  read: TextWord[],
): Generator<TextWord, undefined> {
  for (const word of wordsOf(piece)) {
    if (cut.before && word.start === 0) continue
    if (cut.after && word.end === piece.length) continue
    read.push(word)
    yield word
  }
  return undefined
}

/** Start of the first window with the most distinct words; stops at a window with all of them. */
function bestStart(words: Iterator<TextWord>, sought: SoughtWords): number {
  let best = { start: 0, found: 0 }
  const open: { index: number; term: string }[] = []
  const inside = new Map<string, number>()
  for (let index = 0; best.found < sought.size; index += 1) {
    const { value: word, done } = words.next()
    if (done === true) break
    const term = sought.termOf(word)
    if (term === undefined) continue
    open.push({ index, term })
    add(inside, term, 1)
    for (let oldest = open[0]; oldest && index - oldest.index >= snippetWords - lead; ) {
      add(inside, oldest.term, -1)
      open.shift()
      oldest = open[0]
    }
    if (inside.size > best.found) best = { start: open[0]?.index ?? 0, found: inside.size }
  }
  return best.start
}

function add(counts: Map<string, number>, word: string, by: number): void {
  const count = (counts.get(word) ?? 0) + by
  if (count === 0) counts.delete(word)
  else counts.set(word, count)
}
