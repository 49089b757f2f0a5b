import { diacritics, foldPairs, letters } from './unicode61-tables.ts'

const wordPattern = new RegExp(`[${letters}][${letters}${diacritics}]*`, 'gu')
const diacriticPattern = new RegExp(`[${diacritics}]`, 'gu')
// More than any letter has.
const diacriticsMax = 16
// Runs without a separator. Most are one ASCII word (the first group), and skip the slower Unicode pattern.
const runPattern = /([a-z0-9]+)(?![a-z0-9\u0080-\uffff])|[a-z0-9\u0080-\uffff]+/gi
const plain = /^[a-z0-9]*$/i

const foldOf = new Map<string, string>()
const pairs = [...foldPairs]
for (let i = 0; i < pairs.length; i += 2) foldOf.set(pairs[i] ?? '', pairs[i + 1] ?? '')

/** `folded` is the form that is compared. */
export interface Word {
  folded: string
  start: number
  end: number
}

/**
 * The words of a text, folded exactly as by FTS5's `unicode61 remove_diacritics 2`. PostgreSQL's own parser depends on
 * the locale, needs an extension to fold accents, and splits URLs and numbers differently; with this tokenizer, both
 * engines find the same documents.
 */
export function* wordsOf(text: string): Generator<Word> {
  for (const found of matchesOf(runPattern, text)) {
    const [run, word] = found
    const start = found.index
    if (word === undefined) yield* wordsOfRun(run, start)
    else yield { folded: word.toLowerCase(), start, end: start + word.length }
  }
}

export const foldedWords = (text: string): string[] =>
  Array.from(wordsOf(text), ({ folded }) => folded)

function* wordsOfRun(run: string, start: number): Generator<Word> {
  for (const { 0: word, index } of matchesOf(wordPattern, run))
    yield { folded: fold(word), start: start + index, end: start + index + word.length }
}

/** Like `matchAll`, which would copy the pattern for every text. */
function* matchesOf(pattern: RegExp, text: string): Generator<RegExpExecArray> {
  for (let from = 0; ; ) {
    // Another caller may have used the pattern since.
    pattern.lastIndex = from
    const found = pattern.exec(text)
    if (found === null) return
    from = Math.max(pattern.lastIndex, found.index + 1)
    yield found
  }
}

// A combining mark belongs to the word before it, and is not a word by itself.
const wordBefore = new RegExp(`[${letters}][${diacritics}]*$`, 'u')
const letterAfter = new RegExp(`^[${letters}]`, 'u')
const spellingsOf = new Map<string, string>()
for (const [letter, folded] of foldOf)
  spellingsOf.set(folded, `${spellingsOf.get(folded) ?? folded}${letter}`)

/** Compiles a function that returns the index of the first of these folded words in a text, or -1. */
export function compileMatcher(sought: Iterable<string>): (text: string) => number {
  // Longest first, because alternatives match in order.
  const spelled = [...sought]
    .sort((a, b) => b.length - a.length)
    .map((word) =>
      [...word].map((letter) => `[${spellingsOf.get(letter) ?? letter}][${diacritics}]*`).join(''),
    )
  const pattern = new RegExp(spelled.join('|'), 'gu')
  return (text) => {
    for (const { 0: found, index } of matchesOf(pattern, text)) {
      const end = index + found.length
      if (wordBefore.test(text.slice(Math.max(0, index - diacriticsMax), index))) continue
      // Two code units hold any character.
      if (!letterAfter.test(text.slice(end, end + 2))) return index
    }
    return -1
  }
}

function fold(word: string): string {
  if (plain.test(word)) return word.toLowerCase()
  let folded = ''
  for (const letter of word.replace(diacriticPattern, '')) folded += foldOf.get(letter) ?? letter
  return folded
}
