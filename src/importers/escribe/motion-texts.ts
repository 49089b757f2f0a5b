import { isKnownResult } from '../../core/carried-results.ts'
import { cleanLine, cleanText } from '../kit/clean-text.ts'
import { officePrefix, toResult } from '../kit/vocabulary.ts'
import type { MotionEntry } from './schema.ts'

/** The text of a motion without what the minutes say about its outcome. */
export interface MotionText {
  text: string | null
  /** The motion that `text` was substituted for, and who moved the substitute. */
  superseded: { text: string; mover: string } | null
  /** The outcome that followed the text, in our words. */
  result: string | null
  /** Who dissented, as written. */
  dissents: string[]
  remarks: string[]
}

const substitution = /^Superseded\nMotion to substitute moved by (.+)$/m
const outcomeWord = /^(Carried|Lost|Defeated)\.?$/i
const dissent =
  /^(?:(Carried|Lost|Defeated)(?: as amended)? with )?(?:Councill?ors?|Members?) (.+) dissenting\.?$/i
const mentionsDissent = /\bdissent(?:ing|ed)\b|^(?:Carried|Lost|Defeated) (?:on|with)\b/i
const personName = /^(?:\p{Lu}\. ?)*\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]+)?$/u

/** Separates a motion's text from what it was substituted for and from a last line that states its outcome. */
export function readMotionText(written: string | null, printed: string | null): MotionText {
  const whole = { text: written, superseded: null, result: null, dissents: [], remarks: [] }
  if (written === null) return whole
  const outcome = readOutcome(written, printed) ?? whole
  const text = outcome.text ?? written
  const parts = text.split(substitution)
  const [before = '', mover = '', after = ''] = parts.map((part) => part.trim())
  if (parts.length === 3 && before !== '' && after !== '')
    return { ...outcome, text: after, superseded: { text: before, mover } }
  if (!/^Superseded$/m.test(text)) return outcome
  const remark = 'text holds a superseded motion that could not be separated'
  return { ...outcome, remarks: [...outcome.remarks, remark] }
}

function readOutcome(written: string, printed: string | null): MotionText | null {
  const lines = written.split('\n')
  const last = lines.at(-1) ?? ''
  const text = lines.slice(0, -1).join('\n') || null
  const [, plain] = outcomeWord.exec(last) ?? []
  const [, carried, list] = dissent.exec(last) ?? []
  const names = list === undefined ? [] : namesIn(list)
  const outcome = toResult(plain ?? carried ?? null)
  const agrees = outcome === null || printed === null || outcome === printed
  if ((plain !== undefined || names.length > 0) && agrees)
    return { text, superseded: null, result: outcome, dissents: names, remarks: [] }
  if (plain === undefined && !mentionsDissent.test(last)) return null
  const remark = `text ends in "${last}", which was not read as its outcome`
  return { text: written, superseded: null, result: null, dissents: [], remarks: [remark] }
}

/** The names in a list, or none if part of it may not be a name. */
function namesIn(list: string): string[] {
  const names = list.split(/,? and |, /)
  return names.every((name) => personName.test(name.replace(officePrefix, ''))) ? names : []
}

/** A motion's result and the counts printed with it. */
export interface PrintedResult {
  result: string | null
  counts: { for: number; against: number } | null
}

const withCounts = /^(.+?)\s*\((\d{1,6})\s*(?:to|à|contre|[-–])\s*(\d{1,6})\)$/i

/** Parses `Lost (5 to 7)`; a word that says more than a result is kept as it is written. */
export function parseResult(written: string | null | undefined): PrintedResult {
  const line = cleanLine(written)
  if (line === null) return { result: null, counts: null }
  const parts = withCounts.exec(line)
  const word = parts?.[1] ?? line
  const counts = parts === null ? null : { for: Number(parts[2]), against: Number(parts[3]) }
  const plain = toResult(word.replace(/^motion (?:was )?/i, '').replace(/\.$/, ''))
  return { result: plain !== null && isKnownResult(plain) ? plain : toResult(word), counts }
}

const numberLine = /^MOTION ((?:[A-Z]+ )?\d[\d/.-]*)$/
const resultLine = /^Results?: (.+)$/
// Names have a limit, because the time is that of one times the other.
const moverLine = /^Moved by ([^,:]{1,200}?)(?:,? (?:and )?seconded by ([^,:]{1,200}?))?:?$/i

export interface NumberedMotions {
  motions: MotionEntry[]
  /** The numbers of motions without one clear result. */
  unread: string[]
}

/** The motions that an item's minutes hold as text: a line `MOTION <number>`, the motion, and a line `Results: …`. */
export function readNumberedMotions(minutes: string | null | undefined): NumberedMotions {
  const found: NumberedMotions = { motions: [], unread: [] }
  const lines = (cleanText(minutes) ?? '').split('\n')
  const starts = lines.flatMap((line, index) => (numberLine.test(line) ? [index] : []))
  for (const [n, start] of starts.entries()) {
    const number = numberLine.exec(lines[start] ?? '')?.[1] ?? ''
    const motion = readMotion(number, lines.slice(start + 1, starts[n + 1]))
    if (motion === null) found.unread.push(number)
    else found.motions.push(motion)
  }
  return found
}

/** The result that is all that an item's minutes say. */
export function readItemResult(minutes: string | null | undefined): string | null {
  return resultLine.exec(cleanText(minutes) ?? '')?.[1] ?? null
}

function readMotion(number: string, lines: readonly string[]): MotionEntry | null {
  const ends = lines.flatMap((line, index) => (resultLine.test(line) ? [index] : []))
  const [end] = ends
  if (end === undefined || end === 0 || ends.length > 1) return null
  const body = lines.slice(0, end)
  const moved = body.findIndex((line) => moverLine.test(line))
  const [, mover, seconder] = moverLine.exec(body[moved] ?? '') ?? []
  return {
    motion_number: number,
    motion_text: body.filter((_, index) => index !== moved).join('\n'),
    motion_moved_by: mover ?? null,
    motion_seconded_by: seconder ?? null,
    motion_result: resultLine.exec(lines[end] ?? '')?.[1] ?? null,
  }
}
