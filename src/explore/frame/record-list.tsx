import type { ComponentChildren } from 'preact'
import { lastVeto, parseVetoes } from '../../core/veto.ts'
import { lastDecisions } from '../../core/voting-order.ts'
import { useRecordName } from '../council-context.ts'
import type { ListPage } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import { Labels } from '../parts/labels.tsx'
import { type DecidingMotion, MatterOutcome } from '../parts/outcome.tsx'
import { RecordText } from '../parts/record-text.tsx'
import { List, More } from '../parts/rows.tsx'
import { type VetoOnPage, VetoStep } from '../parts/veto-step.tsx'
import type { Visit } from '../visit.ts'
import { CouncilPage } from './council-page.tsx'
import { citeList } from './source-line.tsx'

/** A record as a link, with facts about it; null for a fact that is not recorded. */
export interface RecordLine {
  path: string
  /** What comes before the title. */
  lead: string | null
  title: string
  /** Its state as recorded, and a veto that this does not say. */
  status: readonly (string | null)[]
  facts: readonly (string | null)[]
  /** What was decided, and by whom, newest first. */
  decided: readonly (DecidingMotion & { slug: string; date: string; body: string | null })[]
  /** Steps by which it was vetoed, and what came of that, the oldest first; absent where its decisions say so. */
  vetoes?: readonly VetoOnPage[]
}

interface RecordListProps<R> {
  visit: Visit
  section: 'bylaws' | 'matters'
  /** The list in the Open Civic Data API; absent if it has none. */
  ocd?: string
  lead?: string
  filter: ComponentChildren
  page: ListPage<R>
  line: (row: R) => RecordLine
}

/** The categories on record; none if all rows have the same one, which tells nothing. */
export function tellingCategories<C>(
  categories: C[],
  rows: readonly { category: string | null }[],
  { query }: Visit,
): C[] {
  const isOne = categories.length === 1 && rows.every(({ category }) => category !== null)
  return isOne && query.category === undefined ? [] : categories
}

/** A page of a list of records, with its filter and its states without records. */
export function RecordList<R extends { id: number }>(props: RecordListProps<R>) {
  const { visit, section, ocd, lead, filter, page, line } = props
  const { municipality, locale, query } = visit
  const { title, description, none, noneSuch } = locale.words[section]
  const isFiltered = Object.keys(query).length > 0
  const isEmpty = page.rows.length === 0
  return (
    <CouncilPage
      visit={visit}
      section={section}
      title={title}
      description={description(municipality.name)}
      citation={citeList(visit, { title, v1: section, ocd })}
      table={{ path: section }}
      {...(section === 'bylaws' && { feed: { path: section } })}
    >
      <h1>{title}</h1>
      {lead !== undefined && <p class="lead">{lead}</p>}
      {(isFiltered || !isEmpty) && filter}
      {isEmpty && <p>{isFiltered ? noneSuch : none}</p>}
      <List
        rows={page.rows}
        keyOf={({ id }) => id}
        show={(row) => <Line {...line(row)} />}
        style="records"
      />
      <More page={page} dates={section === 'bylaws' ? 'year' : 'date'} />
    </CouncilPage>
  )
}

function Line({ path, lead, title, status, facts, decided, vetoes }: RecordLine) {
  const { date } = useLocale()
  const nameOf = useRecordName()
  const labels = status.filter((label) => label !== null)
  const existing = facts.filter((fact) => fact !== null)
  const last = lastDecisions(decided)
  const steps: readonly VetoOnPage[] =
    vetoes ?? last.flatMap((motion) => parseVetoes(motion.vetoes))
  const veto = lastVeto(steps, last)
  return (
    <>
      <div>
        <a href={path}>
          {lead !== null && `${lead} · `}
          <RecordText text={title} />
        </a>
        {(labels.length > 0 || existing.length > 0) && (
          <p class="quiet">
            <Labels labels={labels} />
            {existing.join(' · ')}
          </p>
        )}
      </div>
      {(last.length > 0 || veto !== undefined) && (
        <div>
          {last.map((decision) => (
            <p key={decision.slug} class="result">
              <MatterOutcome motion={{ ...decision, vetoes: null }} />{' '}
              <span class="quiet">
                {'· '}
                {[decision.body && nameOf(decision.body), decision.date && date(decision.date)]
                  .filter((part) => part)
                  .join(', ')}
              </span>
            </p>
          ))}
          {veto !== undefined && (
            <p class="result">
              <VetoStep step={veto} />
            </p>
          )}
        </div>
      )}
    </>
  )
}
