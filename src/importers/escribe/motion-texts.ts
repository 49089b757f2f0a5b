import { officePrefix, toResult } from '../kit/vocabulary.ts'

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
