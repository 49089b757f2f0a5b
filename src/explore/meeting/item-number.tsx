import { useLocale } from '../locale.ts'
import type { AgendaItem } from './read-meeting.ts'

interface ItemNumberProps {
  item: AgendaItem
  anchor: string | undefined
}

/** The number of an agenda item, which is a link to it. */
export function ItemNumber({ item: { item_number: number }, anchor }: ItemNumberProps) {
  const { words } = useLocale()
  return (
    <a class="number" href={`#${anchor}`} title={words.meeting.itemLink}>
      {number ?? '#'}
    </a>
  )
}
