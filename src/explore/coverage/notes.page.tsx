import { Phrase } from '../../site/phrase.tsx'
import type { Note, NoteKind } from '../../store/notes.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { type Locale, useLocale } from '../locale.ts'
import { MotionRow } from '../parts/motion-row.tsx'
import { PersonName } from '../parts/names.tsx'
import type { MotionLine } from '../parts/queries.ts'
import { Rows } from '../parts/rows.tsx'
import { paths } from '../paths.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import { wordOf } from '../words/word-of.ts'
import { type FoundNotes, findNotes } from './queries.ts'

/** `/{municipality}/coverage/notes`: what the record contradicts in itself or leaves open, and what imports reported. */
export const notesPage: ExplorePage = {
  path: '/coverage/notes',
  async render(visit) {
    const found = await findNotes(visit.store, visit.municipality.id)
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
  if (kind === 'counts_differ') return <p>{countsIn(note, locale)}</p>
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

function countsIn(note: Note, { words, count }: Locale): string {
  const shown = (value: number | string | null | undefined) =>
    value == null ? '?' : count(Number(value))
  const counted = words.motion.tally(shown(note.counted_for), shown(note.counted_against))
  const named = words.motion.tally(shown(note.named_for), shown(note.named_against))
  return words.coverage.notes.counts(counted, named)
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
