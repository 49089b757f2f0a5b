import { foldText } from '../../core/fold.ts'
import { officePrefix } from '../kit/vocabulary.ts'

/** An item that a sentence can name. */
interface NamedItem {
  number: string | null
  title: string
}

/** What a sentence says of one person and one item, or why no declaration is made of it. */
export type InterestSentence<Item extends NamedItem> =
  | { text: string; name: string; item: Item; nature: string | null }
  | { text: string; reason: string }

const verb =
  '(?:declared|disclosed|declares|discloses|a déclaré|a divulgué|déclare|divulgue)(?![\\p{L}])'
const interest = '(?<![\\p{L}])(?:interest|conflict|intérêt|conflit)s?(?![\\p{L}])'
const done = '(?:declared|disclosed|made|déclarée?|divulguée?|faite)'

const declares = new RegExp(
  `(?<![\\p{L}])${verb}.*${interest}|${interest}.*(?<![\\p{L}])${done} (?:by|par)(?![\\p{L}])`,
  'iu',
)
/** Who declared, before the verb or after "by". */
const active = new RegExp(
  `^(?:[^,]*, )?(?:the |la |le )?([^,;:]+?) (?:also |then |verbally |)(?:${verb})`,
  'iu',
)
const passive = new RegExp(
  `(?<![\\p{L}])${done} (?:by|par) (?:the |la |le )?([^,;:()]+?)(?= (?:in|on|with|for|regarding|concerning|respecting|as|because|since|due|sur|au|aux|à|pour|dans|car)(?![\\p{L}])|[.,;:(]|$)`,
  'iu',
)
const name = /^\p{Lu}[\p{L}'’.-]*(?: (?:(?:de|du|la|le|van|von|der|den) )*\p{Lu}[\p{L}'’.-]*)*$/u

const mayBeOne = /declar|disclos|déclar|divulg|withdr|retir/i
const denied =
  /(?<!\p{L})(?:no|not|none|nil|never|neither|nor|without|aucune?s?|pas|jamais|sans|ni|n['’](?:a|ont|est))(?!\p{L})(?!\.? ?\d)/iu
const elsewhere =
  /\b(?:previous|last|prior|earlier|next) (?:[\p{L}]+ ){0,2}meeting|\bmeeting (?:of|held on) |\bpreviously\b|(?:réunion|séance|assemblée) (?:précédente|antérieure|du) |précédemment/iu
const withdraws = /withdr(?:ew|awn|aws)\b|\brescind|(?<!\p{L})retirée?(?!\p{L})/iu

const number = '\\d+(?:\\.\\d+)*(?:\\.?[a-z](?![\\p{L}])| ?\\([a-z]\\))?'
const numbered = new RegExp(
  `(?<![\\p{L}])(?:items?|points?|articles?|rubriques?) (?:(?:no|nos|n[o°º]|numbers?|numéros?)\\.? ?|# ?)?(${number}(?:(?:, and|,| and| et| &| to| à| ?[-–]) ${number})*)`,
  'giu',
)

/** The declarations of a text of minutes, sentence by sentence; none of one that says that there is none. */
export function readInterests<Item extends NamedItem>(
  text: string,
  items: readonly Item[],
): InterestSentence<Item>[] {
  const sentences = sentencesOf(text)
  const read = sentences.flatMap((sentence) => readSentence(sentence, items) ?? [])
  const isWithdrawn = sentences.some((one) => withdraws.test(one) && !declares.test(one))
  if (!isWithdrawn) return read
  const reason = 'another sentence says that a declaration was withdrawn'
  return read.map((one) => ('reason' in one ? one : { text: one.text, reason }))
}

/** A full stop after an abbreviation or an initial ends no sentence. */
function sentencesOf(text: string): string[] {
  const end =
    /(?<!(?:^|[^\p{L}])(?:Mr|Mrs|Ms|Dr|M|St|No|Nos|Coun|Cllr|Inc|Ltd|Jr|Sr|\p{Lu})\.)(?<=[.;!?])\s+(?=[\p{Lu}«"“])/u
  return text
    .split('\n')
    .flatMap((line) => line.split(end))
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence !== '')
}

function readSentence<Item extends NamedItem>(
  text: string,
  items: readonly Item[],
): InterestSentence<Item> | undefined {
  const isOne = declares.test(text)
  const [claim = ''] = text.split(reasonWord)
  if (denied.test(claim)) {
    const isNamed = isOne && personIn(text).name !== undefined
    return isNamed ? { text, reason: 'says that there is no interest' } : undefined
  }
  if (!isOne) {
    const mayBe = mayBeOne.test(text) && /\d/.test(text)
    return mayBe ? { text, reason: 'does not say who declared an interest in what' } : undefined
  }
  if (elsewhere.test(text)) return { text, reason: 'speaks of another meeting' }
  const person = personIn(text)
  if (person.name === undefined) return { text, reason: person.reason }
  const found = itemIn(text, items)
  if (!('item' in found)) return { text, reason: found.reason }
  return { text, name: person.name, item: found.item, nature: natureIn(text) }
}

function personIn(text: string): { name: string } | { name?: undefined; reason: string } {
  const [, subject = ''] = passive.exec(text) ?? active.exec(text) ?? []
  if (/ (?:and|et|&) /u.test(subject)) return { reason: 'names several people' }
  const written = subject.replace(officePrefix, '')
  const hasOffice = written !== subject
  if (!name.test(written) || !(hasOffice || written.includes(' ')))
    return { reason: 'does not name who declared it' }
  const rest = text.replace(subject, '')
  const words = [...rest.matchAll(/(?<=^|[ (])\p{L}/gu)].map(({ index }) => rest.slice(index))
  const isOther = words.some((from) => {
    const after = from.replace(officePrefix, '')
    return after !== from && /^\p{Lu}/u.test(after)
  })
  return isOther ? { reason: 'names several people' } : { name: written }
}

/** Shorter titles, such as "Budget", are words of other sentences too. */
const titleMin = 15

function itemIn<Item extends NamedItem>(
  text: string,
  items: readonly Item[],
): { item: Item } | { reason: string } {
  const [claim = ''] = text.split(reasonWord)
  const lists = [...claim.matchAll(numbered)].map(([, list = '']) => list)
  const each = new RegExp(number, 'giu')
  const numbers = new Set(lists.flatMap((list) => list.match(each) ?? []).map(plainNumber))
  if (numbers.size > 1) return { reason: 'names several items' }
  const [only] = numbers
  const folded = foldText(claim)
  const found = items.filter((item) =>
    only === undefined
      ? item.title.length >= titleMin && folded.includes(foldText(item.title))
      : item.number !== null && plainNumber(item.number) === only,
  )
  const [item] = found
  if (item === undefined)
    return { reason: only === undefined ? 'names no item' : `names ${only}, which is no item here` }
  return found.length > 1 ? { reason: 'names an item that is here more than once' } : { item }
}

/** 10.(a), 10.a. and 10a are one number. */
const plainNumber = (written: string) =>
  foldText(written)
    .replace(/[() ]/g, '')
    .replace(/\.(?=[a-z]|$)/g, '')

const reasonWord =
  /,? (?:because(?: of)?|since|due to|given that|as(?= (?:he|she|they|his|her|their|it|a|an|the|one)(?!\p{L}))|car|parce qu(?:e |['’])|puisqu(?:e |['’])|étant donné qu(?:e |['’])|en raison d(?:e |['’])) ?/iu

/** What follows the word for a reason, as written. */
function natureIn(text: string): string | null {
  const found = reasonWord.exec(text)
  return found && (text.slice(found.index + found[0].length).replace(/\.$/, '') || null)
}
