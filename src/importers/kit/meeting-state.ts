import type { MeetingRecord } from '../../record/meetings.ts'
import type { Warning } from '../source.ts'
import { cleanLine, shortened } from './clean-text.ts'

type Status = MeetingRecord['status']

const noteMax = 200
/** A longer name, with which expressions would take quadratic time, has neither a state nor a date. */
export const nameReadMax = 1000

// A cancellation can also be what a meeting is about: "Tax cancellation", "Cancellation of a contract".
const ofMeeting = (noun: string) =>
  `(?<=(?:^|[^\\p{L}\\p{N}\\s’']|meeting|session|sitting|hearing|council|notice of|avis d[’'])\\s*)(?:${noun})(?=\\s*(?:$|[^\\p{L}\\s,]|notice|of (?:[\\p{L}’']+ ){0,4}(?:meeting|session|sitting|hearing)))`
const words: readonly [Status, string][] = [
  [
    'cancelled',
    `(?:notice of )?cancel+ed|annul[ée]e?s?|called off|(?:no|lack of(?: an?)?|without(?: an?)?|insufficient) quorum|(?:absence|d[ée]faut|faute|manque|pas) de quorum|(?:(?:did|does|will|was|is) )?not (?:be )?(?:held|take place)(?=[^\\p{L}]*$)|n[’']a(?:ura)? pas (?:eu )?lieu(?=[^\\p{L}]*$)|${ofMeeting('cancell?ation|annulation')}`,
  ],
  [
    'postponed',
    `postponed|deferred|rescheduled|report[ée]e?s?|remise?(?= (?:à|au) )|${ofMeeting('postponement')}`,
  ],
]
const noWord = '(?![\\p{L}])'
const because = `(?:due to|because|owing to|as there|for lack|lack|no|en raison|faute|manque|aucun)${noWord}`
// "Postponed to May 6", "ANNULÉE en raison du verglas": words that go on about the state.
const onwards = `[^\\p{L}]+(?:${because}|(?:to|until|till|by|indefinitely|sine die|au|aux|à|par|jusqu)${noWord})`
const mark = "[^\\p{L}\\p{N}\\s&'’]"
const said = words.map(([status, word]) => ({
  status,
  anywhere: new RegExp(`(?<![\\p{L}])(?:${word})${noWord}`, 'iu'),
  // "Cancelled", "NOTICE: this meeting of March 3 has been rescheduled to March 5"; but not "Cancelled items".
  opening: new RegExp(
    `^[^\\p{L}]*(?:(?:please note(?: that)?|notice|note|update|avis|attention)[^\\p{L}]+)?(?:(?:the|this|la|cette|today[’']s) )?(?:(?:[\\p{L}'’-]+ ){0,4}?(?:meeting|hearing|session|sitting|séance|réunion|assemblée)(?: (?:of|on|du|for|scheduled|originally|prévue)\\b[^.;]*?)?,? )?(?:(?:has|have|had|was|is|will|been|be|now|a|est|été|sera) )*(?:${word})${noWord}`,
    'iu',
  ),
  atEnd: new RegExp(`(?:${word})[^\\p{L}]*$`, 'iu'),
  // "Hearing on cancelled permits": it says what the meeting is about.
  about: new RegExp(
    `(?<!\\p{L})(?:on|of|for|about|sur|des?) (?:the |les )?(?:${word}) \\p{L}`,
    'iu',
  ),
  // "Council - CANCELLED - Room 2", "Council (postponed to June 3)": it stands by itself between marks.
  alone: new RegExp(`(?:^|${mark})\\s*(?:${word})(?:\\s*(?:${mark}|$)|${onwards})`, 'iu'),
  reasoned: new RegExp(`(?:${word})[^\\p{L}]+${because}`, 'iu'),
}))
// A part of the meeting, or another meeting that this one replaces.
const ofPart =
  /\b(?:items?|matters?|bills?|files?|applications?|by-?laws?|motions?|points?|questions?|dossiers?|reports)\b/i
const moved =
  /\b(?:rescheduled|postponed|deferred)\b.*\bfrom\b|(?<!\p{L})(?:report[ée]e?s?|remise?) du(?!\p{L})/iu
const continuation = /^[^\p{L}]*(?:continu|resum|reconven|reprise)/iu
const until = /\b(?:to|until|au)\b/i
const recess = /\brecess(?:ed)?\b|\bsuspendue?\b/i

/** What words say of a meeting: `status` is null for unclear ones. */
interface Stated {
  status: 'cancelled' | 'postponed' | null
  note: string
}

/** What a source says of a meeting, and where. */
export interface MeetingFacts {
  /** For warnings: `City Council 2026-04-22`. */
  subject: string
  location: string
  /** The publisher's word for the state of the meeting. */
  stated?: string | null
  /** Title, location and time, which may hold a state instead. */
  labels: readonly (string | null | undefined)[]
  comment: string | null
  /** Whether the source records who was present or what was decided. */
  isRecorded: boolean
  hasMinutes: boolean
  isOver: boolean
}

/** The status of the meetings of a source, and one warning for each kind of words. */
export class MeetingStates {
  readonly #remarks = new Map<string, { count: number; first: MeetingFacts; note: string }>()

  statusOf(facts: MeetingFacts): Pick<MeetingRecord, 'status' | 'status_note'> {
    const byStatus = facts.stated ? read(facts.stated, 'label') : null
    if (byStatus?.status) return { status: byStatus.status, status_note: byStatus.note }
    const stated = byStatus ?? findIn(facts)
    const usual = facts.isOver ? 'completed' : 'scheduled'
    if (stated === null) return { status: usual }
    const isHeld = facts.isRecorded || (stated.status === null && facts.hasMinutes)
    if (isHeld) return { status: 'completed', status_note: stated.note }
    this.#note(stated.status ?? 'unclear', facts, stated.note)
    return { status: stated.status ?? 'scheduled', status_note: stated.note }
  }

  /** One warning for each kind of words. */
  warnings(): ({ type: 'warning' } & Warning)[] {
    return [...this.#remarks].map(([kind, { count, first, note }]) => ({
      type: 'warning',
      location: first.location,
      subject: 'meetings',
      reason: `${reasons[kind]}: ${count}; first: ${first.subject}, ${JSON.stringify(note)}`,
    }))
  }

  #note(kind: string, first: MeetingFacts, note: string): void {
    const remark = this.#remarks.get(kind) ?? { count: 0, first, note }
    remark.count += 1
    this.#remarks.set(kind, remark)
  }
}

const reasons: Readonly<Record<string, string>> = {
  cancelled: 'recorded as cancelled because of the words in another field',
  postponed: 'recorded as postponed because of the words in another field',
  unclear: 'not recorded as held because of words that leave it open',
}

/** The words by which a meeting clearly was called off; null without such words. */
export function statedState(labels: readonly unknown[], comment: unknown): string | null {
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  const stated = findIn({ labels: labels.map(text), comment: text(comment) })
  return stated?.status ? stated.note : null
}

/** The status that words clearly state, such as those beside a status; null without such words. */
export function clearStatusIn(note: string | null): Stated['status'] {
  return read(note, 'label')?.status ?? null
}

function findIn({ labels, comment }: Pick<MeetingFacts, 'labels' | 'comment'>): Stated | null {
  const found = [
    ...labels.map((label) => read(label, 'label')),
    ...(comment ?? '').split(/\n|(?<=[.;!])\s/).map((sentence) => read(sentence, 'sentence')),
  ].filter((stated) => stated !== null)
  return found.find(({ status }) => status !== null) ?? found[0] ?? null
}

function read(written: string | null | undefined, kind: 'label' | 'sentence'): Stated | null {
  const line = cleanLine(written)?.normalize('NFC') ?? null
  if (line === null || isReplacement(line)) return null
  const note = shortened(line, noteMax)
  const isLabel = kind === 'label'
  const found = said.find(
    ({ anywhere, about }) => anywhere.test(line) && !(isLabel && about.test(line)),
  )
  if (found === undefined) return recess.test(line) ? { status: null, note } : null
  const [reason = ''] = found.reasoned.exec(line) ?? []
  const event = reason === '' ? line : line.slice(0, line.indexOf(reason))
  const isClear = isStated(line, found, isLabel) && !ofPart.test(event) && !moved.test(line)
  return { status: isClear ? (found.status as Stated['status']) : null, note }
}

/** Whether words say of the meeting itself that it was called off. */
function isStated(
  line: string,
  { opening, atEnd, alone, reasoned }: (typeof said)[number],
  isLabel: boolean,
): boolean {
  return opening.test(line) || (isLabel && [atEnd, alone, reasoned].some((one) => one.test(line)))
}

function isReplacement(line: string): boolean {
  return continuation.test(line) || (moved.test(line) && !until.test(line))
}

const marker = said.map(({ anywhere }) => anywhere.source).join('|')
const markers = `(?:${marker})(?:[^\\p{L}]+(?:${marker}))*`
const before = new RegExp(
  `^[^\\p{L}]*${markers}(?:${onwards}[^-–—:|]*[-–—:|]\\s*|[^\\p{L}]+)(?=\\p{L})`,
  'iu',
)
const after = new RegExp(`[^\\p{L}]+${markers}(?:[^\\p{L}]*|${onwards}.*)$`, 'iu')

/** The name of a meeting or body without a state: "CANCELLED: Council" is "Council". */
export function withoutState(name: string): string {
  if (name.length > nameReadMax) return name
  return name.replace(before, '').replace(after, '') || name
}
