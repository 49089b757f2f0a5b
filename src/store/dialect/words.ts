import { folds, letters, marks } from './alphabet.ts'

const wordPattern = new RegExp(`[${letters}][${letters}${marks}]*`, 'gu')
const markPattern = new RegExp(`[${marks}]`, 'gu')
// More marks than any letter has.
const marksMax = 16
const plain = /^[a-z0-9]*$/

const foldOf = new Map<string, string>()
const pairs = [...folds]
for (let i = 0; i < pairs.length; i += 2) foldOf.set(pairs[i] ?? '', pairs[i + 1] ?? '')

/** A word in a text: what it is compared as, and where it stands. */
export interface Word {
  folded: string
  start: number
  end: number
}

/**
 * The words of a text, without case and accents, exactly as FTS5's `unicode61 remove_diacritics 2` has them. They are
 * cut here rather than by PostgreSQL, whose own parser follows the locale of the database, needs an extension to fold
 * accents, and cuts addresses and numbers its own way: so both engines find the same texts.
 */
export function* wordsOf(text: string): Generator<Word> {
  for (const { 0: word, index } of text.matchAll(wordPattern))
    yield { folded: fold(word), start: index, end: index + word.length }
}

// A mark is part of the word that it follows, and alone it is none.
const wordBefore = new RegExp(`[${letters}][${marks}]*$`, 'u')
const letterAfter = new RegExp(`^[${letters}]`, 'u')
const spellingsOf = new Map<string, string>()
for (const [letter, folded] of foldOf)
  spellingsOf.set(folded, `${spellingsOf.get(folded) ?? folded}${letter}`)

/** Where the first of these folded words stands in a text, or -1: without cutting what comes before it into words. */
export function firstOf(text: string, sought: Iterable<string>): number {
  // The longest first: of words that begin alike, the pattern takes the first that fits.
  const spelled = [...sought]
    .sort((a, b) => b.length - a.length)
    .map((word) =>
      [...word].map((letter) => `[${spellingsOf.get(letter) ?? letter}][${marks}]*`).join(''),
    )
  for (const { 0: found, index } of text.matchAll(new RegExp(spelled.join('|'), 'gu'))) {
    const end = index + found.length
    if (wordBefore.test(text.slice(Math.max(0, index - marksMax), index))) continue
    // Two code units hold a letter of any plane.
    if (!letterAfter.test(text.slice(end, end + 2))) return index
  }
  return -1
}

function fold(word: string): string {
  if (plain.test(word)) return word
  let folded = ''
  for (const letter of word.replace(markPattern, '')) folded += foldOf.get(letter) ?? letter
  return folded
}
