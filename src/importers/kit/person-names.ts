import { foldKey } from '../../core/fold.ts'
import { cleanLine } from './clean-text.ts'
import { generation, isLetters } from './name-shape.ts'
import { officePrefix, officeSuffix } from './vocabulary.ts'

/** A name without titles, and its role and note. */
export interface WrittenName {
  name: string
  role: string | null
  /** How they attended, as written: `via Zoom`. */
  note: string | null
}

const role =
  "((?:(?:vice|co|deputy|acting)[\\s-]?)?chair(?:person|man|woman)?|members?|ex[\\s-]officio|(?:vice[\\s-]?)?pr[eé]sidente?|membre|d[’']office)"
const rolePrefix = new RegExp(`^${role}(?![\\p{L}])(?:\\s*:\\s*|\\s+)(?=\\S)`, 'iu')
const wholeRole = new RegExp(`^${role}$`, 'iu')
const inBrackets = /\s*[([]([^()[\]]+)[)\]]$/
// Bullets, numbers of a list, footnotes.
const marksBefore = /^(?:\d+[.)]\s+|[^\p{L}\p{N}\p{Pi}'"’‘([-]+|[-–]\s+)/u
const marks = /[^\p{L}\d.)\]'"’”»]+$|(?<=\p{Ll}{3})\.$/u
const attending =
  /\b(?:via|virtual|virtuel|remote|distance|electronic|[eé]lectronique|online|en ligne|zoom|teams|webex|video|vid[eé]o|phone|t[eé]l[eé]|person|arriv|join|left|depart|entered|returned|late|quitt|retard|absent|excus|regret|until|till|from|as of|jusqu|partir|items?\b|points?\b)|\d ?(?:[ap]\.?m\b|h\b|:\d)/iu
const afterDash = /^(\S.*?)(?:\s+[-–]+\s+|\s*—\s*)(\S.*)$/
const afterComma = /^(.*?)\s*,\s*((?:via|by|par)\s.+)$/i
const afterSpace =
  /\s+((?:via|virtually|remotely|arriv(?:ed|es)|joined|left|departed|entered|returned|late|absent|excused|regrets|(?:a )?quitt[ée]e?|arrivée?|en ligne|en retard|(?:en|par) (?:t[eé]l|vi[ds])\S*|virtual|virtuel(?:le)?)(?:\s.*)?|(?:(?:in|out|a) )?(?:(?:at|until|till|from|since|as of|à|dès|jusqu['’]à) )?\d{1,2}\s?(?::|h|[ap]\.?m).*|(?:she|he|they|elle|il|iel)(?:\/\p{L}+)+)$/u
// "Day, Cam", but neither "Day, Jr." nor "Day, Clerk".
const familyFirst =
  /^((?:(?:[Dd](?:a|e|ella?|en|er|i|u)|[Ll][ae]|[Ss]t\.?|[Vv][ao]n)\s)*\p{Lu}[\p{L}'’-]+),\s*((?:\p{Lu}(?:\.|[\p{Ll}'’]+)(?:[ -](?=\p{L})|$))+)$/u
const seat = String.raw`(?:wards?|quartiers?|districts?|seat|si[eè]ge|division|area|zone)\s+(?:\d|n[ᵒo°]|at\b|(?:one|two|three|four|five|six|seven|eight|nine|ten|une?|deux|trois)\b)[\w\s&-]*`
// "Bo Park, Ward 4", "Bo Park Ward 4", "Councillor (Ward 4) Bo Park".
const seatSuffix = new RegExp(`\\s*[\\s,:;/]\\s*${seat}$`, 'i')
const seatPrefix =
  /^[([]?(?:ward|quartier|district|seat|si[eè]ge|division)\s+\d+[)\]]?[\s:,–-]+(?=\p{L})/iu
const wholeSeat = new RegExp(`^${seat}$`, 'i')
const nameMax = 500
const notGiven =
  /^(?:jr|sr|esq|ph\.?d|clerk|deputy|director|manager|secretary|solicitor|staff|treasurer|greffi)/i

const roles: readonly [RegExp, string][] = [
  [/^vice/i, 'Vice-Chair'],
  [/^co/i, 'Co-Chair'],
  [/^deputy/i, 'Deputy Chair'],
  [/^acting/i, 'Acting Chair'],
  [/^(?:chair|pr)/i, 'Chair'],
  [/^mem/i, 'Member'],
  [/^(?:ex|d)/i, 'Ex Officio'],
]

/**
 * Parses `Vice-chair: Councillor Glen Gower`, `Cyril Rogers (Chair)`, `Day, Cam`, `Ann Lee, P.Eng.` or `Reeve Ann Lee
 * (via Zoom)`; null if there is no name.
 */
export function parseWrittenName(written: string | null | undefined): WrittenName | null {
  const line = cleanLine(written)
  if (line === null) return null
  if (line.length > nameMax) return { name: line, role: null, note: null }
  const { text, role: stated, note } = withoutRemarks(line)
  const prefix = rolePrefix.exec(text)?.[1]
  const parts = text
    .replace(rolePrefix, '')
    .replace(seatSuffix, '')
    .replace(officeSuffix, '')
    .split(/\s*,\s*/)
    .map((part) => part.replace(seatPrefix, '').replace(officePrefix, '').replace(seatPrefix, ''))
  const role = prefix === undefined ? stated : toRole(prefix)
  return { name: inOrder(withoutLetters(parts)), role, note }
}

function inOrder(parts: readonly string[]): string {
  const bare = parts.join(', ')
  const [, family, given = ''] = familyFirst.exec(bare) ?? []
  return family !== undefined && !notGiven.test(given) ? `${given} ${family}` : bare
}

/** The parts of a name without the letters after it; a family name alone keeps what may be a given name. */
function withoutLetters(parts: readonly string[]): string[] {
  const [first = '', ...after] = parts
  const isWhole = wordsOf(first).length > 1
  const rest = after.filter((part, index) => {
    const isGiven = !isWhole && index === 0
    return isGiven || generation.test(part) || !isAfterName(part)
  })
  const words = first.split(' ')
  while (wordsOf(words.slice(0, -1).join(' ')).length > 1 && isDotted(words.at(-1) ?? ''))
    words.pop()
  return [words.join(' '), ...rest]
}

const isAfterName = (part: string) =>
  isLetters(part) || wholeSeat.test(part) || /^\p{Ll}/u.test(part)

// Without a point, a last word of capitals may be a family name.
const isDotted = (word: string) =>
  isLetters(word) && /\.\p{L}/u.test(word) && !/^ste?\./i.test(word)

/** The words of a name without its particles and initials. */
const wordsOf = (name: string) =>
  name.split(' ').filter((word) => /^\p{Lu}/u.test(word) || /^\p{Lo}/u.test(word))

/** What a line has beside the name: how somebody attended, a role or a seat. */
function withoutRemarks(line: string): { text: string; role: string | null; note: string | null } {
  const found = {
    text: line.replace(marksBefore, ''),
    role: null as string | null,
    note: null as string | null,
  }
  for (;;) {
    const text = found.text.replace(marks, '') || found.text
    const [name, said] = splitRemark(text)
    found.text = name
    if (said === null) return found
    if (attending.test(said)) found.note ??= said
    else if (wholeRole.test(said)) found.role ??= toRole(said)
    // What else is beside a name is kept as it is written.
    else if (!wholeSeat.test(said) && !isLetters(said)) found.role ??= said
  }
}

/** A text without remarks after the name, or before it as a seat. */
function splitRemark(text: string): [string, string | null] {
  const bracket = inBrackets.exec(text)
  if (bracket !== null && bracket.index > 0)
    return [text.slice(0, bracket.index), bracket[1]?.trim() ?? '']
  const [, before = '', behind = ''] = afterComma.exec(text) ?? afterDash.exec(text) ?? []
  if (before !== '' && wholeSeat.test(before)) return [behind, before]
  if (before !== '' && (isBeside(behind) || wordsOf(before).length > 1)) return [before, behind]
  const said = afterSpace.exec(text)
  if (said === null || said.index === 0) return [text, null]
  return [text.slice(0, said.index).replace(/,$/, ''), said[1] ?? '']
}

const isBeside = (text: string) =>
  attending.test(text) || wholeSeat.test(text) || wholeRole.test(text)

function toRole(word: string): string | null {
  return roles.find(([pattern]) => pattern.test(word))?.[1] ?? null
}

/** Whether a text says the family name first: "Day, Cam". */
export const isFamilyFirst = (text: string) => familyFirst.test(text.trim())

// "Ida (Dee) Pell", "Ida Pell née Wu"
const besideName = /\s+(?:["“«(][^"”»()]*["”»)](?=\s)|n[ée]e? \p{Lu}\S*$)\s*/u

/**
 * The name without what may not be a part of it, the longest first: the last parts after a comma, words in
 * capitals, a generation. They are that person only if a source has one of them alone.
 */
export function shorterNames(name: string): string[] {
  const bare = name.replace(besideName, ' ').trim()
  const shorter = bare === name ? [] : [bare]
  let rest = bare
  for (;;) {
    const [, before, sign = '', last = ''] =
      /^(.*\S)(, )(.+)$/.exec(rest) ?? /^(.*\S)( )(\S+)$/.exec(rest) ?? []
    if (before === undefined) return shorter
    const isGeneration = generation.test(last)
    // A son may be written with a comma and a point, or without.
    if (isGeneration) shorter.push(...spellingsOf(before, last))
    if (sign === ' ' && !isGeneration && !isCapitals(last)) return shorter
    rest = before
    shorter.push(rest)
  }
}

function spellingsOf(name: string, generation: string): string[] {
  const word = generation.replace('.', '')
  return [`${name} ${word}`, `${name} ${word}.`, `${name}, ${word}`, `${name}, ${word}.`]
}

const isCapitals = (word: string) => word.length > 1 && isLetters(word)

/** The key of a person without an id and the form for comparisons, without case, accents and variants of apostrophes and dashes. */
export function foldName(name: string): string {
  return foldKey(name).replace(/[’‘`]/g, "'").replace(/[‐‑–]/g, '-').replace(/\s+/g, ' ').trim()
}

/** How complete a name is: `Matt Luloff`, `M. Luloff` or `Luloff`. */
export type NameForm =
  | { form: 'full'; folded: string }
  | { form: 'initials'; folded: string; initials: string[]; family: string }
  | { form: 'family'; folded: string; family: string }

const initialWord = /^(?:\p{L}\.-?)+$|^\p{L}$/u

export function nameForm(name: string): NameForm {
  const folded = foldName(name)
  const words = folded.split(' ')
  if (words.length === 1) return { form: 'family', folded, family: folded }
  const count = words.findIndex((word) => !initialWord.test(word))
  if (count < 1) return { form: 'full', folded }
  const initials = words.slice(0, count).flatMap((word) => word.match(/\p{L}/gu) ?? [])
  return { form: 'initials', folded, initials, family: words.slice(count).join(' ') }
}

/** A full name; `family` is null if it is unknown which part is the family name. */
export interface FullName {
  folded: string
  family: string | null
}

/** Whether `short` can refer to the person with the name `full`. */
export function matchesFullName(short: NameForm, full: FullName): boolean {
  if (short.folded === full.folded) return true
  if (short.form === 'full' || !endsInFamily(short.family, full)) return false
  if (short.form === 'family') return true
  const given = full.folded.slice(0, -short.family.length).split(/[\s-]+/)
  return short.initials.every((initial, index) => (given[index] || initial).startsWith(initial))
}

/**
 * Whether two different full names may be one person: they share the family name and the first initial, or one ends in
 * the other, as after an office that is not known.
 */
export function isNamesake(folded: string, full: FullName): boolean {
  if (folded.endsWith(` ${full.folded}`)) return true
  const family = full.family ?? full.folded.split(' ').at(-1) ?? ''
  return folded !== full.folded && folded.endsWith(` ${family}`) && folded[0] === full.folded[0]
}

function endsInFamily(family: string, full: FullName): boolean {
  return full.family === null ? full.folded.endsWith(` ${family}`) : full.family === family
}
