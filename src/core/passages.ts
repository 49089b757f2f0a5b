import { createHmac } from 'node:crypto'
import { foldText, unseen } from './fold.ts'

/** A passage that is known without its words: `hash` is keyed, and `prefilter` has 16 bits. */
export interface Passage {
  /** The number of its words. */
  words: number
  prefilter: number
  hash: string
}

/** The slug of what has lost all its words. */
export const withheldSlug = 'withheld'

/** What a text has instead of a passage. */
export const withheldMark = `[${withheldSlug}]`

/** A digest that says nothing of `text` without the key. */
export function keyedHash(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** Of the words of a text, without case, accents, line breaks and punctuation; undefined without words. */
export function passageOf(key: string, text: string): Passage | undefined {
  const words = wordsOf(text)
  if (words.length === 0) return undefined
  let prefilter = 0
  for (const { number } of words) prefilter = next(prefilter, number)
  return { words: words.length, prefilter: prefilter >>> 16, hash: hashOf(key, words) }
}

interface Word {
  folded: string
  number: number
  /** The text that it is in, and its position there in UTF-16 units. */
  text: number
  start: number
  end: number
}

// A letter may be escaped as in a URL; an escaped space or sign ends a word.
const escaped = '%[c-f][0-9a-f](?:%[89ab][0-9a-f])+'
const wordPattern = new RegExp(
  `(?:%[2-7][0-9a-f])|((?:[\\p{L}\\p{N}\\p{M}${unseen}]|${escaped})+)`,
  'giu',
)
const escapes = new RegExp(escaped, 'gi')

function wordsOf(text: string, at = 0): Word[] {
  const words: Word[] = []
  for (const match of text.matchAll(wordPattern)) {
    const [, word] = match
    if (word === undefined) continue
    const folded = foldText(word.includes('%') ? word.replace(escapes, unescaped) : word)
    if (folded === '') continue
    const start = match.index
    words.push({ folded, number: numberOf(folded), text: at, start, end: start + match[0].length })
  }
  return words
}

function unescaped(letters: string): string {
  try {
    return decodeURIComponent(letters)
  } catch {
    return letters
  }
}

function numberOf(word: string): number {
  let number = 0
  for (let at = 0; at < word.length; at += 1)
    number = Math.imul(number ^ word.charCodeAt(at), 0x01000193) ^ (number >>> 15)
  return number
}

// Odd, so that no bit of an earlier word is lost.
const base = 0x2c1b3c6d

const next = (sum: number, number: number) => (Math.imul(sum, base) + number) | 0

const hashOf = (key: string, words: readonly Word[]) =>
  keyedHash(key, words.map(({ folded }) => folded).join(' '))

/** Finds passages in texts, in time that grows with the words and the different lengths of passages. */
export class PassageFinder {
  readonly #key: string
  /** By number of words: the prefilters and the hashes. */
  readonly #lengths = new Map<number, { prefilters: Set<number>; hashes: Set<string> }>()

  constructor(key: string, passages: Iterable<Passage>) {
    this.#key = key
    for (const { words, prefilter, hash } of passages) {
      const ofLength = this.#lengths.get(words) ?? { prefilters: new Set(), hashes: new Set() }
      ofLength.prefilters.add(prefilter)
      ofLength.hashes.add(hash)
      this.#lengths.set(words, ofLength)
    }
  }

  has(text: string): boolean {
    return this.#lengths.size > 0 && this.#find(wordsOf(text)).length > 0
  }

  /** The texts with a mark instead of each passage, also of one that continues in the next text. */
  masked(texts: readonly string[]): string[] {
    if (this.#lengths.size === 0) return [...texts]
    const words = texts.flatMap((text, at) => wordsOf(text, at))
    const found = this.#find(words)
    if (found.length === 0) return [...texts]
    const spans = joined(found).flatMap(([from, to]) => spansOf(words.slice(from, to)))
    return texts.map((text, at) =>
      withMarks(
        text,
        spans.filter((span) => span.text === at),
      ),
    )
  }

  /** The first and the last word, exclusive, of each passage. */
  #find(words: readonly Word[]): [number, number][] {
    const found: [number, number][] = []
    for (const [length, { prefilters, hashes }] of this.#lengths)
      for (const end of likelyEnds(words, length, prefilters)) {
        const start = end - length
        if (hashes.has(hashOf(this.#key, words.slice(start, end)))) found.push([start, end])
      }
    return found.sort(([one], [other]) => one - other)
  }
}

/** The ends of the sequences of `length` words whose sums are among the prefilters. */
function* likelyEnds(
  words: readonly Word[],
  length: number,
  prefilters: ReadonlySet<number>,
): Generator<number> {
  let highest = 1
  for (let i = 1; i < length; i += 1) highest = Math.imul(highest, base)
  let sum = 0
  for (const [at, { number }] of words.entries()) {
    const gone = words[at - length]?.number ?? 0
    sum = next((sum - Math.imul(gone, highest)) | 0, number)
    if (at + 1 >= length && prefilters.has(sum >>> 16)) yield at + 1
  }
}

/** Without overlaps. */
function joined(spans: readonly [number, number][]): [number, number][] {
  const all: [number, number][] = []
  for (const [from, to] of spans) {
    const last = all.at(-1)
    if (last !== undefined && from < last[1]) last[1] = Math.max(last[1], to)
    else all.push([from, to])
  }
  return all
}

interface Span {
  text: number
  start: number
  end: number
}

/** Where the words stand, in one span for each text. */
function spansOf(words: readonly Word[]): Span[] {
  const spans: Span[] = []
  for (const { text, start, end } of words) {
    const last = spans.at(-1)
    if (last?.text === text) last.end = end
    else spans.push({ text, start, end })
  }
  return spans
}

function withMarks(text: string, spans: readonly Span[]): string {
  let marked = ''
  let from = 0
  for (const { start, end } of spans) {
    marked += text.slice(from, start) + withheldMark
    from = end
  }
  return marked + text.slice(from)
}
