import { foldText } from '../../core/fold.ts'
import { distanceOf } from '../../store/search/suggestions.ts'

const lettersMin = 3

interface KeyParts {
  whole: string
  letters: string
  numbers: string
  words: readonly string[]
}

/** The key that is most similar; undefined if no key is similar, or several are as similar. */
export function nearestKey(written: string, keys: readonly string[]): string | undefined {
  const query = partsOf(written)
  const similar = [...new Set(keys)]
    .filter((key) => key !== written)
    .map((key) => ({ key, distance: distanceBetween(query, partsOf(key)) }))
    .filter(({ distance }) => distance < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.distance - b.distance)
  const [nearest, next] = similar
  return nearest?.distance === next?.distance ? undefined : nearest?.key
}

function partsOf(key: string): KeyParts {
  const words = foldText(key).match(/\p{L}+|\p{N}+/gu) ?? []
  const isNumber = (word: string) => /^\p{N}/u.test(word)
  const plain = words.map((word) => (isNumber(word) ? word.replace(/^0+(?=.)/, '') : word))
  const numbers = plain.filter(isNumber).join(' ')
  const letters = plain.filter((word) => !isNumber(word)).join('')
  return { whole: plain.join(''), letters, numbers, words: plain }
}

// Keys with other numbers are those of other records, however similar.
function distanceBetween(one: KeyParts, other: KeyParts): number {
  if (one.numbers !== other.numbers) return Number.POSITIVE_INFINITY
  if (one.whole === other.whole) return 0
  const length = Math.max(one.letters.length, other.letters.length)
  const least = Math.min(one.letters.length, other.letters.length)
  if (least < lettersMin) return Number.POSITIVE_INFINITY
  if (isPart(one.words, other.words) || isPart(other.words, one.words)) return 1
  const longest = Math.ceil(length / 3)
  if (length - least > longest) return Number.POSITIVE_INFINITY
  const distance = distanceOf(one.letters, other.letters)
  return distance > longest ? Number.POSITIVE_INFINITY : 1 + distance
}

function isPart(part: readonly string[], whole: readonly string[]): boolean {
  return part.every((word) => whole.includes(word))
}
