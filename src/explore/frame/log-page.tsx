import type { ComponentChildren } from 'preact'
import { Phrase } from '../../site/phrase.tsx'
import { Rows } from '../parts/rows.tsx'
import { paths } from '../paths.ts'
import type { Visit } from '../visit.ts'
import { CouncilPage } from './council-page.tsx'

/** The newest entries of a log on its page; the command line lists all. */
export const loggedMax = 200

interface LogPageProps<R> {
  visit: Visit
  words: {
    title: string
    description: (council: string) => string
    lead: string
    none: string
    more: (count: string) => string
  }
  /** Newest first, one more than is shown if there are older ones. */
  rows: readonly R[]
  show: (row: R) => ComponentChildren
}

/** What the operator did to the record, below its coverage. */
export function LogPage<R extends { id: number }>({ visit, words, rows, show }: LogPageProps<R>) {
  const { municipality, locale } = visit
  return (
    <CouncilPage
      visit={visit}
      section="coverage"
      title={words.title}
      description={words.description(municipality.name)}
      crumbs={[<a href={paths.coverage(municipality)}>{locale.words.coverage.title}</a>]}
      unlisted
    >
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      {rows.length === 0 && <p>{words.none}</p>}
      <Rows rows={rows.slice(0, loggedMax)} keyOf={({ id }) => id} show={show} />
      {rows.length > loggedMax && <p>{words.more(locale.count(loggedMax))}</p>}
    </CouncilPage>
  )
}

interface DaysProps {
  added: ComponentChildren
  /** Null while it lasts. */
  lifted: ComponentChildren
  /** How the day of its end is written. */
  text: string
}

/** When an entry was added, and when it ended. */
export function LoggedDays({ added, lifted, text }: DaysProps) {
  return (
    <p class="quiet">
      {added}
      {lifted !== null && (
        <>
          {' · '}
          <Phrase text={text} values={{ date: lifted }} />
        </>
      )}
    </p>
  )
}
