import { createHmac } from 'node:crypto'
import { foldText } from './fold.ts'

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

/**
 * Of the words of a text, without case, accents, line breaks and punctuation, each word that a line end divides as one;
 * undefined without words.
 */
export function passageOf(key: string, text: string): Passage | undefined {
  const words = undivided(wordsOf(text), ({ isRest }) => isRest)
  if (words.length === 0) return undefined
  let prefilter = 0
  for (const { number } of words) prefilter = next(prefilter, number)
  return { words: words.length, prefilter: prefilter >>> 16, hash: hashOf(key, words) }
}

interface Span {
  /** The number of the text. */
  text: number
  start: number
  end: number
}

interface Word extends Span {
  folded: string
  number: number
  /** How it goes on if a hyphen and the end of a line or of the text follow; undefined if they do not. */
  divided?: 'in capitals' | 'in small letters' | undefined
  /** Whether it can be the rest of the word before it. */
  isRest: boolean
  /** Where it stands if a line end divides it. */
  parts?: readonly Span[]
}

// Characters of format, such as the soft hyphen and those without width, end no word.
const wordPattern = /[\p{L}\p{N}\p{M}\p{Cf}]+/gu
const format = /\p{Cf}/gu

const hyphens = '-\u00ad\u2010\u2011\u00ac'
const lineEnd = new RegExp(`[${hyphens}]?\\s|[${hyphens}]$`, 'y')

function wordsOf(text: string, at = 0): Word[] {
  const { plain, positionOf } = decoded(text)
  const hasFormat = plain.search(format) >= 0
  const words: Word[] = []
  for (const { 0: word, index } of plain.matchAll(wordPattern)) {
    const folded = foldText(hasFormat ? word.replace(format, '') : word)
    if (folded === '') continue
    const until = index + word.length
    const [start, end] = [positionOf(index), positionOf(until)]
    const isAfterEnd = words.length === 0 || words.at(-1)?.divided !== undefined
    const isRest = isAfterEnd && /^\p{Cf}*\p{Ll}/u.test(word)
    const own = { folded, number: numberOf(folded), text: at, start, end, isRest }
    words.push(isAtLineEnd(plain, until) ? { ...own, divided: lettersAtEnd(word) } : own)
  }
  return words
}

const lettersAtEnd = (word: string) =>
  /\p{Lu}\p{M}*\p{Cf}*$/u.test(word) ? 'in capitals' : 'in small letters'

/** Whether a hyphen and the end of a line, or of the text, follow the word that ends there. */
function isAtLineEnd(text: string, end: number): boolean {
  const hasSoftHyphen = text[end - 1] === '\u00ad'
  if (!hasSoftHyphen && !hyphens.includes(text[end] ?? '\n')) return false
  if (hasSoftHyphen && end === text.length) return true
  lineEnd.lastIndex = end
  return lineEnd.test(text)
}

/** The words with those as one that a line end divides. */
function undivided(
  words: readonly Word[],
  goesOn: (word: Word, before: Word) => boolean,
): readonly Word[] {
  if (!words.some(({ divided }) => divided !== undefined)) return words
  const whole: Word[] = []
  for (const word of words) {
    const before = whole.at(-1)
    if (before?.divided === undefined || !goesOn(word, before)) whole.push(word)
    else whole[whole.length - 1] = joinedWord(before, word)
  }
  return whole
}

function joinedWord(before: Word, word: Word): Word {
  const folded = before.folded + word.folded
  const parts = [...(before.parts ?? [before]), word]
  return { ...before, folded, number: numberOf(folded), parts, divided: word.divided }
}

/** A name such as Saint-Jean, of which the second part has a capital too, is two words; in capitals one cannot tell. */
const canGoOn = (word: Word, { divided }: Word) => word.isRest || divided === 'in capitals'

interface Decoded {
  plain: string
  /** Where a position of `plain` is in the text. */
  positionOf: (at: number) => number
}

const escapes = /(?:%[0-9a-f]{2})+/gi

/** A text without the escapes of URLs; an escape can be escaped again. */
function decoded(text: string, depth = 0): Decoded {
  const found = text.includes('%') && depth < 3 ? [...text.matchAll(escapes)] : []
  if (found.length === 0) return { plain: text, positionOf: (at) => at }
  const positions: number[] = []
  let plain = ''
  const add = (part: string, positionOf: (n: number) => number) => {
    for (let n = 0; n < part.length; n += 1) positions.push(positionOf(n))
    plain += part
  }
  let from = 0
  for (const { 0: escaped, index } of found) {
    const start = from
    add(text.slice(from, index), (n) => start + n)
    for (const { character, at } of charactersOf(escaped)) add(character, () => index + at)
    from = index + escaped.length
  }
  add(text.slice(from), (n) => from + n)
  positions.push(text.length)
  const inner = decoded(plain, depth + 1)
  return { plain: inner.plain, positionOf: (at) => positions[inner.positionOf(at)] ?? text.length }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const latin1 = new TextDecoder('windows-1252')

/** Of escaped bytes in UTF-8, or in the encoding of older sites; `at` is the position of the first escape. */
function charactersOf(escaped: string): { character: string; at: number }[] {
  const bytes = Buffer.from(escaped.replaceAll('%', ''), 'hex')
  const characters: { character: string; at: number }[] = []
  for (let from = 0; from < bytes.length; ) {
    const lead = bytes[from] ?? 0
    const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1
    const [character, width] = characterOf(bytes.subarray(from, from + length))
    characters.push({ character, at: 3 * from })
    from += width
  }
  return characters
}

/** The character, and its number of bytes. */
function characterOf(bytes: Uint8Array): [string, number] {
  try {
    return [utf8.decode(bytes), bytes.length]
  } catch {
    return [latin1.decode(bytes.subarray(0, 1)), 1]
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

const hashOf = (key: string, words: readonly Pick<Word, 'folded'>[]) =>
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
    return this.#lengths.size > 0 && this.#spans(wordsOf(text)).length > 0
  }

  /** The texts with a mark instead of each passage, also of one that continues in the next text of an order. */
  masked(texts: readonly string[], orders = [[...texts.keys()]]): string[] {
    if (this.#lengths.size === 0) return [...texts]
    const words = texts.map(wordsOf)
    const spans = orders.flatMap((order) => this.#spans(order.flatMap((at) => words[at] ?? [])))
    if (spans.length === 0) return [...texts]
    const byText = Map.groupBy(spans, ({ text }) => text)
    return texts.map((text, at) => withMarks(text, joined(byText.get(at) ?? [])))
  }

  /** Where passages stand, also with words that a line end divides. */
  #spans(words: readonly Word[]): Span[] {
    const found = this.#find(words, () => [[0, words.length]])
    const whole = undivided(words, canGoOn)
    if (whole === words) return found
    const joined = whole.flatMap(({ parts }, at) => (parts === undefined ? [] : [at]))
    return [...found, ...this.#find(whole, (length) => around(joined, length))]
  }

  /** In the ranges in which sequences of a length are new. */
  #find(words: readonly Word[], rangesOf: (length: number) => Iterable<Range>): Span[] {
    const found: Span[] = []
    for (const [length, { prefilters, hashes }] of this.#lengths)
      for (const range of rangesOf(length)) {
        const some = words.slice(...range)
        for (const end of likelyEnds(some, length, prefilters)) {
          const sequence = some.slice(end - length, end)
          if (hashes.has(hashOf(this.#key, sequence))) found.push(...spansOf(sequence))
        }
      }
    return found
  }
}

/** The first position, and the last one, exclusive. */
type Range = [from: number, to: number]

/** The ranges of all sequences of `length` with one of the positions, which ascend. */
function around(positions: readonly number[], length: number): Range[] {
  const ranges: Range[] = []
  for (const at of positions) {
    const last = ranges.at(-1)
    const from = Math.max(0, at - length + 1)
    if (last !== undefined && from <= last[1]) last[1] = at + length
    else ranges.push([from, at + length])
  }
  return ranges
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

/** Without overlaps, in order. */
function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const last = all.at(-1)
    if (last !== undefined && span.start < last.end) last.end = Math.max(last.end, span.end)
    else all.push({ ...span })
  }
  return all
}

/** Where the words stand, in one span for each text. */
function spansOf(words: readonly Word[]): Span[] {
  const spans: Span[] = []
  for (const { text, start, end } of words.flatMap((word) => word.parts ?? [word])) {
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
