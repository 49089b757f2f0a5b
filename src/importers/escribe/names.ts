import { foldKey } from '../../core/fold.ts'
import { cleanLine } from '../kit/clean-text.ts'
import { officePrefix, officeSuffix } from '../kit/vocabulary.ts'

/** A name without titles, and its role and note. */
export interface WrittenName {
  name: string
  role: string | null
  /** How they attended, as written: `via Zoom`. */
  note: string | null
}

const role =
  "(vice[\\s-]?chair|chair|member|ex[\\s-]officio|(?:vice[\\s-]?)?pr[eé]sidente?|membre|d[’']office)"
const rolePrefix = new RegExp(`^${role}(?![\\p{L}])(?:\\s*:\\s*|\\s+)(?=\\S)`, 'iu')
const wholeRole = new RegExp(`^${role}$`, 'iu')
const inBrackets = /\s*\(([^()]+)\)$/
const attending =
  /\b(?:via|virtual|virtuel|remote|distance|electronic|[eé]lectronique|online|en ligne|zoom|teams|webex|video|vid[eé]o|phone|t[eé]l[eé]|person|arriv|join|left|depart|late|quitt|retard)/iu
const afterName = /(?:\s+[-–—]\s+|\s*,\s*)((?:via|by|par)\s.+)$/i
// "Day, Cam", but neither "Day, Jr." nor "Day, Clerk".
const familyFirst =
  /^((?:(?:da|de|del|della|den|der|di|du|la|le|st\.?|van|von)\s)*\p{Lu}[\p{L}'’-]+),\s*((?:\p{Lu}(?:\.|[\p{Ll}'’]+)(?:[ -](?=\p{L})|$))+)$/u
// "Bo Park, Ward 4".
const seatSuffix = /\s*,\s*(?:wards?|quartiers?|district)\s+\d[\w\s&-]*$/i
const notGiven =
  /^(?:jr|sr|esq|ph\.?d|clerk|deputy|director|manager|secretary|solicitor|staff|treasurer|greffi)/i

const roles: readonly [RegExp, string][] = [
  [/^vice/i, 'Vice-Chair'],
  [/^(?:chair|pr)/i, 'Chair'],
  [/^mem/i, 'Member'],
  [/^(?:ex|d)/i, 'Ex Officio'],
]

/**
 * Parses `Vice-chair: Councillor Glen Gower`, `Cyril Rogers (Chair)`, `Day, Cam` or `Reeve Ann Lee (via Zoom)`; null if
 * there is no name.
 */
export function parseWrittenName(written: string | null | undefined): WrittenName | null {
  const line = cleanLine(written)
  if (line === null) return null
  const { text, role: stated, note } = withoutRemark(line)
  const prefix = rolePrefix.exec(text)?.[1]
  const parts = text
    .replace(rolePrefix, '')
    .replace(seatSuffix, '')
    .replace(officeSuffix, '')
    .split(/\s*,\s*/)
  const bare = parts.map((part) => part.replace(officePrefix, '')).join(', ')
  const [, family, given = ''] = familyFirst.exec(bare) ?? []
  const isGiven = family !== undefined && !notGiven.test(given)
  const name = isGiven ? `${given} ${family}` : bare
  return { name, role: prefix === undefined ? stated : toRole(prefix), note }
}

function withoutRemark(line: string): { text: string; role: string | null; note: string | null } {
  const found = inBrackets.exec(line) ?? afterName.exec(line)
  if (!found || found.index === 0) return { text: line, role: null, note: null }
  const remark = found[1]?.trim() ?? ''
  const text = line.slice(0, found.index)
  if (attending.test(remark)) return { text, role: null, note: remark }
  if (wholeRole.test(remark)) return { text, role: toRole(remark), note: null }
  // What else is in brackets is kept as it is written.
  return { text, role: remark, note: null }
}

function toRole(word: string): string | null {
  return roles.find(([pattern]) => pattern.test(word))?.[1] ?? null
}

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
