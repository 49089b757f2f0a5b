import { contradicts, isDefeated, isReceived } from '../carried-results.ts'
import { type Clause, clausesOf } from './clauses.ts'
import { operativeClauseOf, withoutEnd } from './operative-clause.ts'
import { type Question, questionOfAct } from './question.ts'
import { type SourceSentence, sourceSentence } from './source-sentence.ts'
import { cleanSubject, isGeneric } from './subject.ts'
import {
  type Act,
  actOf,
  isRefusal,
  isTurned,
  mainVerb,
  wordsBeyondProcedure,
  wordsIn,
} from './words.ts'

/** What a record says of a motion that names it. */
export interface HeadingSource {
  kind: string | null
  text: string | null
  summary: string | null
  plain_english_summary: string | null
  result: string | null
  other_result: string | null
  tally_for: number | null
  tally_against: number | null
  /** What it is about: the titles of its item, matter, by-law and parent item, in this order. */
  subjects: readonly (string | null)[]
  /** The words of the names of people, folded. */
  names: ReadonlySet<string>
}

export const titleSources = ['summary', 'clause', 'subject', 'name'] as const
export type TitleSource = (typeof titleSources)[number]

export interface Heading {
  /** Null if nothing in the record's own words names it; its kind and number do. */
  title: string | null
  title_from: TitleSource
  /** What it decides, whole, where the title is not that. */
  clause: string | null
  /** What was done, in short words of the source, where nothing else was decided. */
  decision: string | null
  question: Question | null
  /** Whether the text reaches what was decided. */
  is_complete: boolean
  /** What tells it from another of the same title, as the source has it: "Perks, motion 4". */
  detail: string | null
  /** Two thirds, where a majority was not enough and the source says that they were needed. */
  result_note: 'two_thirds' | null
}

// In characters: of a heading; of one that must not be cut, because a part of it says something else.
const [headingLength, wholeLength] = [240, 300]

/** The heading of a motion: what it does in the record's own words, or else what it is about. */
export function headingOf(motion: HeadingSource): Heading {
  const sentence = sourceSentence(motion)
  const read = operativeClauseOf(motion.text)
  const clause = sentence === null ? read.clause : sentence.resolution
  const subjects = subjectsOf(motion, read.subject)
  const clauses = clause === null ? [] : clausesIn(clause)
  const titled = titleOf(motion, { clause, clauses, subjects, isSentence: sentence !== null })
  const put = sentence?.question ?? questionOf(motion, clauses, subjects)
  const question = isUnclear(motion, sentence) ? 'unclear' : plainly(put, titled)
  return {
    ...titled,
    clause: clauseBeside(titled, clause, question),
    decision: titled.title_from === 'clause' ? null : (sentence?.decision ?? null),
    question,
    is_complete: read.isComplete,
    detail: sentence?.detail ?? null,
    result_note: needsTwoThirds(motion) ? 'two_thirds' : null,
  }
}

/** "Resolution to disapprove …", disapproved, would say the opposite. */
function plainly(question: Question | null, { title, title_from: from }: Titled): Question | null {
  const isRefused = question === 'refuse' || question === 'disapprove'
  const isOfRefusal = wordsIn(title ?? '').some(({ word }) => isRefusal(actOf(word)))
  return isRefused && from === 'subject' && isOfRefusal ? 'procedural' : question
}

/** Null where the title is the clause, or the clause is what the sentence below it says. */
function clauseBeside(
  { title, title_from: from }: Titled,
  clause: string | null,
  question: Question | null,
): string | null {
  return title === clause || (from === 'subject' && question !== null) ? null : clause
}

/** Whether result, action, roll and count disagree on what came of it. */
const isUnclear = (
  { result, other_result: other, tally_for, tally_against }: HeadingSource,
  sentence: SourceSentence | null,
): boolean =>
  sentence?.isUnclear === true ||
  other !== null ||
  contradicts(result, { for: tally_for, against: tally_against })

const twoThirds =
  /\b(?:two[ -]thirds|2\/3)\b[^.;\n]{0,30}\b(?:required|requires|needed|vote|majority|affirmative|threshold)\b|\b(?:deux tiers)\b[^.;\n]{0,30}\b(?:requis|exigés|nécessaires|voix)/iu

const needsTwoThirds = ({ text, result, summary }: HeadingSource): boolean =>
  isDefeated(result) && [text, result, summary].some((said) => twoThirds.test(said ?? ''))

interface Reading {
  clause: string | null
  clauses: readonly Clause[]
  subjects: readonly string[]
  /** Whether the text is a sentence of the source about the vote. */
  isSentence: boolean
}

type Titled = Pick<Heading, 'title' | 'title_from'>

function titleOf(motion: HeadingSource, reading: Reading): Titled {
  const { clause, clauses, subjects, isSentence } = reading
  const plain = lineOf(motion.plain_english_summary)
  if (plain !== null) return { title: plain, title_from: 'summary' }
  const stated = clause === null ? null : fromClauses(motion, clause, clauses, subjects)
  if (stated !== null) return { title: stated, title_from: 'clause' }
  const own = isSentence ? null : ownWords(motion, clause)
  if (own !== null)
    return { title: own, title_from: own === lineOf(motion.summary) ? 'summary' : 'clause' }
  const subject = subjects.find((one) => !isGeneric(one, motion.names))
  if (subject !== undefined) return { title: subject, title_from: 'subject' }
  if (clause !== null && clause.length <= wholeLength)
    return { title: clause, title_from: 'clause' }
  return { title: subjects[0] ?? null, title_from: 'name' }
}

/** A question to staff, a ballot or a notice by its own words; another motion without a clause by its summary. */
function ownWords(
  { kind, text, summary, names }: HeadingSource,
  clause: string | null,
): string | null {
  if (clause !== null && kind !== 'election') return null
  const line = lineOf(summary)
  if (line !== null && wordsBeyondProcedure(line, names).length > 0) return line
  const own = lineOf(text)
  const isOwn = kind === 'inquiry' || kind === 'notice' || kind === 'election'
  const isSentence = own !== null && !/[.?!]\s|:$/.test(own) && own.length <= headingLength
  return isOwn && isSentence && !/^(?:whereas|attendu|considérant)\b/i.test(own) ? own : null
}

/** A text on one line, without its last period; null if it is empty. */
function lineOf(text: string | null): string | null {
  const line = (text ?? '').replace(/\s+/g, ' ').trim()
  return withoutEnd(line, '.') || null
}

function subjectsOf({ subjects }: HeadingSource, line: string | null): string[] {
  const [item, matter, ...others] = subjects.map(cleanSubject)
  const first = isShorter(matter, item) ? [matter, item] : [item, matter]
  const written = [...first, ...others, line].flatMap((subject) => subject ?? [])
  return [...new Set(written)]
}

/** Whether a matter's title says in fewer words what an agenda writes out: "A Local Law to amend …, in relation to …". */
function isShorter(matter: string | null | undefined, item: string | null | undefined): boolean {
  if (matter == null || item == null || matter.length >= item.length) return false
  const written = wordsOf([item])
  return item.length > longTitle || [...wordsOf([matter])].every((word) => written.has(word))
}
const longTitle = 100

// A clause that the reader's limit cut has an end that is none.
const cutLength = 2000

function clausesIn(clause: string): Clause[] {
  const clauses = clausesOf(clause)
  return clause.length >= cutLength && clauses.length > 1 ? clauses.slice(0, -1) : clauses
}

/** The heading that the clauses give; null if they are procedure only, or too long. */
function fromClauses(
  { kind, result, names }: HeadingSource,
  whole: string,
  clauses: readonly Clause[],
  subjects: readonly string[],
): string | null {
  const about = wordsOf(subjects)
  const said = clauses.filter(({ text }) => !isAside(text))
  const kept = said.filter(({ text }, at) => {
    const next = said[at + 1]?.text
    if (next !== undefined && leans(next)) return true
    if (isProcedure(text, names, about)) return false
    return at > 0 || next === undefined || !isReceipt(text, result)
  })
  const [first] = kept
  const last = kept.at(-1)
  if (first === undefined || last === undefined) return null
  const slice = (from: Clause, to: Clause) => trimmed(whole.slice(from.start, to.end))
  const all = slice(first, last)
  if (kind === 'amendment') return all.length <= wholeLength ? all : null
  if (all.length <= headingLength) return all
  if (isRefusal(mainVerb(wordsIn(first.text))?.act)) {
    const [, second] = kept
    const both = slice(first, second ?? first)
    return both.length <= wholeLength ? both : null
  }
  const fitting = kept.findLast((one) => slice(first, one).length <= headingLength)
  return fitting === undefined ? shorter(trimmed(first.text)) : slice(first, fitting)
}

const trimmed = (text: string): string => {
  const line = withoutEnd(text.trim(), ' ,;:.–-').replace(conjunctions, (word) =>
    word.toLowerCase(),
  )
  return `${line.slice(0, 1).toUpperCase()}${line.slice(1)}`
}
/** In capitals where a source begins each clause with them. */
const conjunctions = /\b(?:THAT|QUE|QU(?=['’]))(?![\p{L}])/gu

/** What is done with a copy of the motion, and what follows from its passing. */
const isAside = (text: string): boolean =>
  /\b(?:cop(?:y|ies) of this (?:motion|resolution)|to reflect this motion|copies? (?:conformes? )?de (?:la|cette) (?:présente )?(?:résolution|motion))\b/i.test(
    text,
  )

/** "That the report be received", unless that is all that came of it. */
const isReceipt = (text: string, result: string | null): boolean =>
  (result === null || !isReceived(result)) &&
  mainVerb(wordsIn(text))?.act === 'receive' &&
  !isTurned(text)

/** "That its 88 signatories be thanked" says nothing without the clause before it. */
const leans = (text: string): boolean =>
  /^(?:(?:and )?that |(?:et )?qu(?:e |['’]))?(?:its|their|such|ses|leurs|ces)\b/i.test(text.trim())

const wordsOf = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => wordsIn(text).map(({ word }) => word)))

/** Whether a clause says only what is done with its subject. */
function isProcedure(
  text: string,
  names: ReadonlySet<string>,
  about: ReadonlySet<string> = new Set(),
): boolean {
  if (isTurned(text)) return false
  const beyond = wordsBeyondProcedure(text, names)
  if (beyond.length === 0) return true
  const main = mainVerb(wordsIn(text))
  return main !== undefined && disposals.has(main.act) && beyond.every((word) => about.has(word))
}

// A refusal is said by its own words.
const disposals: ReadonlySet<Act> = new Set([
  ...(['approve', 'receive', 'file', 'refer', 'defer', 'withdraw', 'reconsider'] as const),
])

/** Ends of a clause that can go without changing what it says: a reason, a reference, its last predicate. */
const optional = [
  /,? (?:because|being|having|so that|afin qu['’]?e?|parce qu['’]?e?)\b.*$/iu,
  /,? (?:as (?:outlined|set out|described|detailed|shown|contained) (?:in|on)|pursuant to|in accordance with|conform[ée]ment (?:à|aux?)|tel(?:le)?s? qu)\b[^,]*$/iu,
  /,? and (?:be|to be|report|bring)\b[^,]*$/iu,
]

function shorter(clause: string): string | null {
  let rest = clause
  for (const end of optional) {
    const cut = trimmed(rest.replace(end, ''))
    // The rest must still say what is done.
    if (cut.length < 40 || mainVerb(wordsIn(cut)) === undefined) continue
    rest = cut
    if (rest.length <= headingLength) return rest
  }
  return null
}

/** The question that was put, if no clause says more than what becomes of the thing itself. */
function questionOf(
  { kind, names }: HeadingSource,
  clauses: readonly Clause[],
  subjects: readonly string[],
): Question | null {
  if (kind === 'amendment') return 'amend'
  if (kind === 'notice' || kind === 'inquiry') return kind
  const decide = clauses.filter(({ text }) => !isAside(text))
  const about = wordsOf(subjects)
  const found = new Set(decide.map(({ text }) => plainQuestion(text, names, about)))
  found.delete('receive')
  if (found.size === 0 && decide.length > 0) return 'receive'
  const [only = null] = found
  return found.size === 1 ? only : null
}

function plainQuestion(
  text: string,
  names: ReadonlySet<string>,
  about: ReadonlySet<string>,
): Question | null {
  const words = wordsIn(text)
  const act = mainVerb(words)?.act
  const question = questionOfAct(act)
  if (question === undefined) return null
  const isRecommendation = words.some(
    ({ word }) => word.startsWith('recommendation') || word === 'recommandation',
  )
  if (isProcedure(text, names, about)) {
    if (!isRecommendation) return question
    if (question === 'approve') return 'recommendation'
    // Whether a refused recommendation was for or against is unknown.
    return isRefusal(act) ? null : question
  }
  const isRefused = isRefusal(act) && !isRecommendation && isAboutSubject(text, names, about)
  return isRefused ? question : null
}

/** Whether most of what a subject is called is in a clause that refuses it. */
function isAboutSubject(
  text: string,
  names: ReadonlySet<string>,
  about: ReadonlySet<string>,
): boolean {
  if (/\bbe\b.*\b(?:be|and that)\b/i.test(text)) return false
  const said = new Set(wordsIn(text).map(({ word }) => word))
  if (wordsBeyondProcedure(text, names).every((word) => about.has(word))) return true
  const called = [...about].filter((word) => wordsBeyondProcedure(word, names).length > 0)
  const shared = called.filter((word) => said.has(word))
  return called.length > 0 && shared.length / called.length >= sharedLeast
}
const sharedLeast = 0.6
