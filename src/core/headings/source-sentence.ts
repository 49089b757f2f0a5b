import { outcomeOf } from '../carried-results.ts'
import { foldText } from '../fold.ts'
import { operativeClauseOf } from './operative-clause.ts'
import { asAmended, type Question, questionOfAct } from './question.ts'
import { type Act, actOf, mainVerb, wordsIn } from './words.ts'

/** A sentence of a source about a vote, which it has instead of the text of the motion. */
export interface SourceSentence {
  /** What was done: "Approved by Council", "Adopt Item as Amended". */
  decision: string
  question: Question | null
  detail: string | null
  /** The majority that a table says it needed: "Two-Thirds required". */
  majority: string | null
  /** What is resolved in a text that follows the sentence, if any. */
  resolution: string | null
  /** Whether the words of the source disagree on what came of it. */
  isUnclear: boolean
}

/** Who counted, and what came of it: "approved by consent Roll Call". */
const roll = String.raw`(?:[\s,]+(?:(approved|adopted|passed|carried|agreed|failed|defeated|lost) )?by (?:[\w-]+ )?(?:roll call|voice vote|consent vote|unanimous consent)(?: vote)?)?\.?$`
/** "A motion was made that this Resolution be Approved, by Council approved by Roll Call." */
const moved = new RegExp(
  String.raw`^A motion was made,? that (?:this|these|the) ((?:[^\s]+ ){1,6}?)be (.+?)${roll}`,
  'iu',
)
const done = new RegExp(
  String.raw`^(?:This|These|The) ((?:[^\s]+ ){1,6}?)(?:was|were|failed) (.+?)${roll}`,
  'iu',
)
/** How it was counted, within a sentence: "failed by Roll Call vote and was defeated in committee". */
const counted =
  /\bby (?:a )?(?:[\w-]+ )?(?:roll call|voice vote|consent vote|unanimous consent)(?: vote)?(?: and\b)?/iu
/** "Adopt Item: Majority required - CC5.24 - Adopt the item" */
const tabled =
  /^([^:\n]{3,60}): ((?:[\w-]+ )*(?:majority|two-thirds|three-quarters|unanimity)(?: [\w-]+)* required)(?: - (.*))?$/iu

/** "Land Use Call-Up", by which a council takes up what others decided, and does not decide on it yet. */
const callUp = /\bcall-?up\b/iu

interface VotedText {
  text: string | null
  summary: string | null
  result: string | null
  /** The words of the names of people, folded. */
  names: ReadonlySet<string>
}

export function sourceSentence(motion: VotedText, isOfCouncil = true): SourceSentence | null {
  const [first = '', ...rest] = (motion.text ?? '').trim().split(/\n+/)
  const table = rest.length === 0 ? tabled.exec(first) : null
  if (table !== null) return fromTable(table, motion.names)
  const [, noun = '', action = '', settled] = moved.exec(first) ?? done.exec(first) ?? []
  if (!/^\p{Lu}|^(?:these|files?)/u.test(noun)) return null
  const [moving, named] = [action.replace(counted, ''), motion.summary ?? ''].map(plainAction) as [
    string,
    string,
  ]
  // Of a lost vote the sentence says what was moved, if it does; else the name of the action says what was done.
  const isLost = outcomeOf(motion.result) === 'defeated' && actIn(moving) !== undefined
  const decision = isLost || named === '' ? moving : named
  const isMoved = first.startsWith('A ')
  return {
    decision,
    ...putBy(noun, questionOfAction(decision, moving)),
    majority: null,
    resolution: resolutionIn(rest.join('\n'), isOfCouncil),
    isUnclear: disagree(motion, [
      settled,
      settledIn(named),
      isMoved ? undefined : settledIn(moving),
    ]),
  }
}

/** A call-up that is approved puts the thing on the council's agenda. */
const putBy = (noun: string, question: Question | null) =>
  callUp.test(noun)
    ? ({
        question: question === 'approve' ? 'call_up' : 'procedural',
        detail: noun.trim(),
      } as const)
    : { question, detail: null }

/** Whether a word for what came of it is not that of the result. */
function disagree({ result }: VotedText, words: readonly (string | undefined)[]): boolean {
  const outcome = outcomeOf(result)
  const outcomes = words.map((word) => outcomeOf(word)).filter((one) => one !== null)
  return outcome !== null && outcomes.some((one) => one !== outcome)
}

const resolutionIn = (text: string, isOfCouncil: boolean): string | null =>
  /\b(?:resolved|résolu)\b/i.test(text) ? operativeClauseOf(text, isOfCouncil).clause : null

/** "Defeated" of "Defeated by Committee"; "Disapproved" is what was moved, and no outcome. */
const settledIn = (action: string) => /\b(?:defeated|failed|lost)\b|^approved\b/i.exec(action)?.[0]

/** "Approved, by Council" without its comma. */
const plainAction = (action: string) =>
  action
    .replace(/\s+/g, ' ')
    .replace(/,\s*(?=by\b)/i, ' ')
    .replace(/\s+/g, ' ')
    .replace(/[\s.,]+$/, '')

function questionOfAction(name: string, moving: string): Question | null {
  const act = actIn(name)
  // "Defeated by Council" says what came of it, and the sentence what was moved.
  return asAmended(questionOfAct(act ?? actIn(moving)) ?? 'approve', name)
}

const actIn = (text: string): Act | undefined => {
  const words = wordsIn(text)
  return (
    mainVerb(words)?.act ?? words.map(({ word }) => actOf(word)).find((one) => one !== undefined)
  )
}

function fromTable(
  [, written = '', majority = '', details = '']: RegExpExecArray,
  names: ReadonlySet<string>,
): SourceSentence {
  const parts = partsOf(details, names)
  const adopted = parts.find(adoptsItem)
  const type = actIn(written) === 'amend' && adopted !== undefined ? adopted : written
  const act = parts.some(amendsItem) && actIn(type) === 'approve' ? undefined : actIn(type)
  const isItem = /\b(?:item|recommendations?)\b/i.test(type)
  const isAgenda = act === 'amend' && /\b(?:order paper|agenda)\b/i.test(type)
  const put = (isAgenda ? undefined : questionOfAct(act)) ?? 'procedural'
  const question = asAmended(put === 'approve' && isItem ? 'recommendation' : put, type)
  const said = detailOf(parts, type, names)
  return {
    decision: written.trim(),
    question,
    // No word for the result says what was done: "Waive Referral".
    detail: question === 'procedural' ? procedure(type.trim(), said) : said,
    majority,
    resolution: null,
    isUnclear: false,
  }
}

/** "Adopt the Item as amended", which a table may list below its amendments; a motion on the item is another thing. */
const adoptsItem = (part: string): boolean =>
  /^adopt(?:ion of)? (?:(?:the |parts? |balance |of |\d[\w.]*,? |and )*)items?\b(?!.*\bmotions?\b)/iu.test(
    part,
  )

/** "Amend the item" below the name "Adopt Item", of which one is wrong. */
const amendsItem = (part: string): boolean => /^amend(?:ment of)? (?:the )?items?$/iu.test(part)

/** Whether a table that calls a vote an amendment says that it adopted the item, or a part of it. */
export const adoptsItemIn = (details: string | null): boolean =>
  partsOf((details ?? '').replace(required, ''), new Set()).some(adoptsItem)
const required = /^(?:[\w-]+ )*required\s*-\s/iu

/** What was done, once: the table's own words for it rather than its type, "Extend the meeting to 9 p.m.", first. */
function procedure(type: string, said: string | null): string {
  if (said === null) return type
  const parts = said.split(', ')
  const own = parts.find((part) => sharesWords(part, type))
  return (
    own === undefined ? [type, ...parts] : [own, ...parts.filter((part) => part !== own)]
  ).join(', ')
}

/** Whether two names of an act have half of their words in common: "Introduce and Pass General Bills", "Enact the General Bills". */
function sharesWords(part: string, type: string): boolean {
  const [ofPart, ofType] = [part, type].map(
    (text) => new Set(wordsIn(text).flatMap(({ word }) => (grammar.has(word) ? [] : stemOf(word)))),
  ) as [Set<string>, Set<string>]
  const shared = [...ofType].filter((word) => ofPart.has(word))
  return shared.length * 2 >= ofType.size && ofPart.size > 1
}
const grammar = new Set(['the', 'and', 'of', 'to', 'a', 'an'])
/** Bill and Bills, Confirming and Confirmatory. */
const stemOf = (word: string) => word.slice(0, stemLength)
const stemLength = 4

/** What the table says of a part of the item: its mover and number, not the item or the type once more. */
function detailOf(
  parts: readonly string[],
  type: string,
  names: ReadonlySet<string>,
): string | null {
  const hasNumber = parts.some((part) => /\bmotions?\b/i.test(part))
  const isMover = (part: string) =>
    !hasNumber && wordsIn(part).every(({ word, isCapital }) => isCapital && names.has(word))
  const said = parts
    .filter((part) => !repeats(part, type))
    // A name alone would be a part of the subject: "Appointment of a member, Marsh".
    .map((part) => (isMover(part) ? `motion by ${part}` : part))
  return said.length === 0 ? null : said.join(', ')
}

/** What hyphens separate, without the numbers of items; a name with a hyphen stays whole. */
const partsOf = (details: string, names: ReadonlySet<string>): string[] =>
  details
    .replace(hyphened, (written, first: string, second: string) =>
      names.has(foldText(`${first}-${second}`)) ? `${first}-${second}` : written,
    )
    .split(/ - /)
    .map((part) => part.replace(/^\[?(?:Vote )?/i, '').trim())
    .filter((part) => part !== '' && !itemNumbers.test(part))
/** "Marsh - Quill", which may be one name. */
const hyphened = /(?<![\p{L}'’.-])(\p{Lu}[\p{L}'’.]*)\s*[-–]\s*(\p{Lu}[\p{L}'’.]*)/gu

/** "EX41.1 and EX41.2" */
const itemNumbers = /^[A-Z]{1,4}\s?\d+[.-]\d+\w?(?:(?:,| and| et) [A-Z]{1,4}\s?\d+[.-]\d+\w?)*$/iu

const repeats = (part: string, type: string): boolean => {
  const ofType = new Set(
    wordsIn(`${type} the an a to of item as it motion`).map(({ word }) => word),
  )
  return wordsIn(part).every(({ word }) => ofType.has(word))
}
