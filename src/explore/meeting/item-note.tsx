import { excerpt } from '../../core/excerpt.ts'
import { foldCase } from '../../core/fold.ts'
import type { AgendaItem } from './read-meeting.ts'

/** The kind of an agenda item, how its description begins, and what was done with it; nothing twice. */
export function ItemNote({ item: { title, type, description, action } }: { item: AgendaItem }) {
  const notes = new Map(
    [type, excerpt(description), action]
      .filter((note) => note !== null)
      .map((note) => [foldCase(note), note]),
  )
  notes.delete(foldCase(title))
  return notes.size === 0 ? null : <p class="quiet">{[...notes.values()].join(' · ')}</p>
}
