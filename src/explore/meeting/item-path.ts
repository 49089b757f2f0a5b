import { anchorsOf, firstOfSlice } from './agenda-slice.ts'

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
