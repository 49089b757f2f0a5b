import { Fragment } from 'preact'
import { foldCase } from '../../core/fold.ts'
import { excerpt } from '../../core/shorten.ts'
import { useRecordName } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { RecordText } from '../parts/record-text.tsx'
import type { AgendaItem } from './read-meeting.ts'

interface ItemNumberProps {
  item: AgendaItem
  anchor: string | undefined
}

/** The number of an agenda item, or a bullet if it has none, as a link to it. */
export function ItemNumber({ item: { item_number: number }, anchor }: ItemNumberProps) {
  const { words } = useLocale()
  return (
    <a
      class="number"
      href={`#${anchor}`}
      title={words.meeting.itemLink}
      aria-label={number === null ? words.meeting.itemLink : undefined}
    >
      {number ?? '•'}
    </a>
  )
}

/** The kind of an agenda item, how its description begins, and what was done with it; nothing twice. */
export function ItemNote({ item }: { item: AgendaItem }) {
  const nameOf = useRecordName()
  const { title, type, description, action, matter_identifier: file } = item
  const isFile = file !== null && description?.includes(file) === true
  const notes = new Map(
    [type && nameOf(type), isFile ? null : excerpt(description), action]
      .filter((note) => note !== null)
      .map((note) => [foldCase(note), note]),
  )
  notes.delete(foldCase(title))
  if (notes.size === 0) return null
  return (
    <p class="quiet">
      {[...notes.values()].map((note, index) => (
        <Fragment key={note}>
          {index > 0 && ' · '}
          <RecordText text={note} />
        </Fragment>
      ))}
    </p>
  )
}

/** How what the agenda recommends begins, named as that. */
export function Recommendation({ item: { recommendation } }: { item: AgendaItem }) {
  const { recommended } = useLocale().words.meeting
  const text = excerpt(recommendation)
  if (text === null) return null
  return (
    <p class="quiet">
      {recommended} <RecordText text={text} />
    </p>
  )
}
