import { diacritics, foldPairs, letters } from './unicode61-tables.ts'

const wordPattern = new RegExp(`[${letters}][${letters}${diacritics}]*`, 'gu')
const diacriticPattern = new RegExp(`[${diacritics}]`, 'gu')
// More marks than any letter has.
const diacriticsMax = 16
// Of what no word goes beyond: most runs are one word of plain letters, the first group, which need no look at those of
// all scripts.
const runPattern = /([a-z0-9]+)(?![a-z0-9\u0080-\uffff])|[a-z0-9\u0080-\uffff]+/gi
const plain = /^[a-z0-9]*$/i

const foldOf = new Map<string, string>()
const pairs = [...foldPairs]
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
  for (const found of matchesOf(runPattern, text)) {
    const [run, word] = found
    const start = found.index
    if (word === undefined) yield* wordsOfRun(run, start)
    else yield { folded: word.toLowerCase(), start, end: start + word.length }
  }
}

/** The words of a text as they are compared. */
export const foldedWords = (text: string): string[] =>
  Array.from(wordsOf(text), ({ folded }) => folded)

function* wordsOfRun(run: string, start: number): Generator<Word> {
  for (const { 0: word, index } of matchesOf(wordPattern, run))
    yield { folded: fold(word), start: start + index, end: start + index + word.length }
}

/** As `matchAll`, which copies the pattern for each text. */
function* matchesOf(pattern: RegExp, text: string): Generator<RegExpExecArray> {
  for (let from = 0; ; ) {
    // Others use the pattern meanwhile.
    pattern.lastIndex = from
    const found = pattern.exec(text)
    if (found === null) return
    from = Math.max(pattern.lastIndex, found.index + 1)
    yield found
  }
}

// A mark is part of the word that it follows, and alone it is none.
const wordBefore = new RegExp(`[${letters}][${diacritics}]*$`, 'u')
const letterAfter = new RegExp(`^[${letters}]`, 'u')
const spellingsOf = new Map<string, string>()
for (const [letter, folded] of foldOf)
  spellingsOf.set(folded, `${spellingsOf.get(folded) ?? folded}${letter}`)

/** Finds where the first of these folded words stands in a text, or -1: without cutting what comes before into words. */
export function compileMatcher(sought: Iterable<string>): (text: string) => number {
  // The longest first: of words that begin alike, the pattern takes the first that fits.
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
      // Two code units hold a letter of any plane.
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
