import { foldText } from './fold.ts'

/** Words that a label may have in place of a name, in English and French. */
const nouns =
  'wards?|districts?|divisions?|quartiers?|secteurs?|arrondissements?|circonscriptions?|nos?|n°|numbers?|numeros?'
const generic = new RegExp(`\\b(?:${nouns})(?![\\p{L}\\d])`, 'gu')

/** A number with the letter of a part, as in 1A, 1-A and a final 1 A; the e of "2e arrondissement" is none. */
const numbered = new RegExp(
  `0*(\\d+)(?:-?(?!e\\s+(?:${nouns})\\b)([a-z])(?![\\p{L}\\d'])|\\s([a-z])$)?`,
  'gu',
)

/** What joins the numbers of a list: "1, 2 and 5", "Ward 1 and Ward 5", but not "District 1, Ward 2". */
const joint = new RegExp(`^\\s*[,/+]?\\s*(?:(?:and|et|&)\\s*(?:(?:${nouns})\\s*)?)?$`, 'u')

/** What the labels of seats mostly call their areas; `seat` if they do not say. */
export function seatNoun(labels: readonly (string | null)[]): SeatNoun {
  const said = labels.flatMap(
    (label) => seatNouns.find((noun) => says[noun].test(foldText(label ?? ''))) ?? [],
  )
  const counts = seatNouns.map((noun) => said.filter((one) => one === noun).length)
  return said.length === 0 ? 'seat' : (seatNouns[counts.indexOf(Math.max(...counts))] ?? 'seat')
}

const seatNouns = ['ward', 'district'] as const
export type SeatNoun = (typeof seatNouns)[number] | 'seat'
const says = { ward: /\b(?:wards?|quartiers?)\b/, district: /\bdistricts?\b/ }

/** The number of a ward, such as 14 or 1A; undefined if its name has none, or several. */
export function wardNumber(name: string): string | undefined {
  const [number, ...others] = numbersIn(name)
  return others.length === 0 ? number?.number : undefined
}

/**
 * Whether two names are of one ward, or one is among the wards of the other: by number if both have one, such as "14"
 * and "Ward 14 Somerset", or "Ward 1" and "Wards 1 and 5", else by words.
 */
export function isSameWard(one: string, other: string): boolean {
  const [numbers, otherNumbers] = [wardsIn(one), wardsIn(other)]
  if (numbers.length > 0 && otherNumbers.length > 0)
    return (
      numbers.every((number) => otherNumbers.includes(number)) ||
      otherNumbers.every((number) => numbers.includes(number))
    )
  const words = wordsOf(one)
  return words !== '' && words === wordsOf(other)
}

/** The numbers of a list, or else all numbers as that of one ward, such as "District 1, Ward 2". */
function wardsIn(name: string): string[] {
  const found = numbersIn(name)
  const numbers = found.map(({ number }) => number)
  const isList = found.slice(1).every(({ before }) => joint.test(before))
  return isList ? numbers : [numbers.join(' ')]
}

/** Each number, with the text between the one before and it. */
function numbersIn(name: string) {
  const text = foldText(name).trim()
  let end = 0
  return [...text.matchAll(numbered)].map(({ 0: all, 1: digits, 2: near, 3: last, index }) => {
    const before = text.slice(end, index)
    end = index + all.length
    return { number: `${digits}${(near ?? last ?? '').toUpperCase()}`, before }
  })
}

/** What a ward is called besides its number: "Harbour" of "Ward 2 Harbour"; empty if it has a number alone. */
export function withoutNumber(name: string): string {
  if (wardNumber(name) === undefined) return name
  return name.replace(
    /^(?:[^\s\d]+\s+)??(?:n[ᵒo°]\s*)?0*\d+(?:-?[A-Za-z])?(?![\p{L}\d])[\s,:–—-]*/u,
    '',
  )
}

function wordsOf(name: string): string {
  return foldText(name)
    .replace(generic, ' ')
    .replace(/\d+\p{L}*/gu, ' ')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
}
