import { cleanLine, cleanText } from '../kit/clean-text.ts'
import type { Diagnostics } from '../kit/diagnostics.ts'
import type { MotionRecord } from '../records/motions.ts'
import type { OrderedItem } from './agenda.ts'
import { isThreeReadings, onLines } from './bylaws.ts'
import type { Minutes } from './minutes.ts'
import { parseWrittenName } from './names.ts'
import type { Identity } from './people.ts'
import { parseResult } from './results.ts'
import type { MotionEntry } from './schema.ts'
import { type MotionVotes, readVotes } from './votes.ts'

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
    for (const [index, entry] of (item.node.entry.motions ?? []).entries()) {
      const location = item.node.motionLocations[index] ?? item.node.location
      const subject = subjectOf(entry, index + 1, item, setting)
      const warn = (reason: string) => diagnostics.addWarning({ location, subject, reason })
      const ordinal = { index: index + 1, position: motions.length + 1 }
      motions.push({
        record: toMotion(entry, ordinal, item, setting, warn),
        item,
        location,
        subject,
      })
    }
  }
  return motions
}

/** The full wording of a motion, in reading order. */
export function motionText(entry: MotionEntry): string | null {
  const parts = [entry.premotion_text, entry.motion_text, entry.post_motion_text]
  return parts.flatMap((part) => cleanText(part) ?? []).join('\n') || null
}

function toMotion(
  entry: MotionEntry,
  ordinal: { index: number; position: number },
  item: OrderedItem,
  setting: MotionSetting,
  warn: (reason: string) => void,
): MotionRecord {
  const text = motionText(entry)
  const printed = parseResult(entry.motion_result)
  const votes = readVotes(entry, setting.resolve)
  votes.remarks.forEach(warn)
  remarkCountMismatch(printed.counts, votes, warn)
  const mover = toNamed('mover', entry.motion_moved_by, setting, warn)
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
    text: text !== null && isThreeReadings(item.title) ? onLines(text) : text,
    result: printed.result,
    mover_key: mover.key,
    mover_name: mover.name,
    seconder_key: seconder.key,
    seconder_name: seconder.name,
    tally: toTally(printed.counts ?? votes.printed, votes),
    votes: votes.votes,
  }
}

// Named dissents are not a count: without a tally of unknowns, one dissent would become a tally of 0 to 1.
function toTally(
  counts: { for: number; against: number } | null,
  votes: MotionVotes,
): NonNullable<MotionRecord['tally']> | null {
  if (counts !== null) return { ...counts, abstain: null, absent: null }
  if (votes.listed !== null || votes.votes.length === 0) return null
  return { for: null, against: null, abstain: null, absent: null }
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

function remarkCountMismatch(
  counts: { for: number; against: number } | null,
  votes: MotionVotes,
  warn: (reason: string) => void,
): void {
  const { listed } = votes
  if (listed === null) return
  for (const printed of [counts, votes.printed]) {
    if (printed === null) continue
    if (printed.for === listed.for && printed.against === listed.against) continue
    warn(
      `prints ${printed.for} to ${printed.against}, but names ${listed.for} for and ${listed.against} against`,
    )
    return
  }
}

function subjectOf(
  entry: MotionEntry,
  ordinal: number,
  item: OrderedItem,
  setting: MotionSetting,
): string {
  const number = cleanLine(entry.motion_number)
  const itemName = `${setting.meetingName}, item ${item.number ?? item.node.path}`
  return number === null ? `motion ${ordinal} of ${itemName}` : `motion ${number} of ${itemName}`
}
