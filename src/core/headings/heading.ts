import { contradicts, isReceived } from '../carried-results.ts'
import { type CountedMotion, decidingCounts } from '../weighted-votes.ts'
import { type Clause, clausesOf } from './clauses.ts'
import {
  beforeList,
  beginningOf,
  hasList,
  headingLength,
  shorter,
  trimmed,
  wholeLength,
  withoutReason,
} from './cut.ts'
import { beginsWithVerb } from './deciding-verbs.ts'
import { neededTwoThirds } from './majority.ts'
import { operativeClauseOf, withoutDangling, withoutEnd } from './operative-clause.ts'
import { asAmended, type Question, questionOfAct } from './question.ts'
import { namedRequest } from './request.ts'
import { type SourceSentence, sourceSentence } from './source-sentence.ts'
import { askingSubject, asksOthers, cleanSubject, isGeneric } from './subject.ts'
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
export interface HeadingSource extends CountedMotion {
  kind: string | null
  text: string | null
  summary: string | null
  plain_english_summary: string | null
  result: string | null
  other_result: string | null
  /** What it is about: the titles of its item, matter, the matter's by-law, parent item and its only by-law. */
  subjects: readonly (string | null)[]
  /** The words of the names of people, folded. */
  names: ReadonlySet<string>
  /** What kind of body decided; null if unknown. */
  body_kind: string | null
  /** The areas of committees that have several, folded. */
  areas: ReadonlySet<string>
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

/** The heading of a motion: what it does in the record's own words, or else what it is about. */
export function headingOf(motion: HeadingSource): Heading {
  const isOfCouncil = motion.body_kind === null || motion.body_kind === 'council'
  const sentence = sourceSentence(motion, isOfCouncil)
  const read = operativeClauseOf(motion.text, isOfCouncil)
  const clause = sentence === null ? read.clause : sentence.resolution
  const subjects = subjectsOf(motion, read.subject)
  const clauses = clause === null ? [] : clausesIn(clause)
  const titled = titleOf(motion, { clause, clauses, subjects, isSentence: sentence !== null })
  const put = sentence?.question ?? questionOf(motion, clauses, subjects)
  const question = isUnclear(motion, sentence) ? 'unclear' : plainly(motion, put, titled)
  const isSaid = saysAll(motion, titled, question, keptClauses(motion, clauses, subjects))
  return {
    ...titled,
    clause: isSaid || titled.title === clause ? null : (clause ?? read.rest),
    decision: titled.title_from === 'clause' ? null : (sentence?.decision ?? null),
    question,
    is_complete: saysDecision(motion, sentence, read),
    detail: sentence?.detail ?? null,
    result_note: neededTwoThirds(motion, sentence?.majority) ? 'two_thirds' : null,
  }
}

/** Whether a text reaches what was decided, which a sentence of the source about the vote says itself. */
const saysDecision = (
  { text }: HeadingSource,
  sentence: SourceSentence | null,
  { isComplete }: { isComplete: boolean },
): boolean => isComplete || (sentence !== null && !isResolution.test(text ?? ''))
const isResolution = /\b(?:whereas|attendu|resolved|résolu)\b/iu

/** The question that a title leaves to be said. */
function plainly(
  { kind }: HeadingSource,
  question: Question | null,
  { title, title_from: from }: Titled,
): Question | null {
  if (from !== 'subject') return question
  // What was decided of the course of business decides nothing on the subject.
  if (question === 'procedural' && kind !== 'procedural') return null
  const isRefused = question === 'refuse' || question === 'disapprove'
  const isOfRefusal = wordsIn(title ?? '').some(({ word }) => isRefusal(actOf(word)))
  // "Resolution to disapprove …", disapproved, would say the opposite.
  return isRefused && isOfRefusal ? 'stated' : question
}

/** Whether subject and result say all that the clause says: the subject was approved, received or refused. */
function saysAll(
  { result }: HeadingSource,
  { title_from: from }: Titled,
  question: Question | null,
  kept: readonly Clause[],
): boolean {
  if (from !== 'subject' || result === null || question === null) return false
  // While a report is put off, something else may have to be done.
  return question === 'defer' ? kept.length === 0 : !saysLess.has(question)
}
const saysLess: ReadonlySet<Question> = new Set<Question>(['amend', 'notice', 'inquiry', 'unclear'])

/** Whether result, action, roll and count disagree on what came of it. */
const isUnclear = (motion: HeadingSource, sentence: SourceSentence | null): boolean =>
  sentence?.isUnclear === true ||
  motion.other_result !== null ||
  contradicts(motion.result, decidingCounts(motion))

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

function subjectsOf({ subjects, areas, names }: HeadingSource, line: string | null): string[] {
  const [item = null, matter = null, ...others] = subjects.map((one) =>
    cleanSubject(one, { areas, names }),
  )
  const written = [...inOrder(item, matter), ...others, line].flatMap((subject) => subject ?? [])
  return [...new Set(written)]
}

/** The titles of an item and its matter; first the one that says more in fewer words. */
function inOrder(item: string | null, matter: string | null): (string | null)[] {
  if (item === null || matter === null || !isShorter(matter, item)) return [item, matter]
  if (!asksOthers(item, matter)) return [namedRequest(matter, item, headingLength) ?? matter, item]
  return [askingSubject(item, matter, headingLength), matter, item]
}

/** Whether a matter's title says in fewer words what an agenda writes out: "A Local Law to amend …, in relation to …". */
function isShorter(matter: string, item: string): boolean {
  if (matter.length >= item.length) return false
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
  motion: HeadingSource,
  whole: string,
  clauses: readonly Clause[],
  subjects: readonly string[],
): string | null {
  const kept = keptClauses(motion, clauses, subjects)
  const [first] = kept
  const last = kept.at(-1)
  if (first === undefined || last === undefined) return null
  const all = trimmed(whole.slice(first.start, last.end).replace(listedException, ''))
  return all.length <= headingLength ? all : fromLong(motion, whole, all, [first, ...kept.slice(1)])
}

/** An exception whose object is an entry of a list, which would read as if the entry itself was rejected. */
const listedException =
  /,? (?:with the exception of|à l['’]exception d[eu]s?)(?![\p{L}])[^:]*\b(?:as follows|comme suit)\s*:.*$/isu

/** Of clauses that are too long together. */
function fromLong(
  { kind }: HeadingSource,
  whole: string,
  all: string,
  [first, ...others]: readonly [Clause, ...Clause[]],
): string | null {
  const slice = (to: Clause) => trimmed(whole.slice(first.start, to.end))
  if (kind === 'amendment') return all.length <= wholeLength ? all : withoutReason(all)
  if (isRefusal(mainVerb(wordsIn(first.text))?.act)) {
    const both = slice(others[0] ?? first)
    return both.length <= wholeLength ? both : null
  }
  const fitting = [first, ...others].findLast((one) => slice(one).length <= headingLength)
  if (fitting === undefined) return shorter(trimmed(first.text)) ?? nearlyShort(first)
  const cut = slice(fitting)
  return hasList(cut) && all.length <= wholeLength ? all : fittingPart(cut, fitting)
}

/** In characters: so little above the limit, a clause is whole rather than unsaid. */
const nearlyLength = 255

/** A clause that cannot be cut, if it is little longer than others. */
function nearlyShort({ text }: Clause): string | null {
  const clause = trimmed(text)
  const isWhole = !text.trimEnd().endsWith(':') && withoutDangling(clause) === clause
  const lacksPart = hasList(clause) || /\bthe following\b|\bsuivant[es]*(?![\p{L}])/iu.test(clause)
  return isWhole && !lacksPart && clause.length <= nearlyLength ? clause : null
}

/** As much as fits, without the beginning of a list or of a sentence. */
function fittingPart(cut: string, last: Clause): string | null {
  if (hasList(cut)) return beforeList(cut)
  const isWhole = !last.text.trimEnd().endsWith(':') && withoutDangling(cut) === cut
  return isWhole ? cut : beginningOf(cut, cut)
}

/** The clauses that say more than what is done with the subject. */
function keptClauses(
  { result, names }: HeadingSource,
  clauses: readonly Clause[],
  subjects: readonly string[],
): Clause[] {
  const about = wordsOf(subjects)
  const said = clauses.filter(({ text }) => !isAside(text))
  return said.filter(({ text }, at) => {
    const next = said[at + 1]?.text
    if (next !== undefined && (leans(next) || announces(text, next))) return true
    if (isProcedure(text, names, about)) return false
    return at > 0 || next === undefined || !isReceipt(text, result)
  })
}

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
  /^(?:(?:(?:and )?that |(?:et )?qu(?:e |['’]))?(?:its|their|such|ses|leurs|ces)|(?:and )?that (?:that|the said)|(?:et )?que (?:ledit|ladite))(?![\p{L}])/iu.test(
    text.trim(),
  )

/** "That Council meet to consider: (a) the sale": the entries say nothing without what announces them. */
const announces = (text: string, next: string): boolean =>
  text.trimEnd().endsWith(':') && !beginsWithVerb(next) && !/^(?:that|que|qu['’])/i.test(next)

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

/** The question that was put, if no clause says more than what becomes of the thing itself. */
function questionOf(
  { kind, names, body_kind: body }: HeadingSource,
  clauses: readonly Clause[],
  subjects: readonly string[],
): Question | null {
  if (kind === 'amendment') return 'amend'
  if (kind === 'notice' || kind === 'inquiry') return kind
  const decide = clauses.filter(({ text }) => !isAside(text))
  // What a committee recommends to the council is not decided.
  const isAdvice = body !== null && body !== 'council'
  if (isAdvice && decide.some(({ text }) => isForCouncil(text))) return null
  const about = wordsOf(subjects)
  const found = new Set(
    decide.map(({ text }) =>
      isOfMotion(text, names) ? actQuestion(text) : plainQuestion(text, names, about),
    ),
  )
  const [first] = found
  if (first === 'defer') return first
  found.delete('receive')
  if (found.size === 0 && decide.length > 0) return 'receive'
  const [only = null] = found
  return found.size === 1 ? only : null
}

/** "That Council approve …" */
function isForCouncil(text: string): boolean {
  const council =
    /^(?:that|que) (?:(?:the|le|la) )?(?:[\p{Lu}][\p{L}'’-]* ){0,3}?(?:council|conseil)(?: (?:municipal|de ville))?,? (?=\p{Ll})/iu
  const [lead] = council.exec(text) ?? []
  if (lead === undefined) return false
  return beginsWithVerb(text.slice(lead.length)) || /conseil/i.test(lead)
}

const actQuestion = (text: string) => questionOfAct(mainVerb(wordsIn(text))?.act) ?? null

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
    if (!isRecommendation) return asAmended(question, text)
    if (question === 'approve') return asAmended('recommendation', text)
    // Whether a refused recommendation was for or against is unknown.
    return isRefusal(act) ? null : question
  }
  if (act === 'defer' && beginsWithAct(text, names, about)) return question
  const isRefused = isRefusal(act) && !isRecommendation && isAboutSubject(text, names, about)
  return isRefused ? question : null
}

/** "Defer the report, and direct the Chief to look for a site": what else is to be done meanwhile decides nothing on the subject. */
function beginsWithAct(
  text: string,
  names: ReadonlySet<string>,
  about: ReadonlySet<string>,
): boolean {
  if (isTurned(text)) return false
  const [first = ''] = text.split(/,? (?:and|et) (?=\p{Ll})/u, 1)
  return isProcedure(first, names, about)
}

/** "That item 4 of the report be amended by adding …": what it does to an item or a motion does not decide on the subject. */
function isOfMotion(text: string, names: ReadonlySet<string>): boolean {
  const [before = '', rest] = text.split(/\b(?:be|soit|soient)\b/u, 2)
  const act = mainVerb(wordsIn(text))?.act
  const things =
    /\b(?:items?|reports?|recommendations?|motions?|points?|rapports?|recommandations?)\b/iu
  return (
    rest !== undefined &&
    act !== undefined &&
    ofMotions.has(act) &&
    things.test(before) &&
    wordsBeyondProcedure(before, names).length === 0
  )
}
const ofMotions: ReadonlySet<Act> = new Set<Act>([
  'amend',
  'refer',
  'defer',
  'withdraw',
  'reconsider',
])

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
