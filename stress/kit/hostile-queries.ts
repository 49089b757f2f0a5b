import type { Random } from './random.ts'

/** Words that most texts of a council have. */
export const commonWords = (
  'the of and to in a for by on is or be that as at with from an this shall it which any such not are city new york ' +
  'council committee local law no section int res meeting amend relation administrative code resolution introduction bill'
).split(' ')

const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789']
const rareWords = ['wildfire', 'zzzz', '市議會', '預算', 'ᐊᓄᕌᖅ', 'Łukasz', '2024', '½']
// The index treats the second one as a separator.
const separators = ['-', '\u0334', '/', "'"]
const queryLengthMax = 256
const wordsMax = 64

const cut = (text: string) => [...text].slice(0, queryLengthMax).join('')
const pairs = commonWords.slice(0, 18).map((word, index) => `${word}-${commonWords[index + 1]}`)

/** Queries that took seconds before searches were bounded, and the longest one that is allowed of each kind. */
export const knownAttacks: readonly string[] = [
  'a-'.repeat(128),
  'a-'.repeat(wordsMax),
  cut('the-'.repeat(wordsMax)),
  cut(`"${'of the '.repeat(32)}"`),
  cut(pairs.join(' ')),
  letters.join('-'),
  cut(commonWords.join(' ')),
  '"A Local Law to amend the administrative code of the city of New York, in relation to requiring the department of"',
]

/** The query string of a slow search. */
export function hostileSearch(random: Random, titles: readonly string[]): string {
  const values = new URLSearchParams({ q: hostileQuery(random, titles) })
  values.set('per_page', String(random.chance(0.5) ? 100 : random.between(1, 100)))
  if (random.chance(0.3))
    values.set('page', String(random.pick([2, 20, 21, 100, 500, 999_999_999])))
  if (random.chance(0.3)) values.set('match', 'any')
  if (random.chance(0.3))
    values.set('type', random.pick(['motions', 'matters,motions', 'document_sections']))
  return values.toString()
}

function hostileQuery(random: Random, titles: readonly string[]): string {
  const count = random.between(2, random.chance(0.1) ? 2 * wordsMax : wordsMax)
  const word = () => random.pick(random.chance(0.9) ? commonWords : [...letters, ...rareWords])
  const words = () => Array.from({ length: count }, word)
  const shapes = [
    () => (random.pick(letters) + random.pick(separators)).repeat(count),
    () => `${random.pick(commonWords)}-`.repeat(count),
    () => words().join(' '),
    () => words().join(random.pick(separators)),
    () => `"${cut(words().join(' ')).slice(0, queryLengthMax - 2)}"`,
    () =>
      words()
        .map((one) => `${one}-${word()}`)
        .join(' '),
    () => `"${random.pick(titles).slice(0, queryLengthMax - 2)}"`,
    () => random.pick(titles),
  ]
  return cut(random.pick(shapes)()) || 'a'
}
