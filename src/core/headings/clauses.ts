import { beginsWithVerb } from './deciding-verbs.ts'

/** A part of a sentence that says something of its own, as a range of its text. */
export interface Clause {
  text: string
  start: number
  end: number
}

/** Words that limit or turn what stands before them, so that no cut may come between. */
const limiting =
  /^(?:and |but |et |mais )?(?:provided|except|unless|but|save|subject to|however|failing|if|only|excluding|notwithstanding|until|sauf|à moins|pourvu|mais|à condition|sous réserve|s[i'’]|toutefois|jusqu)(?![\p{L}])/iu
const announcesList =
  /(?:provided|except|unless|subject to|on condition|conditions?|sauf|pourvu|à condition|sous réserve)\b[^;.]*:\s*$/iu

const listMark = String.raw`(?:\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]|[A-Z]\)|[•·▪–-])`
/** Where a clause can end: the first group stands before the cut, the second after it and belongs to no clause. */
const cuts = new RegExp(
  [
    String.raw`;\s*(?:[Aa]nd |[Ee]t )?(?:${listMark}\s+)?`,
    String.raw`,\s+(?:and|AND|et|ET)\s+(?=(?:[Tt]hat|THAT|[Qq]ue|QUE)\b|[Qq]u['’])`,
    String.raw`(?<=[\p{Ll}\p{N})"”»]{3})[.!?]["”»]?\s+(?=["“«(]?(?:${listMark}\s+)?\p{Lu})(?:${listMark}\s+)?`,
    String.raw`(?<=[:;,]|\b(?:and|et))\s+${listMark}(?:\s+(?=\p{L})|(?=\p{Lu}))`,
  ].join('|'),
  'gu',
)
const abbreviation =
  /(?:^|[\s(])(?:nos?|st|ste|ave|blvd|dr|rd|inc|ltd|ltée|dept|approx|sec|art|vol|jr|sr|mrs?|ms|rev|hon|corp|co|cie|vs|cf|fig|mme|mlle|int|res|apt|pp?|p\.m|a\.m)$/iu

/** The clauses of a text, in order. Nothing between quotation marks is cut, and no condition from what it limits. */
export function clausesOf(text: string): Clause[] {
  const clauses: Clause[] = []
  let start = 0
  for (const { 0: mark, index } of text.matchAll(cuts)) {
    const before = text.slice(start, index)
    if (before === '' || !isEnd(before, mark, text.slice(index + mark.length))) continue
    clauses.push({ text: before, start, end: index })
    start = index + mark.length
  }
  clauses.push({ text: text.slice(start), start, end: text.length })
  return clauses.filter((clause) => /\p{L}/u.test(clause.text))
}

/** Whether a clause ends before a mark. */
function isEnd(before: string, mark: string, after: string): boolean {
  if (isInside(before) || announcesList.test(before) || limiting.test(after)) return false
  if (isInList(before, mark, after)) return false
  // "Section 9 (b) and (c) of the Act" is not a list.
  if (/\((?:[a-z]|\d{1,2}|[ivx]{1,4})\),?\s*(?:and|et)?$/iu.test(before)) return false
  return !/^[.!?]/.test(mark) || !abbreviation.test(before)
}

/** Words that announce a list, which are nothing with its first entry alone. */
export const announcing =
  /\b(?:the following|as follows|ce qui suit|comme suit|suivante?s? *$|à savoir *$|namely *$)(?![\p{L}])/iu
const thatClause = /^(?:\s*(?:and|et)\s+)?(?:that|que|qu['’])(?![\p{L}])/iu

/** Whether a list goes on after its first entry: "the following streams: food; waste". */
function isInList(before: string, mark: string, after: string): boolean {
  const colon = colonOf(before)
  if (colon === -1) return false
  const entry = before.slice(colon + 1).replace(entryMark, '')
  // The end of the list is where another clause begins, unless its entries are clauses too.
  if (announcing.test(before.slice(0, colon)))
    return !thatClause.test(after) || thatClause.test(entry)
  return mark.startsWith(';') && !thatClause.test(after) && !beginsWithVerb(after)
}
const entryMark = new RegExp(String.raw`^\s*["“«]?(?:${listMark})?\s*`, 'u')

/** Where a list begins: the first colon outside of times and quotations; -1 without one. */
function colonOf(text: string): number {
  for (const { index } of text.matchAll(/:(?=\s|\p{Lu}|["“«(])/gu))
    if (!isInside(text.slice(0, index))) return index
  return -1
}

/** Whether a text ends between quotation marks or brackets that it opens. */
export function isInside(text: string): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  return (
    count(/[“«]/g) > count(/[”»]/g) ||
    count(/"/g) % 2 === 1 ||
    count(/\((?![a-z\d]{1,3}\))/gi) > count(/(?<!\([a-z\d]{1,3})\)/gi)
  )
}
