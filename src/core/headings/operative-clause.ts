import { isInside } from './clauses.ts'
import { beginsWithVerb, isDecidingVerb } from './deciding-verbs.ts'

/** What a text decides, as far as its own words say so with certainty. */
export interface OperativeClause {
  /** "Refuse the Official Plan Amendment …", whole, in at most 2,000 characters; null if the text does not say it. */
  clause: string | null
  /** False if the text ends before the decision, or if there is none. */
  isComplete: boolean
  /** What the text has of a decision that lacks its beginning or its list; else null. */
  rest: string | null
  /** A short line before the decision, such as "Property tax". */
  subject: string | null
}

/** So short a text is its own clause; so short a first line is a subject. */
const [shortText, subjectLine] = [140, 100]

// Limits in characters, so that no text takes long: of the beginning that counts, of its last line, and of a clause.
const [readLength, lastLineLength, clauseLength] = [20_000, 1000, 2000]
/** Longer than the words that end no clause. */
const lastWordLength = 20

/** The line above a text that says whose it is: "Committee recommendation", "Motion". */
const headings = [
  /^(?:[\p{L}’' -]+ )?committee\s+recommendations?(?:\(s\))?\s*(?:as amended)?\s*:?$|^recommandations?(?:\(s\))? du comité\s*:?$/iu,
  /^(?:report|staff)\s+recommendations?(?:\(s\))?\s*:?$|^recommandations?(?:\(s\))? du (?:rapport|personnel)\s*:?$/iu,
  /^(?:motion|proposition)\s*:?$/i,
]

/** What begins a resolution after its reasons; "be it further resolved" begins one that follows the first. */
const resolving = new RegExp(
  /\b(?:be it(?: hereby| therefore,?)?|it is(?: hereby)?) resolved\b|\b(?:il est|qu['’]il soit)(?: par conséquent| donc)?,? résolu\b/
    .source,
  'giu',
)
const furtherResolved =
  /(?:\b|(?<=\band))(?:be i[tf]|il est|qu['’]il soit)\s+(?:further|également|en outre)\s+(?:resolved|résolu)(?![\p{L}])/iu

const recital = /^(?:and\s*,?\s*)?(?:whereas|attendu|considérant)\b/i
const deciding = /^(?:(?:That|THAT|Que|QUE)(?=[\s,:]|\p{Lu}|$)|Q[Uu]['’])/u
/** In capitals, because within a sentence the word leads to no decision. */
const therefore = /\bTHEREFORE,?\s+(?!be\b)/
const suspension = /\brules of procedure\b.*\b(?:suspended|waived)\b/i

/** The words of a title of a body, such as "the Planning and Housing Committee"; some sources omit the space after it. */
const body =
  /^(?:the |this )?(?:(?:[\p{Lu}][\p{L}'’.-]*|of|and|the|for|on|&)[ ,]+)*?(?:Council|Committee|Subcommittee|Board|Commission|Authority),?\s*(?=[\p{Ll}:])/u

/**
 * Reads what a motion decides. Nothing is added to its words; only "That Council" before a verb is omitted, unless another
 * body decided, which only recommends it.
 */
export function operativeClauseOf(text: string | null, isOfCouncil = true): OperativeClause {
  const paragraphs = paragraphsOf((text ?? '').slice(0, readLength))
  const rest = withoutHeading(paragraphs)
  const found = clauseIn(rest)
  const clause = found === null ? null : statementOf(found, isOfCouncil)
  const isDecision = found === null ? !furtherResolved.test(rest.join(' ')) : clause !== null
  const lastLine = paragraphsOf((text ?? '').slice(-lastLineLength)).at(-1) ?? ''
  const isCutOff = isCut(lastLine) || found?.endsWith(':') === true
  const isComplete = paragraphs.length > 0 && isDecision && !isCutOff
  const part = clause === null ? partOf(found, rest.join('\n')) : null
  return { clause, isComplete, rest: part, subject: subjectIn(rest) }
}

const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n+/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')

/** Whether a text announces what follows and ends, or is no more than a heading. */
function isCut(text: string): boolean {
  return (
    headings.some((heading) => heading.test(text)) ||
    /(?::|\b(?:as outlined|set out|described|listed) below)[.\s]*$/i.test(text)
  )
}

const withoutHeading = (paragraphs: readonly string[]): readonly string[] =>
  headings.some((heading) => heading.test(paragraphs[0] ?? '')) ? paragraphs.slice(1) : paragraphs

function clauseIn(paragraphs: readonly string[]): string | null {
  const [only] = paragraphs
  if (only === undefined) return null
  const text = paragraphs.join('\n')
  const moved = moving.exec(only)
  // What a motion inserts may be a resolution.
  if (moved?.[1] === 'to') return capitalized(wholeClause(afterMover(text, moved)))
  const resolved = resolvedIn(text)
  // A further resolution follows one that the source lacks.
  if (resolved !== null || furtherResolved.test(text)) return resolved
  const found = recital.test(only) ? therefore.exec(text) : null
  if (found !== null) return wholeClause(text.slice(found.index + found[0].length))
  return (
    decidedIn(paragraphs) ??
    movedIn(paragraphs) ??
    legistarMotion(only.slice(0, clauseLength)) ??
    (paragraphs.length === 1 && only.length <= shortText && !recital.test(only) ? only : null)
  )
}

/** The sentence before a list that the text lacks, and what is resolved further. */
function partOf(found: string | null, text: string): string | null {
  const line = withoutEnd((found ?? '').replace(/\s+/g, ' ').trim(), ' ,;:.')
  const begun = lacksList(line, found?.endsWith(':') === true) ? withoutDangling(line) : null
  const further = found === null ? furtherOnly(text) : null
  return begun === null ? further : capitalized(begun.replace(capitalWord, lowerCase))
}

function furtherOnly(text: string): string | null {
  const [, ...others] = text.split(furtherResolved)
  const isFrench = /également résolu|en outre résolu/iu.test(text)
  const further = furtherIn(others, isFrench)
    .replace(/^; (?:and|et) /, '')
    .slice(0, clauseLength)
  return further === '' ? null : capitalized(further)
}

/** What follows the first "be it resolved"; a motion to suspend the rules for another motion leads to that one. */
function resolvedIn(text: string): string | null {
  let first: string | null = null
  for (const found of text.matchAll(resolving)) {
    // A text that is to be inserted is not what is decided.
    if (isInside(text.slice(0, found.index))) continue
    const clause = clauseAfter(text, found)
    if (!suspension.test(clause)) return clause
    first ??= clause
  }
  return first
}

function clauseAfter(text: string, { 0: words, index }: RegExpExecArray): string {
  const start = index + words.length
  const [first = '', ...others] = text.slice(start, start + 2 * clauseLength).split(furtherResolved)
  const isFrench = /résolu/i.test(words)
  const said = resolutionIn(first)
  const further = said.endsWith(':') ? '' : furtherIn(others, isFrench)
  return `${isFrench ? inFrench(said) : `That ${said}`}${further}`.trim()
}

const resolutionIn = (text: string) => {
  const clause = withoutMarker(wholeClause(withoutEnd(text, ' \n,;')))
  return withoutEnd(withoutThat(clause), ' .,;')
}

/** What is resolved further, as clauses of one sentence; without those of which the text lacks the list. */
function furtherIn(texts: readonly string[], isFrench: boolean): string {
  const clauses = texts.map(resolutionIn).filter((clause) => clause !== '' && !clause.endsWith(':'))
  return clauses
    .map((clause) => (isFrench ? `; et que ${clause}` : `; and that ${clause}`))
    .join('')
}

/** "Il est résolu" leads to "que", or to a verb: "d'adopter", which keeps its preposition beside others. */
function inFrench(clause: string): string {
  const infinitive = /^(?:de |d['’])(\p{L}+(?:er|ir|re))\b/iu.exec(clause)
  const others = /(?:[,;]| et| ou) (?:de |d['’])\p{L}+(?:er|ir|re)(?![\p{L}])/iu
  if (infinitive !== null && !others.test(clause))
    return capitalized(
      lowerFirst(clause.slice(infinitive[0].length - (infinitive[1] ?? '').length)),
    )
  if (/^(?:de |d['’]|qu['’])/i.test(clause)) return capitalized(lowerFirst(clause))
  return `Que ${clause}`
}

/** The first word in small letters, if it is in capitals. */
const lowerFirst = (text: string) =>
  text.replace(/^(?:QU['’]|D['’]?)?\p{Lu}{2,}(?!\p{L})|^QU(?=['’])/u, lowerCase)

// Some sources write "resolved that: RESOLVED THAT", and omit the space after it.
function withoutThat(clause: string): string {
  const rest = clause.replace(/^(?:resolved\s+)?(?:that(?!ch)|que\b)[\s,:]*/i, '')
  return rest === clause ? clause : withoutThat(rest)
}

/** The first paragraph that begins with "that", to the end of its sentence, with the list that it announces. */
function decidedIn(paragraphs: readonly string[]): string | null {
  const at = decisionAt(paragraphs)
  if (at === -1) return null
  return wholeClause(paragraphs.slice(at).join('\n'))
}

/** A clause to the end of its sentence, with the list that it announces and what else is decided after it. */
function wholeClause(text: string): string {
  const [first = '', ...paragraphs] = paragraphsOf(text)
  let clause = withoutMarker(first).slice(0, clauseLength)
  for (const paragraph of paragraphs) {
    if (clause.length > clauseLength || !goesOn(clause, paragraph)) break
    clause = `${clause} ${paragraph.slice(0, clauseLength)}`
  }
  return clause.slice(0, clauseLength)
}

/** Whether a paragraph belongs to the clause before it. */
function goesOn(clause: string, paragraph: string): boolean {
  if (recital.test(paragraph)) return false
  if (deciding.test(withoutMarker(paragraph))) return true
  if (/\.$/.test(clause)) return announcedList.test(clause) && hasMarker(paragraph)
  const isList = isListed(paragraph)
  // The rest of another sentence.
  if (clause.endsWith(':') && /^(?:has|have|is|are|was|were|shall|may|must|does)\b/.test(paragraph))
    return false
  // Some sources omit the list, and have what follows it.
  if (clause.endsWith(':') && statementOf(clause) === null) return isList
  return isList || !clause.endsWith(';')
}

/** A list whose entries may be sentences: "That the Board: (a) …". */
const announcedList = /:\s*\(?(?:[a1i])[.)]\s/iu
const hasMarker = (paragraph: string) => withoutMarker(paragraph) !== paragraph

/** Where the first paragraph begins with "that", after the mark of a list. */
const decisionAt = (paragraphs: readonly string[]): number =>
  paragraphs.findIndex((paragraph, i) => {
    const said = withoutMarker(paragraph)
    return deciding.test(said) || (i === 0 && /^that\b/.test(said))
  })

/** A short first line, without the end of a sentence, before what is decided. */
function subjectIn([first = '', second = '']: readonly string[]): string | null {
  const isLine = first !== '' && first.length <= subjectLine && !/[.;:,]$/.test(first)
  return isLine && !recital.test(first) && deciding.test(withoutMarker(second)) ? first : null
}

/** "Moved to postpone …", "Motion by A, seconded by B, that …", with who moved it. */
const moving =
  /^(?:moved|motion)(?: (?:was )?(?:made )?by [^:;\n]{2,60}?)?(?:,? (?:and )?second(?:ed)?(?: by)? [^:;\n]{2,60}?)?,? (that|to)(?= \p{L})/iu
/** A motion or a decision within the sentences of minutes. */
const narrated =
  /\b(?:(?:makes|made) (?:a|the) motion(?:,? second(?:ed)? by (?:(?! for )[^.;:\n]){2,60}?,?)?|it was (?:\p{L}+ly )?(?:moved(?: and seconded)?|resolved|agreed|decided)|all (?:resolved|agreed|decided)|il a été (?:\p{L}+ment )?(?:résolu|convenu|décidé)) (that|to|que|de)(?= \p{L})/iu
/** ": Moved by A and seconded by B", after what was moved. */
const moverAfter = /\s*[.:;–-]\s*(?:moved|motion) (?:and seconded )?by [^;:\n]{3,200}$/iu

/** What follows the sentence with a decision. */
const sentenceAfter = /(?<=[\p{Ll}\d)"”]{2})[.!?]\s+\p{Lu}.*$/su

/** What follows "that", with it, or the verb after "to". */
function afterMover(text: string, { 0: lead, 1: word = '', index }: RegExpExecArray): string {
  const rest = text
    .slice(index + lead.length)
    .replace(moverAfter, '')
    .trim()
  return /^(?:to|de)$/i.test(word) ? rest : `${capitalized(word.toLowerCase())} ${rest}`
}

/** What was moved, what minutes say was decided, or what a body does after its reasons: "Council agrees that …". */
function movedIn(paragraphs: readonly string[]): string | null {
  const paragraph = paragraphs.find((text) => !recital.test(text))?.slice(0, clauseLength) ?? ''
  const moved = moving.exec(paragraph)
  if (moved !== null) return capitalized(afterMover(paragraph, moved))
  const narration = narrated.exec(paragraph)
  if (narration !== null)
    return capitalized(afterMover(paragraph, narration).replace(sentenceAfter, ''))
  const resolved = /^resolved,(?:[^.;]|\.(?=\S)){0,200}?,\s*that\b/i.exec(paragraph)
  if (resolved !== null) return `That${paragraph.slice(resolved[0].length)}`
  return bodyActs(paragraph) ? paragraph : bodyAfterReason(paragraph)
}

/** Whether a text begins with a body and what it does: "Council agrees that …". */
function bodyActs(text: string): boolean {
  const act = text.replace(body, '')
  const verb = /^(\p{Ll}+?)(?:e?s)\b/u.exec(act)?.[1] ?? ''
  return act !== text && (isDecidingVerb(verb) || isDecidingVerb(`${verb}e`))
}

/** "The logs being of oak, the Committee advises …": a reason without a verb of its own stands before the body. */
function bodyAfterReason(paragraph: string): string | null {
  const reason =
    /^[^.;:,]{0,200}\b(?:being|having|\p{L}{3,}ing)\b[^.;:]{0,200}?, (?=the \p{Lu})/u.exec(
      paragraph,
    )
  const act = reason === null ? '' : paragraph.slice(reason[0].length)
  return bodyActs(act) ? capitalized(act) : null
}

/** "A motion was made that this Resolution be Approved, by Council approved by Roll Call." */
function legistarMotion(paragraph: string): string | null {
  const made = /^A motion was made,? that (.+ be .+)$/i.exec(paragraph)?.[1]
  return made === undefined
    ? null
    : `That ${made.replace(/[\s,]\w+ by (?:[\w-]+ )?(?:roll call|voice vote)\.?$/i, '')}`
}

function isListed(paragraph: string): boolean {
  const item = withoutMarker(paragraph)
  return item !== paragraph || deciding.test(item) || /^to\b/i.test(item) || beginsWithVerb(item)
}

const withoutMarker = (text: string) =>
  text
    .replace(/^[\s:;,.–-]+/, '')
    .replace(/^(?:\(?(?:\d{1,2}|[a-zA-Z]|[ivxIVX]{1,4})[.)]|[•·▪])(?:\s+|(?=\p{Lu}\p{Ll}))/u, '')

const capitalWord = /^(?:THAT|QU(?:E\b|(?=['’])))/
const lowerCase = (words: string) => words.toLowerCase()
const capitalized = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

/** So few words that announce others say nothing, such as "Recommend that Council:". */
const announcingWordsMax = 5
const passingOn = /\brecommends?(?: that)?(?: the)? council:?$/i
const announcing = /(?::|\b(?:council|that|to|with|of|the|and))$/i
/** What announces a list that the text lacks. */
const dangling =
  /[\s,;:.]+(?:including|as follows|the following|following|(?:that|which) (?:addresse?s|includes?)|(?:but )?(?:does|do) not include|namely|such as|(?:in order )?to(?: (?:allow|permit|include|provide|be funded|ensure))?|to be funded|with|of|on|for|from|by|the|a|an|that|and|or|et|ou|de|du|des|les?|la|que|notamment|dont|comme suit|ce qui suit|suivant[es]*)$/i

/** A clause that begins with its act, or with "That" and its subject. */
function statementOf(clause: string, isOfCouncil = true): string | null {
  const said = clause
    .replace(deciding, '')
    .replace(/^that\b/, '')
    .trimStart()
  const act = withoutMarker(said.replace(body, ''))
  const isOwn = isOfCouncil || !/\bCouncil\b/.test(body.exec(said)?.[0] ?? '')
  const isAct = isOwn && act !== said && beginsWithVerb(act)
  if (act === '' || `${said}:`.replace(body, '') === ':') return null
  const statement = isAct ? capitalized(act) : capitalized(clause.replace(capitalWord, lowerCase))
  if (passingOn.test(statement)) return null
  if (announcing.test(statement) && act.split(' ').length <= announcingWordsMax) return null
  const isCutOff = statement.endsWith(':')
  const line = withoutEnd(statement.replace(/\s+/g, ' ').trim(), ' ,;:.')
  if (lacksList(line, isCutOff)) return null
  return (isCutOff ? withoutDangling(line) : line) || null
}

/** Whether what is decided is a list that the text announces and lacks: "report back with:". */
const lacksList = (line: string, isCutOff: boolean): boolean =>
  (isCutOff && /\b(?:with|of|on|for|from|by|the following|de|du|des|sur|par)$/i.test(line)) ||
  /\b(?:the following|ce qui suit)(?=\s+(?:when|if|in|at|upon|lors|quand)\b)(?!.*:\s*\S)/i.test(
    line,
  )

export function withoutDangling(line: string): string {
  const at = line.slice(-lastLineLength).search(dangling)
  if (at === -1) return line
  const start = Math.max(0, line.length - lastLineLength)
  return withoutDangling(withoutEnd(line.slice(0, start + at), ' ,;:.'))
}

/** Without these characters and conjunctions at the end; by a loop, because a pattern takes time in the cube of a run. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  // "6 a.m." keeps its period.
  if (/(?<!\p{L})\p{L}\.\p{L}$/u.test(text.slice(Math.max(0, end - lastWordLength), end)))
    return text.slice(0, end + Number(text.charAt(end) === '.'))
  const rest = text.slice(0, end)
  const conjunction = rest.slice(-lastWordLength).search(/[\s,;:.](?:and|et|therefore)$/i)
  if (conjunction === -1) return rest
  const start = Math.max(0, rest.length - lastWordLength)
  return withoutEnd(rest.slice(0, start + conjunction), characters)
}
