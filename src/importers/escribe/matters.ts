import type { MatterRecord } from '../../record/matters.ts'
import { cleanText } from '../kit/clean-text.ts'
import type { Diagnostics } from '../kit/diagnostics.ts'
import { findReportNumbers, type OrderedItem } from './agenda.ts'
import { motionText } from './motions.ts'
import type { Minutes } from './read.ts'

export interface MeetingItems {
  minutes: Minutes
  items: OrderedItem[]
}

/**
 * One matter for each report number of an agenda item, with the title of its earliest item: `meetings` must be in
 * chronological order. A number that is only mentioned has no title and becomes a warning.
 */
export function toMatters(
  meetings: MeetingItems[],
  diagnostics: Diagnostics,
): { record: MatterRecord; location: string }[] {
  const matters = new Map<string, { record: MatterRecord; location: string }>()
  for (const { minutes, items } of meetings) {
    for (const { reportNumber, title, node } of items) {
      if (reportNumber === null || matters.has(reportNumber)) continue
      const record: MatterRecord = {
        kind: 'matter',
        key: reportNumber,
        source_url: minutes.file.source_url,
        identifier: reportNumber,
        title,
      }
      matters.set(reportNumber, { record, location: node.location })
    }
  }
  warnOfUntitled(meetings, new Set(matters.keys()), diagnostics)
  return [...matters.values()]
}

function warnOfUntitled(
  meetings: MeetingItems[],
  carried: Set<string>,
  diagnostics: Diagnostics,
): void {
  const seen = new Set(carried)
  for (const { items } of meetings) {
    for (const item of items) {
      for (const number of findReportNumbers(textOf(item))) {
        if (seen.has(number)) continue
        seen.add(number)
        diagnostics.addWarning({
          location: item.node.location,
          subject: `matter ${number}`,
          reason: `is mentioned at item ${item.number ?? item.node.path} but has no agenda item; skipped because its title is unknown`,
        })
      }
    }
  }
}

function textOf({ title, node: { entry } }: OrderedItem): string {
  const texts = [
    title,
    cleanText(entry.description),
    cleanText(entry.minutes),
    ...(entry.motions ?? []).map(motionText),
    ...(entry.attachments ?? []).map((attachment) => cleanText(attachment.attachment_title)),
  ]
  return texts.join('\n')
}
