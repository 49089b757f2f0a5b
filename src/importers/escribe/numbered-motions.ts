import { cleanText } from '../kit/clean-text.ts'
import type { MotionEntry } from './schema.ts'

const numberLine = /^MOTION ((?:[A-Z]+ )?\d[\d/.-]*)$/
const resultLine = /^Results?: (.+)$/
const moverLine = /^Moved by ([^,:]+?)(?:,? (?:and )?seconded by ([^,:]+?))?:?$/i

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
