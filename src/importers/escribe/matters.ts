import { cleanText } from '../kit/clean-text.ts'
import type { Diagnostics } from '../kit/diagnostics.ts'
import type { MatterRecord } from '../records.ts'
import type { PlacedItem } from './agenda.ts'
import type { Minutes } from './minutes.ts'
import { motionText } from './motions.ts'
import { findReportNumbers } from './report-numbers.ts'

/** The items of one meeting. */
export interface MeetingItems {
  minutes: Minutes
  items: PlacedItem[]
}

/**
 * One matter for each report number that an agenda item carries, titled as the earliest such item. `meetings` come in
 * the order of time. A number that is only mentioned has no title anywhere: a notice, no matter.
 */
export function toMatters(
  meetings: MeetingItems[],
  diagnostics: Diagnostics,
): { record: MatterRecord; where: string }[] {
  const matters = new Map<string, { record: MatterRecord; where: string }>()
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
      matters.set(reportNumber, { record, where: node.where })
    }
  }
  noticeMentions(meetings, new Set(matters.keys()), diagnostics)
  return [...matters.values()]
}

function noticeMentions(
  meetings: MeetingItems[],
  carried: Set<string>,
  diagnostics: Diagnostics,
): void {
  const noticed = new Set(carried)
  for (const { items } of meetings) {
    for (const item of items) {
      for (const number of findReportNumbers(textOf(item))) {
        if (noticed.has(number)) continue
        noticed.add(number)
        diagnostics.notice({
          where: item.node.where,
          subject: `matter ${number}`,
          reason: `is only mentioned, first at item ${item.number ?? item.node.path}, and carried by no agenda item: it has no title and becomes no matter`,
        })
      }
    }
  }
}

function textOf({ title, node: { entry } }: PlacedItem): string {
  const texts = [
    title,
    cleanText(entry.description),
    cleanText(entry.minutes),
    ...(entry.motions ?? []).map(motionText),
    ...(entry.attachments ?? []).map((attachment) => cleanText(attachment.attachment_title)),
  ]
  return texts.join('\n')
}
