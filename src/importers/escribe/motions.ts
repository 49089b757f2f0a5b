import type { MotionKind, MotionRecord } from '../../record/motions.ts'
import { cleanLine, cleanText } from '../kit/clean-text.ts'
import type { Diagnostics } from '../kit/diagnostics.ts'
import { parseWrittenName } from '../kit/person-names.ts'
import type { OrderedItem } from './agenda.ts'
import { isThreeReadings, onLines } from './bylaws.ts'
import { toKinds } from './motion-kinds.ts'
import {
  type MotionText,
  type PrintedResult,
  parseResult,
  readMotionText,
  readNumberedMotions,
} from './motion-texts.ts'
import type { Identity } from './people.ts'
import type { Minutes } from './read.ts'
import type { MotionEntry } from './schema.ts'
import { type MotionVotes, type PrintedCounts, readVotes } from './votes.ts'
import { type ReadBasis, readBasis, withoutBasis } from './weights.ts'

export interface MotionSetting {
  minutes: Minutes
  date: string
  /** For diagnostics: `City Council 2026-04-22`. */
  meetingName: string
  organizationKey: string
  resolve(name: string): Identity
}

/** A motion with its source location. */
export interface LocatedMotion {
  record: MotionRecord
  item: OrderedItem
  location: string
  subject: string
}

export function toMotions(
  items: OrderedItem[],
  setting: MotionSetting,
  diagnostics: Diagnostics,
): LocatedMotion[] {
  const motions: LocatedMotion[] = []
  for (const item of items) {
    for (const [index, read] of readMotions(item, setting, diagnostics).entries()) {
      const location = item.node.motionLocations[index] ?? item.node.location
      const subject = subjectOf(read.entry, index + 1, item, setting)
      const warn = (reason: string) => diagnostics.addWarning({ location, subject, reason })
      const ordinal = { index: index + 1, position: motions.length + 1 }
      motions.push({
        record: toMotion(read, ordinal, item, setting, warn),
        item,
        location,
        subject,
      })
    }
  }
  return motions
}

interface ReadMotion {
  entry: MotionEntry
  printed: PrintedResult
  content: MotionText
  result: string | null
  kind: MotionKind | null
}

function readMotions(
  item: OrderedItem,
  setting: MotionSetting,
  diagnostics: Diagnostics,
): ReadMotion[] {
  const motions = entriesOf(item, setting, diagnostics).map((entry) => {
    const printed = parseResult(withoutBasis(entry.motion_result))
    const content = readMotionText(motionText(entry), printed.result)
    return { entry, printed, content, result: printed.result ?? content.result }
  })
  const facts = motions.map(({ content: { text, superseded }, result }) => ({
    text,
    result,
    isSubstitute: superseded !== null,
  }))
  const kinds = toKinds({ headings: item.headings, motions: facts })
  return motions.map((motion, index) => ({ ...motion, kind: kinds[index] ?? null }))
}

/** The motions of an item, then those that its text numbers. */
function entriesOf(
  item: OrderedItem,
  setting: MotionSetting,
  diagnostics: Diagnostics,
): MotionEntry[] {
  const { location, entry } = item.node
  const listed = entry.motions ?? []
  const numbers = new Set(listed.map((each) => cleanLine(each.motion_number)))
  const { motions, unread } = readNumberedMotions(entry.minutes)
  for (const number of unread) {
    const subject = `motion ${number} of ${itemName(item, setting)}`
    const reason = 'is in the text of the item without one result; skipped'
    diagnostics.addWarning({ location, subject, reason, isUnreadMotion: true })
  }
  return [...listed, ...motions.filter((each) => !numbers.has(each.motion_number ?? null))]
}

/** The full wording of a motion, in reading order. */
export function motionText(entry: MotionEntry): string | null {
  const parts = [entry.premotion_text, entry.motion_text, entry.post_motion_text]
  return parts.flatMap((part) => cleanText(part) ?? []).join('\n') || null
}

function toMotion(
  { entry, printed, content, result, kind }: ReadMotion,
  ordinal: { index: number; position: number },
  item: OrderedItem,
  setting: MotionSetting,
  warn: (reason: string) => void,
): MotionRecord {
  const { text, superseded } = content
  const context = { basis: basisOf(entry, item), counts: printed.counts }
  const votes = readVotes(withDissents(entry, content.dissents), context, setting.resolve)
  for (const remark of [...content.remarks, ...votes.remarks]) warn(remark)
  remarkUnlikeCounts(votes, warn)
  const moved = cleanLine(entry.motion_moved_by) ?? superseded?.mover
  const mover = toNamed('mover', moved, setting, warn)
  const seconder = toNamed('seconder', entry.motion_seconded_by, setting, warn)
  return {
    kind: 'motion',
    key: `${item.key}:motion-${ordinal.index}`,
    source_url: setting.minutes.file.source_url,
    meeting_key: setting.minutes.meetingId,
    agenda_item_key: item.key,
    matter_key: item.reportNumber,
    organization_key: setting.organizationKey,
    position: ordinal.position,
    date: setting.date,
    identifier: cleanLine(entry.motion_number),
    motion_kind: kind,
    text: text !== null && isThreeReadings(item.title) ? onLines(text) : text,
    superseded_text: superseded?.text ?? null,
    result,
    mover_key: mover.key,
    mover_name: mover.name,
    seconder_key: seconder.key,
    seconder_name: seconder.name,
    vote_basis: votes.basis,
    tally: toTally(votes),
    votes: votes.votes,
  }
}

/** By the motion, or by the item of which it is the only one. */
function basisOf(entry: MotionEntry, { node }: OrderedItem): ReadBasis {
  const { premotion_text: before, motion_text: text, post_motion_text: after } = entry
  const own = readBasis([before, text, after], entry.motion_result)
  const { description, minutes, motions } = node.entry
  return own.basis === null && motions?.length === 1 ? readBasis([description, minutes], null) : own
}

// A dissent can be in the list and in the text.
function withDissents(entry: MotionEntry, written: readonly string[]): MotionEntry {
  const listed = entry.dissent_voters ?? []
  const names = new Set(listed.map((name) => parseWrittenName(name)?.name))
  const more = written.filter((name) => !names.has(parseWrittenName(name)?.name))
  return { ...entry, dissent_voters: [...listed, ...more] }
}

// Named dissents are not a count: without a tally of unknowns, one dissent would become a tally of 0 to 1.
function toTally({
  counts,
  printed,
  hasRollCall,
  isIncomplete,
  votes,
}: MotionVotes): PrintedCounts | null {
  if (counts !== null) return { ...printed, ...counts }
  const isCounted = printed.for !== null && printed.against !== null
  if (isCounted || isIncomplete) return printed
  if (!hasRollCall && votes.length > 0) return printed
  if (printed.weighted == null) return null
  const named = (side: string) => votes.filter(({ value }) => value === side).length
  return hasRollCall
    ? { ...printed, for: printed.for ?? named('For'), against: printed.against ?? named('Against') }
    : printed
}

function toNamed(
  role: string,
  written: string | null | undefined,
  setting: MotionSetting,
  warn: (reason: string) => void,
): { key: string | null; name: string | null } {
  const name = parseWrittenName(written)?.name
  if (name === undefined) return { key: null, name: null }
  const identity = setting.resolve(name)
  if (identity.key === null) warn(`${role} "${name}" ${identity.reason}`)
  return { key: identity.key, name: cleanLine(written) }
}

function remarkUnlikeCounts(
  { counts, printed }: MotionVotes,
  warn: (reason: string) => void,
): void {
  if (counts === null || printed.for == null || printed.against == null) return
  if (counts.for === printed.for && counts.against === printed.against) return
  warn(
    `prints ${counts.for} to ${counts.against} with the result, and ${printed.for} to ${printed.against} with the names`,
  )
}

function subjectOf(
  entry: MotionEntry,
  ordinal: number,
  item: OrderedItem,
  setting: MotionSetting,
): string {
  const number = cleanLine(entry.motion_number)
  return `motion ${number ?? ordinal} of ${itemName(item, setting)}`
}

function itemName(item: OrderedItem, { meetingName }: MotionSetting): string {
  return `${meetingName}, item ${item.number ?? item.node.path}`
}

/** Adds one warning for each kind of gap in the motions, with their number and the first of them. */
export function warnOfGaps(motions: readonly LocatedMotion[], diagnostics: Diagnostics): void {
  const textOf = ({ record }: LocatedMotion) => record.text ?? ''
  const gaps = {
    'have no text in the source': motions.filter((motion) => textOf(motion) === ''),
    'end where a list should follow, which the source lacks': motions.filter((motion) =>
      /:$|\brecommendation\(s\)$/i.test(textOf(motion)),
    ),
    'repeat the text of the motion before them': motions.filter((motion, index) => {
      const before = motions[index - 1]
      const isRepeated = before?.item === motion.item && textOf(before) === textOf(motion)
      return isRepeated && textOf(motion) !== ''
    }),
    'are of a kind that the source leaves open': motions.filter(
      ({ record }) => record.motion_kind == null,
    ),
  }
  for (const [reason, found] of Object.entries(gaps)) {
    const [first] = found
    if (first === undefined) continue
    diagnostics.addWarning({
      location: first.location,
      subject: 'motions',
      reason: `${reason}: ${found.length}; first: ${first.subject}`,
    })
  }
}
