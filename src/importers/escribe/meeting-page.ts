import { cleanLine } from '../kit/clean-text.ts'
import type { Diagnostics } from '../kit/diagnostics.ts'
import { elementText } from '../kit/element-text.ts'
import { elementsBelow, findByClass, type HtmlElement, parseHtml } from '../kit/html-tree.ts'
import { joinedNames } from '../kit/name-shape.ts'
import { parseJson } from '../kit/parse-json.ts'
import { earliestStarts } from '../kit/portal.ts'
import { isNotName } from '../kit/vocabulary.ts'
import { attendanceOf, isRecommendation, withoutLabel } from './labels.ts'
import { isContainer, recordingOf } from './player.ts'
import type { AgendaEntry, MinutesFile, MotionEntry } from './schema.ts'

/** A page of a meeting in the shape of a minutes file, or why it cannot be read. */
type MeetingPage = { file: MinutesFile } | { reason: string }

interface PageOptions {
  url: string
  /** Whether the page is an agenda: what it moves is only recommended. */
  isAgenda: boolean
  subject: string
  diagnostics: Diagnostics
}

/** Reads `Meeting.aspx?Id=…&Agenda=…`. Labels and parts that are not known are reported and not interpreted. */
export function readMeetingPage(html: string, options: PageOptions): MeetingPage {
  const page = parseHtml(html)
  if (page === undefined) return { reason: 'is nested too deep; its items are not read' }
  const entries = readItems(page, { ...options, timestamps: readTimestamps(html) })
  const header = findByClass(page, 'agendaheader')
  if (entries.length === 0 && header === undefined)
    return { reason: 'is not a meeting page of a known form; its items are not read' }
  const lists = header === undefined || options.isAgenda ? noLists : readLists(header, options)
  return {
    file: {
      source_url: options.url,
      base_url: new URL(options.url).origin,
      ...readTimes(header),
      ...lists,
      video_url: recordingOf(page, options.url) ?? null,
      agenda_items: { agenda_items: entries },
    },
  }
}

const noLists = { present_attendees: [], absent_attendees: [] }

interface ItemOptions extends PageOptions {
  /** When items begin in the recording, in seconds, by their ids. */
  timestamps: ReadonlyMap<number, number>
}

function readItems(page: HtmlElement, options: ItemOptions): AgendaEntry[] {
  const containers = [...elementsBelow(page, isContainer, isContainer)]
  if (containers.length === 0) return readOldItems(page)
  return containers.map((container) => readItem(container, options))
}

const oldAttachment = /^agendaitemattachment./

// A page of before about 2019 is a Word document with links to its items.
function readOldItems(page: HtmlElement): AgendaEntry[] {
  const files = Map.groupBy(
    elementsBelow(page, () => true),
    ({ classes }) => [...classes].find((name) => oldAttachment.test(name)) ?? '',
  )
  const items = new Map<string, AgendaEntry>()
  for (const link of elementsBelow(page, ({ classes }) => classes.has('selectableitem'))) {
    const title = cleanLine(link.html)
    const id = link.attributes.itemid ?? title
    if (title === null || id === null || items.has(id)) continue
    const attachments = readAttachments(files.get(`agendaitemattachment${id}`) ?? [])
    items.set(id, { title, attachments })
  }
  return [...items.values()]
}

function readItem(container: HtmlElement, options: ItemOptions): AgendaEntry {
  const own = (...names: string[]) => [
    ...elementsBelow(
      container,
      (element) => names.some((name) => element.classes.has(name)) && !isContainer(element),
      isContainer,
    ),
  ]
  const heading = () =>
    elementsBelow(container, ({ name }) => /^h[1-6]$/.test(name), isContainer).next().value
  const [title = heading() ?? undefined] = own('agendaitemtitle', 'closedagendaitemtitle')
  const [counter] = own('agendaitemcounter', 'closedagendaitemcounter')
  const join = (elements: HtmlElement[]) =>
    elements.flatMap((element) => elementText(element) ?? []).join('\n')
  const { recommended = [], moved = [] } = Object.groupBy(own('agendaitemmotion'), (motion) =>
    options.isAgenda || isRecommended(motion) ? 'recommended' : 'moved',
  )
  return {
    agenda_item_number: elementText(counter),
    title: elementText(title),
    description: join(own('agendaitemdescription')),
    minutes: join(own('agendaitemminutes')),
    ...timestampOf(own('agendaitem')[0], options),
    attachments: readAttachments(own('agendaitemattachment')),
    recommendation: recommended.flatMap((motion) => textOfMotion(motion) ?? []).join('\n\n'),
    motions: moved.flatMap((motion) => readMotion(motion, options) ?? []),
    sub_agendas_items: [...elementsBelow(container, isContainer, isContainer)].map((child) =>
      readItem(child, options),
    ),
  }
}

/** The bookmarks of the page's player, which are in milliseconds. */
function readTimestamps(html: string): Map<number, number> {
  const label = /\bBookmarks\s*:\s*(?=\[)/g
  const start = label.test(html) ? label.lastIndex : html.length
  // Not part of the expression, which would search the rest of the page for each label.
  const end = html.indexOf(']', start)
  const parsed = parseJson(end === -1 ? '[]' : html.slice(start, end + 1))
  const bookmarks = parsed.ok && Array.isArray(parsed.value) ? parsed.value : []
  return earliestStarts(
    bookmarks.flatMap((bookmark) => {
      const { AgendaItemId: id, TimeStart: start } = bookmark ?? {}
      return Number.isInteger(id) && start >= 0 ? [[id, start / 1000]] : []
    }),
  )
}

/** The page opens its player at the item of its parameter `Item`. */
function timestampOf(item: HtmlElement | undefined, { timestamps, url }: ItemOptions) {
  const [id = ''] = [...(item?.classes ?? [])].flatMap(
    (name) => /^agendaitem(\d+)$/.exec(name)?.[1] ?? [],
  )
  const seconds = timestamps.get(Number(id || Number.NaN))
  return seconds === undefined ? {} : { video_seconds: seconds, video_url: `${url}&Item=${id}` }
}

function readAttachments(elements: HtmlElement[]): NonNullable<AgendaEntry['attachments']> {
  const attachments = elements.flatMap((element) => [
    ...elementsBelow(element, ({ name, attributes }) => name === 'a' && !!attributes.href),
  ])
  const found = attachments.map(({ attributes, html }) => ({
    link: attributes.href ?? null,
    attachment_title: cleanLine(html) ?? attributes['data-original-title'] ?? null,
  }))
  // The page repeats them for small screens.
  return [...new Map(found.map((each) => [each.link, each])).values()]
}

function readTimes(
  header: HtmlElement | undefined,
): Pick<MinutesFile, 'meeting_date' | 'meeting_start_time'> {
  const times =
    header === undefined ? [] : [...elementsBelow(header, ({ name }) => name === 'time')]
  const stamps = times.map(({ attributes }) => attributes.datetime ?? '')
  const find = (pattern: RegExp) =>
    stamps.flatMap((stamp) => pattern.exec(stamp)?.[1] ?? [])[0] ?? null
  return {
    meeting_date: find(/^(\d{4}-\d{2}-\d{2})(?:[T ]|$)/),
    meeting_start_time: find(/^(?:\d{4}-\d{2}-\d{2}[T ])?(\d{2}:\d{2})(?::\d{2})?$/),
  }
}

function readLists(
  header: HtmlElement,
  { url, subject, diagnostics }: PageOptions,
): Pick<MinutesFile, 'present_attendees' | 'absent_attendees'> {
  const lists = { present: [] as string[], absent: [] as string[], other: [] as string[] }
  const table = findByClass(header, 'agendaheaderattendance') ?? header
  const isLabel = ({ classes }: HtmlElement) => classes.has('label')
  const labels = Map.groupBy(elementsBelow(table, isLabel, isLabel), ({ parent }) => parent)
  const named = [...labels].flatMap(([parent, below]) => [
    ...namesAfter(parent?.children ?? [], new Set(below)),
  ])
  const lines = named.flatMap(([label, names]) => {
    const words = cleanLine(label.html)
    return words === null || names.length === 0 ? [] : [{ words, names }]
  })
  for (const { words, names } of lines) {
    const others = lines.flatMap((line) => (line.words === words ? [] : line.words))
    const kind = attendanceOf(words, others)
    if (kind === undefined) {
      const reason = `label ${JSON.stringify(words)} is not known; its ${names.length} names are not recorded as present or absent: ${names.join(', ')}`
      diagnostics.addWarningOnce({ location: url, subject: `attendance of ${subject}`, reason })
    } else for (const name of names) lists[kind].push(name)
  }
  return { present_attendees: lists.present, absent_attendees: lists.absent }
}

/** The entries of the lists after each label, up to the next one. */
function namesAfter(
  siblings: readonly HtmlElement[],
  labels: ReadonlySet<HtmlElement>,
): Map<HtmlElement, string[]> {
  const found = new Map<HtmlElement, string[]>()
  let names: string[] = []
  for (const element of siblings) {
    if (labels.has(element)) {
      names = []
      found.set(element, names)
    } else for (const name of listedNames(element)) names.push(name)
  }
  return found
}

function listedNames(element: HtmlElement): string[] {
  return [...elementsBelow(element, ({ name }) => name === 'li')]
    .map(({ html }) => (cleanLine(html) ?? '').replace(/,$/, '').replace(/^and /, ''))
    .filter((name) => !isNotName(name))
}

interface MotionOptions {
  url: string
  subject: string
  diagnostics: Diagnostics
}

type VoteLists = NonNullable<MotionEntry['vote_lists']>

const parts: ReadonlySet<string> = new Set([
  'premotiontext',
  'motiontext',
  'postmotiontext',
  'number',
  'movedby',
  'secondedby',
  'motionvoters',
  'motionresult',
])

/** The wording of an `AgendaItemMotion`, without who moved it and what became of it. */
function textOfMotion(element: HtmlElement): string | null {
  const texts = ['premotiontext', 'motiontext', 'postmotiontext'].flatMap(
    (name) => elementText(findByClass(element, name)) ?? [],
  )
  return texts.join('\n') || null
}

/** Whether an `AgendaItemMotion` has a label that says so. */
function isRecommended(element: HtmlElement): boolean {
  const labels = elementsBelow(element, ({ classes }) => classes.has('label'))
  return [...labels].some(({ html }) => isRecommendation(cleanLine(html)))
}

/** The motion of an `AgendaItemMotion`; undefined for an empty one. */
function readMotion(element: HtmlElement, options: MotionOptions): MotionEntry | undefined {
  const part = (name: string) => findByClass(element, name)
  for (const child of element.children) reportUnknown(child, options)
  const table = part('motionvoters')
  const motion: MotionEntry = {
    premotion_text: elementText(part('premotiontext')),
    motion_number: labelled(part('number'), 'number'),
    motion_moved_by: labelled(part('movedby'), 'mover'),
    motion_seconded_by: labelled(part('secondedby'), 'seconder'),
    motion_text: elementText(part('motiontext')),
    post_motion_text: elementText(part('postmotiontext')),
    motion_result: elementText(part('motionresult')),
    ...(table === undefined ? {} : { vote_lists: readVoteLists(table, options) }),
  }
  return Object.values(motion).some((value) => value !== null) ? motion : undefined
}

function labelled(
  element: HtmlElement | undefined,
  kind: 'mover' | 'seconder' | 'number',
): string | null {
  if (element === undefined) return null
  const value = findByClass(element, 'value')
  return value === undefined ? withoutLabel(elementText(element), kind) : cleanLine(value.html)
}

function readVoteLists(table: HtmlElement, options: MotionOptions): VoteLists {
  const rows = elementsBelow(table, ({ name }) => name === 'tr')
  return [...rows].flatMap((row) => {
    const cells = row.children.filter(({ name }) => name === 'td' || name === 'th')
    // Older pages have no class on the second cell; a last row has one empty cell.
    const [label, names] = cells.length > 1 ? cells : [undefined, cells[0]]
    const words = label === undefined ? null : cleanLine(label.html)
    const written = elementText(names)
    if (words !== null) return { label: words, names: splitNames(written), written }
    if (written !== null) {
      const reason = `a row of the votes has no label: ${JSON.stringify(written)}; not recorded as votes`
      options.diagnostics.addWarning({ location: options.url, subject: options.subject, reason })
    }
    return []
  })
}

/** The names in `A. B, and C. D`. */
function splitNames(written: string | null): string[] {
  const names = (written ?? '')
    .split(/\s*(?:,\s*(?:and|et|&)\s|[,;\n]|\s(?:and|et|&)\s)\s*/)
    .map((name) => name.replace(/^(?:and|et|&) /, ''))
  return joinedNames(names).filter((name) => !isNotName(name))
}

function reportUnknown(child: HtmlElement, { url, subject, diagnostics }: MotionOptions): void {
  if ([...child.classes].some((name) => parts.has(name))) return
  const isWrapper = elementsBelow(child, ({ classes }) => [...classes].some((n) => parts.has(n)))
  const text = cleanLine(child.html)
  if (text === null || isWrapper.next().done === false) return
  const name = child.attributes.class ?? child.name
  const reason = `has a part ${JSON.stringify(name)}, which is not read: ${JSON.stringify(text)}`
  diagnostics.addWarningOnce({ location: url, subject: `a motion of ${subject}`, reason })
}
