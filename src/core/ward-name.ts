import { foldText } from './fold.ts'

/** Words that a label may have in place of a name, in English and French. */
const generic = /\b(?:ward|district|division|quartier|secteur|no|n°|number|numero)\b/g

/** The number of a ward; undefined if its name has none, or several. */
export function wardNumber(name: string): string | undefined {
  const [number, ...others] = name.match(/\d+/g) ?? []
  return others.length === 0 ? number?.replace(/^0+(?=\d)/, '') : undefined
}

/** Whether two names are of one ward: by number if both have one, such as "14" and "Ward 14 Somerset", else by words. */
export function isSameWard(one: string, other: string): boolean {
  const [number, otherNumber] = [wardNumber(one), wardNumber(other)]
  if (number !== undefined && otherNumber !== undefined) return number === otherNumber
  const words = wordsOf(one)
  return words !== '' && words === wordsOf(other)
}

function wordsOf(name: string): string {
  return foldText(name)
    .replace(generic, ' ')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
}
