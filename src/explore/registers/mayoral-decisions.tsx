import { decisionKinds } from '../../core/mayoral-decisions.ts'
import { shorten } from '../../core/shorten.ts'
import {
  countMayoralDecisions,
  type DecisionFilters,
  type DecisionRow,
  listMayoralDecisions,
} from '../../resources/mayoral-decisions/queries.ts'
import {
  type MayoralDecisionItem,
  MayoralDecisionQuery,
} from '../../resources/mayoral-decisions/schema.ts'
import { toMayoralDecisionItem } from '../../resources/mayoral-decisions/v1.represent.ts'
import { ExternalLink } from '../../site/external-link.tsx'
import { useCouncil } from '../council-context.ts'
import { useLocale, wordOf } from '../locale.ts'
import { RecordText } from '../parts/record-text.tsx'
import { paths } from '../paths.ts'
import type { Visit } from '../visit.ts'
import { type RegisterEntry, register } from './register.ts'

/** Decisions of the mayor. */
export const mayoralDecisions = register<'mayoral-decisions', DecisionFilters, DecisionRow>({
  name: 'mayoral-decisions',
  query: MayoralDecisionQuery,
  list: listMayoralDecisions,
  count: countMayoralDecisions,
  choices: [],
  kinds: decisionKinds,
  position: ({ date, slug }) => [date, slug],
  entry: (row, visit) => toEntry(toMayoralDecisionItem(row), visit),
})

function toEntry(item: MayoralDecisionItem, { locale }: Visit): RegisterEntry {
  const { words } = locale
  const { date: day, number, subject, council_response: response } = item
  const { kinds } = words.registers
  const { responses } = words.registers.of['mayoral-decisions']
  const kind = wordOf(kinds, item.kind) ?? item.kind
  const became = response === null ? null : (wordOf(responses, response.outcome ?? '') ?? null)
  const parts = [day && locale.date(day), kind, became]
  return {
    slug: item.slug,
    day,
    updated: item.updated_at,
    title: [number, subject].filter((part) => part !== null).join(' · '),
    summary: parts.filter((part) => part).join(' · '),
    cells: [
      day === null ? words.registers.noDay : <time dateTime={day}>{locale.date(day)}</time>,
      number,
      kind,
      <Subject item={item} />,
      item.bylaw_number === null && item.bylaw_slug === null && response === null ? null : (
        <Bylaw item={item} />
      ),
    ],
  }
}

/** Longer texts are read in the decision itself, or in the API. */
const textMax = 300

function Subject({ item: { subject, text, matter_slug, document_url: url } }: ItemProps) {
  const { words } = useLocale()
  const council = useCouncil()
  const shown = <RecordText text={subject} />
  return (
    <>
      {matter_slug === null ? shown : <a href={paths.matter(council, matter_slug)}>{shown}</a>}
      {text !== null && (
        <>
          <br />
          <RecordText text={shorten(text, textMax)} />
        </>
      )}
      {url !== null && (
        <>
          {' '}
          <ExternalLink href={url}>{words.registers.of['mayoral-decisions'].document}</ExternalLink>
        </>
      )}
    </>
  )
}

interface ItemProps {
  item: MayoralDecisionItem
}

/** The by-law, and what council did about its veto. */
function Bylaw({ item: { bylaw_number, bylaw_slug: slug, council_response } }: ItemProps) {
  const { words, date } = useLocale()
  const council = useCouncil()
  const { bylaw, responses, motion } = words.registers.of['mayoral-decisions']
  const name = bylaw(bylaw_number)
  const {
    outcome = null,
    text = null,
    motion_slug = null,
    date: day = null,
  } = council_response ?? {}
  const became = outcome === null ? text : (wordOf(responses, outcome) ?? text)
  return (
    <>
      {slug !== null && <a href={paths.bylaw(council, slug)}>{name}</a>}
      {slug === null && bylaw_number !== null && name}
      {became !== null && (
        <>
          {' · '}
          <RecordText text={became} />
        </>
      )}
      {motion_slug !== null && (
        <>
          {' '}
          <a href={paths.motion(council, motion_slug)}>{motion}</a>
          {day !== null && `, ${date(day)}`}
        </>
      )}
    </>
  )
}
