import { folds, letters, marks } from './alphabet.ts'

const wordPattern = new RegExp(`[${letters}][${letters}${marks}]*`, 'gu')
const markPattern = new RegExp(`[${marks}]`, 'gu')
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

function fold(word: string): string {
  if (plain.test(word)) return word
  let folded = ''
  for (const letter of word.replace(markPattern, '')) folded += foldOf.get(letter) ?? letter
  return folded
}
