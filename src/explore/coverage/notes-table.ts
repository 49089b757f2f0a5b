import type { DownloadList } from '../../http/list-download.ts'
import { NullableDate, NullableInt, NullableStr, Obj, Str } from '../../http/schema-types.ts'
import { paths } from '../paths.ts'
import { countAllNotes, listAllNotes, type TableNote } from './queries.ts'

const NoteLine = Obj('NoteLine', 'What is noted of a record, or what an import reported.', {
  kind: Str('What is noted.', 'result_missing'),
  date: NullableDate('Of the motion, or of the import.', '2026-06-02'),
  motion_slug: NullableStr('The motion.', 'motion-2026-31'),
  person_name: NullableStr('The person.', 'Ada Pell'),
  person_slug: NullableStr('The person.', 'ada-pell'),
  other_person_slug: NullableStr('Another person of this name.', null),
  vote_value: NullableStr('The vote of the person.', 'For'),
  for: NullableInt('The printed count.', 6),
  against: NullableInt('The printed count.', 1),
  named_for: NullableInt('Votes for by name.', 5),
  named_against: NullableInt('Votes against by name.', 1),
  text: NullableStr('The message of an import.', null),
  url: NullableStr('The page of the motion or person.', 'https://council.example/lowmere'),
})

/** The table of notes. */
export const sendNotes: DownloadList = (context, _list, options) => {
  const { request, deps } = context
  const { id, slug } = request.municipality
  const council = { base: `${deps.siteUrl}/${slug}` }
  const list = {
    name: 'notes',
    item: NoteLine,
    read: (db: Parameters<typeof listAllNotes>[0], paging: Parameters<typeof listAllNotes>[2]) =>
      listAllNotes(db, id, paging),
    count: (db: Parameters<typeof countAllNotes>[0]) => countAllNotes(db, id),
    position: ({ kind, date, id }: TableNote) => [kind, date, id],
    represent: (note: TableNote) => toLine(note, council),
  }
  return deps.downloads.send(context, list, options)
}

function toLine(note: TableNote, council: { base: string }) {
  const count = (value: number | string | null | undefined) =>
    value == null ? null : Number(value)
  const { motion = null, person_slug = null } = note
  const person = person_slug === null ? null : paths.person(council, person_slug)
  return {
    kind: note.kind,
    date: note.date || null,
    motion_slug: motion,
    person_name: note.person ?? null,
    person_slug,
    other_person_slug: note.other_slug ?? null,
    vote_value: note.vote ?? null,
    for: count(note.counted_for),
    against: count(note.counted_against),
    named_for: count(note.named_for),
    named_against: count(note.named_against),
    text: note.text ?? null,
    url: motion === null ? person : paths.motion(council, motion),
  }
}
