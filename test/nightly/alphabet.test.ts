import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { wordsOf } from '../../src/store/dialect/words.ts'

// All except surrogates, and only some of the eleven planes that Unicode has never assigned.
const codePoints = Array.from({ length: 0x10ffff }, (_, i) => i + 1).filter(
  (codePoint) =>
    codePoint < 0xd800 ||
    (codePoint > 0xdfff && codePoint < 0x40000) ||
    codePoint >= 0xe0000 ||
    codePoint % 1009 === 0,
)

const batch = 1024

/** The words that FTS5 finds in each code point between an "a" and a "b". */
function wordsOfSqlite(): Map<number, string[]> {
  const db = new Database(':memory:')
  db.exec(`create virtual table texts using fts5(text, content='', tokenize="unicode61 remove_diacritics 2");
    create virtual table words using fts5vocab(texts, 'instance')`)
  const insert = db.prepare('insert into texts (rowid, text) values (?, ?)')
  db.transaction(() => {
    for (let from = 0; from < codePoints.length; from += batch)
      insert.run(
        from + 1,
        codePoints
          .slice(from, from + batch)
          .map(between)
          .join(' '),
      )
  })()
  const wordsByDocument = new Map<number, string[]>()
  for (const row of db.prepare('select doc, term, offset from words').raw().iterate()) {
    const [doc, term, offset] = row as [doc: number, term: string, offset: number]
    const words = wordsByDocument.get(doc) ?? []
    words[offset] = term
    wordsByDocument.set(doc, words)
  }
  db.close()
  return new Map([...wordsByDocument].flatMap(([doc, words]) => splitBatch(doc - 1, words)))
}

/** The words of each code point of a batch: if the first is "a" alone, the code point separates and "b" follows. */
function splitBatch(
  from: number,
  words: readonly string[],
): [codePoint: number, words: string[]][] {
  const all = words.values()
  return codePoints.slice(from, from + batch).map((codePoint) => {
    const first = all.next().value ?? ''
    return [codePoint, first === 'a' ? [first, all.next().value ?? ''] : [first]]
  })
}

const between = (codePoint: number) => `a${String.fromCodePoint(codePoint)}b`

/** The content of a regular-expression class of the matching code points. */
function classOf(isSo: (codePoint: number) => boolean): string {
  const runs: [from: number, to: number][] = []
  let open: [from: number, to: number] | undefined
  for (const codePoint of codePoints) {
    if (!isSo(codePoint)) open = undefined
    else if (open !== undefined) open[1] = codePoint
    else {
      open = [codePoint, codePoint]
      runs.push(open)
    }
  }
  const spelt = (codePoint: number) => `\\\\u{${codePoint.toString(16)}}`
  return runs
    .map(([from, to]) => (from === to ? spelt(from) : `${spelt(from)}-${spelt(to)}`))
    .join('')
}

/** The content of unicode61-tables.ts. */
function tablesFrom(words: ReadonlyMap<number, readonly string[]>): string {
  const wordsWith = (codePoint: number) => words.get(codePoint)?.join(' ') ?? ''
  const isMark = (codePoint: number) => wordsWith(codePoint) === 'ab'
  const isLetter = (codePoint: number) => !isMark(codePoint) && wordsWith(codePoint) !== 'a b'
  const pairs = codePoints
    .filter((codePoint) => isLetter(codePoint) && wordsWith(codePoint) !== between(codePoint))
    .map((codePoint) => String.fromCodePoint(codePoint) + wordsWith(codePoint).slice(1, -1))
  return `// Generated from SQLite: npx vitest run test/nightly/alphabet.test.ts --update

/** Characters of words, as the content of a regular-expression class. */
export const letters =
  '${classOf(isLetter)}'

/** Combining marks that the tokenizer removes from words. */
export const diacritics =
  '${classOf(isMark)}'

/** Pairs: a letter, followed by the letter that it is folded to. */
export const foldPairs =
  '${pairs.join('')}'
`
}

it('splits and folds every character as FTS5 does', async () => {
  const expected = wordsOfSqlite()
  await expect(tablesFrom(expected)).toMatchFileSnapshot(
    '../../src/store/dialect/unicode61-tables.ts',
  )
  const other = codePoints.filter((codePoint) => {
    const words = [...wordsOf(between(codePoint))].map(({ folded }) => folded)
    return words.join(' ') !== expected.get(codePoint)?.join(' ')
  })
  expect(other.map((codePoint) => codePoint.toString(16))).toEqual([])
}, 180_000)
