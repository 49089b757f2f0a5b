import { foldText } from '../../core/fold.ts'
import { cleanLine } from '../kit/clean-text.ts'

/** A name without titles, and the role written with it. */
export interface WrittenName {
  name: string
  role: string | null
}

const rolePrefix = /^(vice[\s-]?chair|chair|member|ex[\s-]officio)\b(?:\s*:\s*|\s+)(?=\S)/i
const roleSuffix = /\s*\((vice[\s-]?chair|chair|member|ex[\s-]officio)\)$/i
const officePrefix =
  /^(?:deputy mayor|mayor|regional councillor|councill?or|mrs?\.|ms\.|dr\.)\s+(?=\S)/i

const roles: Record<string, string> = {
  chair: 'Chair',
  'vice chair': 'Vice-Chair',
  vicechair: 'Vice-Chair',
  member: 'Member',
  'ex officio': 'Ex Officio',
}

/** Parses `Vice-chair: Councillor Glen Gower` or `Cyril Rogers (Chair)`; null if there is no name. */
export function parseWrittenName(written: string | null | undefined): WrittenName | null {
  const line = cleanLine(written)
  if (line === null) return null
  const word = (rolePrefix.exec(line) ?? roleSuffix.exec(line))?.[1] ?? ''
  const name = line.replace(rolePrefix, '').replace(roleSuffix, '').replace(officePrefix, '')
  return { name, role: roles[word.toLowerCase().replace(/[\s-]+/, ' ')] ?? null }
}

/** The form for comparisons, without case, accents and variants of apostrophes and dashes. */
export function foldName(name: string): string {
  return foldText(name).replace(/[’‘`]/g, "'").replace(/[‐‑–]/g, '-').replace(/\s+/g, ' ').trim()
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

/** Whether two different full names share the family name and the first initial, so that they may be one person. */
export function isNamesake(folded: string, full: FullName): boolean {
  const family = full.family ?? full.folded.split(' ').at(-1) ?? ''
  return folded !== full.folded && folded.endsWith(` ${family}`) && folded[0] === full.folded[0]
}

function endsInFamily(family: string, full: FullName): boolean {
  return full.family === null ? full.folded.endsWith(` ${family}`) : full.family === family
}
