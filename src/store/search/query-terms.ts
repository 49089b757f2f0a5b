import { personTitles } from '../../core/person-titles.ts'
import { functionWords } from './text-language.ts'
import { spacedNumber, withBylaws, wordsOf } from './words.ts'

/** A word, or a phrase of several parts. */
export interface QueryTerm {
  parts: readonly string[]
  /** The parts without separators, if they are one word: "coop" of co-op. */
  joined?: string | undefined
  isQuoted?: boolean
  /** As typed. */
  written?: string
  /** How a number that names a record may be written: Bill 23 is also Bill No. 23. */
  spellings?: readonly (readonly string[])[]
}

/** Ids of people whose name has the words of a term side by side. */
export type PeopleByName = ReadonlyMap<string, readonly number[]>

/** Each word is looked up separately in the index; no sentence of 256 characters has this many. */
export const searchWordsMax = 64

const tokenPattern = new RegExp(
  `"([^"]*)"|((?<![^\\s"])${spacedNumber}(?![^\\s"])|[^\\s"]+)|"`,
  'g',
)
const edges = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

/**
 * Splits a query into terms: text in double quotes is a phrase, every other word is a term. Everything else is
 * punctuation: there are no operators, so no query is a syntax error.
 */
export function parseQuery(q: string): QueryTerm[] {
  const terms: QueryTerm[] = []
  for (const [, phrase, token] of withBylaws(q).matchAll(tokenPattern)) {
    const typed = phrase ?? token ?? ''
    const words = [...wordsOf(typed)]
    const parts = words.flatMap((word) => word.parts)
    if (parts.length > 0)
      terms.push({
        parts,
        joined: words.length === 1 ? words[0]?.joined : undefined,
        isQuoted: phrase !== undefined,
        written: typed.replace(edges, ''),
      })
  }
  // A repeated word finds nothing new, but would be looked up again.
  return distinct(withNumbers(terms))
}

/** Counts words as they are looked up. */
export const countWords = (terms: readonly QueryTerm[]): number =>
  terms.reduce((count, { parts }) => count + parts.length, 0)

/** Each term once, in quotes if it is anywhere. */
export function distinct(terms: readonly QueryTerm[]): QueryTerm[] {
  const quotedLast = [...terms, ...terms.filter(({ isQuoted }) => isQuoted)]
  return [...new Map(quotedLast.map((term) => [nameOf(term), term])).values()]
}

/** A term as the name of a person: Brooks-Powers is "brooks powers". */
export const nameOf = ({ parts }: QueryTerm): string => parts.join(' ')

/** Numbers alone find too much. */
export const hasLetters = (words: string): boolean => /\p{L}/u.test(words)

/** Words before a number that names a record, each with those of other spellings and of the other language. */
const numbered: readonly (readonly string[])[] = [
  ['bill', 'loi'],
  ['int', 'intro', 'introduction'],
  ['law'],
  ['res', 'resolution'],
  ['ward', 'quartier'],
]

/** Each is looked up in several spellings, which take as long as searches of their own. */
const numbersMax = 2

/** Terms in which Bill 23, or Bill No. 23, is one. */
function withNumbers(terms: readonly QueryTerm[]): QueryTerm[] {
  const read: QueryTerm[] = []
  let left = numbersMax
  for (const term of terms) {
    const number = nameOf(term)
    const before = read.at(-1)?.parts[0] === 'no' ? 2 : 1
    const word = read.at(-before)
    const words = numbered.find((some) => some.includes(word && isSingle(word) ? nameOf(word) : ''))
    if (word === undefined || words === undefined || left === 0 || !isNumber(term)) {
      read.push(term)
      continue
    }
    left -= 1
    read.splice(-before, before, {
      parts: [...word.parts, number],
      written: `${word.written} ${term.written}`,
      spellings: words.flatMap((one) => [
        [one, number],
        [one, 'no', number],
      ]),
    })
  }
  return read
}

const isSingle = ({ parts, isQuoted }: QueryTerm): boolean => parts.length === 1 && !isQuoted

/** A law of 2019 has another number. */
const isNumber = (term: QueryTerm): boolean =>
  isSingle(term) && !hasLetters(nameOf(term)) && !/^(?:19|20)\d\d$/.test(nameOf(term))

/** Words that only ask, without accents; not "car", "or", "may", "yes" and "stop", which also name things. */
const askingWords = new Set([
  ...functionWords.keys(),
  ...`a an about above across after against along amid among amongst around as at before behind below
  beneath beside besides between beyond by concerning despite down during except for from in inside
  into like near of off on onto out outside over per regarding since through throughout till to
  toward towards under underneath until unto up upon via with within without
  again also already any anybody anyone anything each else ever every everybody everyone everything
  here just more most much never none not nothing now only other others quite really same so
  some somebody someone something soon still such than then there too very yet
  what which who whom whose when where why how whether do does did done has have had having is are was
  were be been being am will would shall should can could might must
  get gets getting give given gives giving go goes going gone got happen happened happening happens
  know let make makes making made put puts putting said say says tell told think want wants
  i me my you your he him his she her it its we us our they them their this that these those
  if many people decide decided
  apres avant avec chez concernant contre d dans de depuis derriere des devant durant en entre envers
  hormis hors jusque l lors malgre outre par parmi pendant pour pres sans sauf selon sous sur vers
  alors aussi autre autres beaucoup bien cela chaque comme deja encore etre faire fait font gens ici
  jamais maintenant meme memes moins ne ni pas peut peuvent plus plusieurs quelque quelques
  rien sait savoir si tous tout toute toutes tres trop va vont veut veulent
  quoi que qui quand comment pourquoi combien dont ou quel quelle quels quelles lequel laquelle
  lesquels lesquelles un une ont a sont etait etaient y t il ils elle elles on nous vous je
  son sa ses leur leurs notre nos votre vos mon ma mes ce cet cette ces`.split(/\s+/),
])

/** Whether a folded word only asks. */
export const isAskingWord = (word: string): boolean => askingWords.has(word)

/** Also each part of "est-ce" or "a-t-il". */
const isAsking = ({ parts, isQuoted }: QueryTerm): boolean =>
  isQuoted !== true && parts.every(isAskingWord)

/** The words of a query without those that only ask, but for those in quotes; all of them if no other remains. */
export function withoutAskingWords(terms: readonly QueryTerm[]): readonly QueryTerm[] {
  const others = terms.filter((term) => !isAsking(term))
  return others.length === 0 ? terms : others
}

/** Whether no word of a query says what it is about. */
export const onlyAsks = (q: string): boolean => parseQuery(q).every(isAsking)

/** The words of a query without titles before names of people, such as "Mayor". */
export function withoutTitles(
  terms: readonly QueryTerm[],
  people: PeopleByName,
): readonly QueryTerm[] {
  return terms.filter((term, at) => {
    const next = terms.slice(at).find((one) => !personTitles.has(nameOf(one)))
    return !personTitles.has(nameOf(term)) || next === undefined || !people.has(nameOf(next))
  })
}
