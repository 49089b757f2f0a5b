import { parseWebUrl } from '../../core/web-url.ts'
import { cleanLine, cleanText } from '../kit/clean-text.ts'
import { elementsBelow, type HtmlElement, parseHtml } from '../kit/html-tree.ts'
import type { AgendaItemRecord } from '../records/meetings.ts'
import type { DocumentPart } from '../records/record-schema.ts'
import { isPageNumber, splitMarker } from './labels.ts'

interface Agenda {
  /** The lines above the first item. */
  head: readonly string[]
  items: readonly AgendaItemRecord[]
}

// Above each heading and item is an anchor with the portal's id for it.
const anchor = /^Agenda(Heading|Item)\d+$/

/** Reads the HTML of an agenda. Without a known form it has no items. */
export function readAgenda(html: string, meetingKey: string, url: string): Agenda {
  const page = parseHtml(html)
  const links = page === undefined ? [] : [...elementsBelow(page, ({ name }) => name === 'a')]
  const seen = new Set<string>()
  const anchors = links.filter(({ attributes: { name = '' } }) => {
    const isNew = anchor.test(name) && !seen.has(name)
    seen.add(name)
    return isNew
  })
  const items: AgendaItemRecord[] = []
  for (const [index, { start, attributes }] of anchors.entries()) {
    const end = anchors[index + 1]?.start ?? html.length
    const within = links.filter((link) => link.start > start && link.start < end)
    const attachments = within.flatMap((link) => toAttachment(link, url))
    const [first, ...rest] = linesIn(html.slice(start, end))
    const { number, title = rest.shift() } = splitMarker(first ?? '')
    const name = title ?? number
    if (!name) continue
    items.push({
      kind: 'agenda_item',
      key: `${meetingKey}:${attributes.name}`,
      source_url: url,
      meeting_key: meetingKey,
      parent_key: parentOf(attributes.name ?? '', number, items),
      position: items.length + 1,
      item_number: number,
      title: name,
      description: describe(rest, attachments),
      documents: attachments,
    })
  }
  // Without items, all lines could be of the agenda itself.
  const [first] = anchors
  return { head: first === undefined ? [] : linesIn(html.slice(0, first.start)), items }
}

export function linesIn(html: string | null | undefined): string[] {
  return cleanText(html)?.split('\n').filter(Boolean) ?? []
}

/** The item with the beginning of the number, or else the heading above an item. */
function parentOf(name: string, number: string | null, above: readonly AgendaItemRecord[]) {
  const byNumber = above.findLast(
    ({ item_number }) => item_number && number?.startsWith(`${item_number}.`),
  )
  const heading = name.startsWith('AgendaItem')
    ? above.findLast(({ key }) => key.includes(':AgendaHeading'))
    : undefined
  return (byNumber ?? heading)?.key ?? null
}

function describe(lines: readonly string[], attachments: readonly DocumentPart[]): string | null {
  const names = new Set(attachments.map(({ title }) => title))
  return lines.filter((line) => !names.has(line) && !isPageNumber(line)).join('\n') || null
}

function toAttachment({ attributes, html }: HtmlElement, base: string): DocumentPart[] {
  const { href = '' } = attributes
  const url = parseWebUrl(href, base)
  if (url === undefined || href === '' || href.startsWith('#')) return []
  return [{ title: cleanLine(html) ?? url.href, url: url.href }]
}
