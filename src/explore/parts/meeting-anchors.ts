import type { MeetingDetailRows } from '../../resources/meetings/queries.ts'

type AgendaItem = MeetingDetailRows['agendaItems'][number]

/** Agendas can have hundreds of items; a page shows this many. */
const sliceLength = 100

/** The items of a page, which begins with item number `first` (from 1). */
export function sliceOf<T>(items: readonly T[], first: number): T[] {
  return items.slice(first - 1, first - 1 + sliceLength)
}

/** The numbers of the first and the last item of each page. */
export function slicesOf(count: number): [first: number, last: number][] {
  return Array.from({ length: Math.ceil(count / sliceLength) }, (_, at) => [
    at * sliceLength + 1,
    Math.min((at + 1) * sliceLength, count),
  ])
}

/** The number of the first item of the page that has the item with this id. */
export function firstBeside(items: readonly AgendaItem[], id: number): number {
  return firstOfSlice(items.findIndex((item) => item.id === id))
}

/** The number of the first item of the page that has the item with this index. */
function firstOfSlice(index: number): number {
  return index - (index % sliceLength) + 1
}

type NamedItem = Pick<AgendaItem, 'id' | 'item_number' | 'slug'>

/** The anchor of each item by id: its number, such as item-11-1, or its slug if it has none or that of another. */
export function anchorsOf(items: readonly NamedItem[]): Map<number, string> {
  const anchors = new Map<string, number>()
  for (const item of items) {
    const anchor = anchorNamesOf(item).find((name) => !anchors.has(name))
    if (anchor !== undefined) anchors.set(anchor, item.id)
  }
  return new Map([...anchors].map(([anchor, id]) => [id, anchor]))
}

/** The best first. */
function anchorNamesOf({ item_number: number, slug }: NamedItem): string[] {
  // Unlike numbers have unlike anchors: 7.1 and 7-1, or A and a.
  const hasAnchor = /^[\p{L}\p{N}.-]+$/u.test(number ?? '')
  const numbered = hasAnchor ? [`item-${number?.replaceAll('-', '_').replaceAll('.', '-')}`] : []
  const short = slug.slice(slug.lastIndexOf('-item-') + 1)
  return [...numbered, `agenda-${short}`, `agenda-${slug}`]
}

interface PositionedItem {
  id: number
  slug: string
  item_number: string | null
  position: number
  /** Position of the first item of the agenda with this number. */
  first_position: number | null
  /** Items of the agenda before it. */
  index: number
}

/** The anchor of an item is on the page of the agenda that begins with its slice. */
export function itemPath(meetingPath: string, item: PositionedItem): string {
  const first = firstOfSlice(item.index)
  const path = first === 1 ? meetingPath : `${meetingPath}?items=${first}`
  const isFirst = item.first_position === item.position
  const anchor = anchorsOf([isFirst ? item : { ...item, item_number: null }]).get(item.id)
  return `${path}#${anchor}`
}

/** Statements that the page of a meeting shows. */
export const statementsMax = 60

/** The anchor of a statement on the page of its meeting, whose slug begins its own. */
export function statementAnchor(slug: string): string {
  const [, number] = /-statement-(\d+)$/.exec(slug) ?? []
  return Number(number) <= statementsMax ? `statement-${number}` : 'statements'
}
