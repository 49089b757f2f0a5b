import type { DownloadList } from '../../http/list-download.ts'
import { NullableDate, NullableNum, NullableStr, Obj, Str } from '../../http/schema-types.ts'
import { Phrase } from '../../site/phrase.tsx'
import type { Note, NoteKind } from '../../store/notes.ts'
import { useCouncil } from '../council-context.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { type Locale, useLocale, wordOf } from '../locale.ts'
import { MotionRow } from '../parts/motion-row.tsx'
import { PersonName } from '../parts/names.tsx'
import type { MotionLine } from '../parts/queries.ts'
import { Rows } from '../parts/rows.tsx'
import { paths } from '../paths.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import {
  countAllNotes,
  type FoundNotes,
  findNotes,
  listAllNotes,
  type TableNote,
} from './queries.ts'

/** `/{municipality}/coverage/notes`: what the record contradicts in itself or leaves open, and what imports reported. */
export const notesPage: ExplorePage = {
  path: '/coverage/notes',
  async render(visit) {
    const found = await findNotes(visit.store, visit.client, visit.municipality.id)
    return <NotesPage visit={visit} found={found} />
  },
}

function NotesPage({ visit, found: { notes, lines, runs } }: { visit: Visit; found: FoundNotes }) {
  const { municipality, locale } = visit
  const { notes: words, title } = locale.words.coverage
  return (
    <CouncilPage
      visit={visit}
      section="coverage"
      title={words.title}
      description={words.description(municipality.name)}
      crumbs={[<a href={paths.coverage(municipality)}>{title}</a>]}
      table={{ path: 'coverage/notes' }}
      // For the clerk, not for search engines.
      unlisted
    >
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      {notes.length === 0 && <p>{words.none}</p>}
      {notes.map(({ kind, count, rows }) => (
        <section key={kind} id={kind}>
          <h2>{words.counted(words.kinds[kind], locale.count(count))}</h2>
          <p class="quiet">{words.meanings[kind]}</p>
          <Rows
            rows={rows}
            keyOf={({ id }) => id}
            show={(note) => <NoteRow visit={visit} {...{ kind, note, lines }} />}
          />
          {count > rows.length && <p>{words.more(locale.count(count - rows.length))}</p>}
        </section>
      ))}
      {runs.length > 0 && <Messages visit={visit} runs={runs} />}
    </CouncilPage>
  )
}

interface NoteRowProps {
  visit: Visit
  kind: NoteKind
  note: Note
  lines: ReadonlyMap<number, MotionLine>
}

function NoteRow({ visit, kind, note, lines }: NoteRowProps) {
  const line = lines.get(note.motion_id ?? 0)
  return (
    <>
      {line !== undefined && <MotionRow visit={visit} motion={line} />}
      <Detail kind={kind} note={note} />
    </>
  )
}

function Detail({ kind, note }: Pick<NoteRowProps, 'kind' | 'note'>) {
  const locale = useLocale()
  const { notes: words } = locale.words.coverage
  const { person = null, person_slug: slug = null, other_slug: other = null } = note
  if (note.decision !== undefined) return <Decision note={note} />
  if (kind === 'counts_differ' || kind === 'weights_differ')
    return <p>{countsIn(kind, note, locale)}</p>
  if (person === null || kind === 'result_missing') return null
  if (kind === 'moved_and_seconded') return null
  const vote = wordOf(locale.words.person.voted, note.vote ?? '') ?? note.vote
  const values = {
    person: <PersonName name={person} slug={slug} />,
    other: <PersonName name={person} slug={other} />,
    vote,
  }
  return (
    <p>
      <Phrase text={kind === 'same_name' ? words.sameName : words.voted} values={values} />
    </p>
  )
}

/** A decision of the mayor, and what it names that was not found. */
function Decision({ note: { date: day, number, named, decision = '' } }: { note: Note }) {
  const { words, date } = useLocale()
  const council = useCouncil()
  const name = number ?? words.coverage.notes.decision
  return (
    <p>
      <a href={paths.decision(council, decision)}>{name}</a>
      {[day && date(day), named].map((part) => part && ` · ${part}`)}
    </p>
  )
}

function countsIn(
  kind: 'counts_differ' | 'weights_differ',
  note: Note,
  { words, count }: Locale,
): string {
  const shown = (value: number | string | null | undefined) =>
    value == null ? '?' : count(Number(value))
  const counted = words.motion.tally(shown(note.counted_for), shown(note.counted_against))
  const named = words.motion.tally(shown(note.named_for), shown(note.named_against))
  const { counts, weights } = words.coverage.notes
  return (kind === 'counts_differ' ? counts : weights)(counted, named)
}

function Messages({ visit, runs }: { visit: Visit; runs: FoundNotes['runs'] }) {
  const { language, words, dateAt } = useLocale()
  const { notes, importedFrom } = words.coverage
  const { timeZone } = visit.municipality
  return (
    <section id="messages">
      <h2>{notes.messages}</h2>
      <p class="quiet">{notes.messagesAre}</p>
      {runs.map(({ id, source, finished_at: time, messages }) => (
        <section key={id}>
          <h3>
            <Phrase
              text={importedFrom}
              values={{
                date: <time dateTime={time}>{dateAt(time, timeZone)}</time>,
                source: <code>{source}</code>,
              }}
            />
          </h3>
          <div lang={language === 'en' ? undefined : 'en'}>
            <Rows
              rows={messages.map((text, index) => ({ text, index }))}
              keyOf={({ index }) => index}
              show={({ text }) => text}
            />
          </div>
        </section>
      ))}
    </section>
  )
}

const NoteLine = Obj('NoteLine', 'What is noted of a record, or what an import reported.', {
  kind: Str('What is noted.', 'result_missing'),
  date: NullableDate('Of the motion, or of the import.', '2026-06-02'),
  motion_slug: NullableStr('The motion.', 'motion-2026-31'),
  person_name: NullableStr('The person.', 'Ada Pell'),
  person_slug: NullableStr('The person.', 'ada-pell'),
  other_person_slug: NullableStr('Another person of this name.', null),
  vote_value: NullableStr('The vote of the person.', 'For'),
  for: NullableNum('The printed count, or sum of weights.', 6),
  against: NullableNum('The printed count, or sum of weights.', 1),
  named_for: NullableNum('Votes for by name, or the sum of their weights.', 5),
  named_against: NullableNum('Votes against by name, or the sum of their weights.', 1),
  number: NullableStr('The number of a decision of the mayor.', null),
  named: NullableStr('What the decision names that is not on record.', null),
  text: NullableStr('The message of an import.', null),
  url: NullableStr(
    'The page of the motion, person or decision.',
    'https://council.example/lowmere',
  ),
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
    number: note.number ?? null,
    named: note.named ?? null,
    text: note.text ?? null,
    url: urlOf(note, council),
  }
}

function urlOf({ motion, person_slug: person, decision }: TableNote, council: { base: string }) {
  if (motion !== undefined) return paths.motion(council, motion)
  if (decision !== undefined) return paths.decision(council, decision)
  return person == null ? null : paths.person(council, person)
}
