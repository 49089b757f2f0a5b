import { toUrl } from '../../core/web-url.ts'
import type { AgendaItemRecord } from '../../record/meetings.ts'
import type { DocumentPart } from '../../record/parts.ts'
import { cleanLine, cleanText } from '../kit/clean-text.ts'
import type { Diagnostics } from '../kit/diagnostics.ts'
import { toResult } from '../kit/vocabulary.ts'
import { absoluteUrl } from './links.ts'
import { readItemResult } from './motion-texts.ts'
import type { AgendaNode, Minutes } from './read.ts'

/** An agenda item with its position in the meeting. */
export interface OrderedItem {
  key: string
  parentKey: string | null
  position: number
  number: string | null
  title: string
  /** The titles of the items above it, and its own. */
  headings: readonly string[]
  /** From the item's description. */
  reportNumber: string | null
  node: AgendaNode
}

/** The items of a meeting in the order of its agenda, children after their parent. */
export function orderItems(minutes: Minutes, diagnostics: Diagnostics): OrderedItem[] {
  const ordered: OrderedItem[] = []
  const visit = (nodes: AgendaNode[], parent: OrderedItem | null) => {
    for (const node of nodes) {
      const item = toOrderedItem(minutes.meetingId, node, parent, ordered.length + 1)
      if (item.title === untitled) {
        const subject = `agenda item at position ${node.path}`
        const reason = `has neither a title nor a number; named "${untitled}"`
        diagnostics.addWarning({ location: node.location, subject, reason })
      }
      ordered.push(item)
      visit(node.children, item)
    }
  }
  visit(minutes.agenda, null)
  return ordered
}

export function toAgendaItem(
  item: OrderedItem,
  minutes: Minutes,
  portalUrl: string,
  diagnostics: Diagnostics,
): AgendaItemRecord {
  const { entry } = item.node
  return {
    kind: 'agenda_item',
    key: item.key,
    source_url: minutes.file.source_url,
    meeting_key: minutes.meetingId,
    parent_key: item.parentKey,
    position: item.position,
    item_number: item.number,
    title: item.title,
    description: cleanText(entry.description),
    recommendation: cleanText(entry.recommendation),
    result: toResult(readItemResult(entry.minutes)),
    video_url: toUrl(entry.video_url),
    video_seconds: entry.video_seconds ?? null,
    matter_key: item.reportNumber,
    documents: toAttachments(item, portalUrl, diagnostics),
  }
}

/** The text of the minutes, one section per item. */
export function toSections(items: OrderedItem[]): NonNullable<DocumentPart['sections']> {
  return items.flatMap(({ node, number, title }) => {
    const text = cleanText(node.entry.minutes)
    if (text === null) return []
    const numbered = number === null || title.startsWith(number) ? title : `${number} ${title}`
    return { title: numbered, text }
  })
}

const untitled = 'Agenda item'

// The key is the position in the tree, not the printed number, because a meeting can number two lists 1 to 8.
function toOrderedItem(
  meetingId: string,
  node: AgendaNode,
  parent: OrderedItem | null,
  position: number,
): OrderedItem {
  const number = cleanLine(node.entry.agenda_item_number)?.replace(/\.$/, '') || null
  const title = cleanLine(node.entry.title) ?? number ?? untitled
  const reportNumber = ownReportNumber(cleanText(node.entry.description) ?? '')
  const key = `${meetingId}:${node.path}`
  const headings = [...(parent?.headings ?? []), title]
  const parentKey = parent?.key ?? null
  return { key, parentKey, position, number, title, headings, reportNumber, node }
}

function toAttachments(
  item: OrderedItem,
  portalUrl: string,
  diagnostics: Diagnostics,
): DocumentPart[] {
  return (item.node.entry.attachments ?? []).flatMap(({ link, attachment_title }) => {
    const url = absoluteUrl(link, portalUrl)
    if (url !== undefined) return { title: cleanLine(attachment_title) ?? url, url }
    const subject = `agenda item at position ${item.node.path}`
    const reason = `an attachment's link must be an http or https URL; found ${JSON.stringify(link)}; omitted`
    diagnostics.addWarning({ location: item.node.location, subject, reason })
    return []
  })
}

// The City of Ottawa numbers its reports ACS2026-PDB-PSX-0013, its library board OPLB-2026-0414-11.1. Add a branch for a
// council with another scheme. An underscore before the number, as in file names, is not part of it.
const reportNumber =
  /(?<![A-Za-z0-9])(?:ACS\d{4}(?:\s?[-‐‑–]\s?[A-Z]+)+\s?[-‐‑–]\s?\d+|OPLB[-‐‑–]\d{4}[-‐‑–]\d{4}[-‐‑–]\d+\.\d+)/g

/** The distinct report numbers in a text, in order, with plain hyphens. */
export function findReportNumbers(text: string): string[] {
  const found = text.match(reportNumber) ?? []
  return [...new Set(found.map((number) => number.replace(/\s?[-‐‑–]\s?/g, '-')))]
}

/** The report number at the beginning of a line, also after `File No.`; one inside a sentence belongs to another item. */
export function ownReportNumber(description: string): string | null {
  for (const line of description.split('\n')) {
    const label = line.slice(0, Math.max(0, line.search(reportNumber)))
    const [number] = findReportNumbers(line)
    if (number !== undefined && labelPattern.test(label)) return number
  }
  return null
}

const labelPattern = /^\s*(?:(?:[A-Z]+ )?(?:file|report)(?: (?:no|number))?[.:\s]*)?$/i
