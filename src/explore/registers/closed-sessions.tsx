import {
  type ClosedSessionFilters,
  type ClosedSessionRow,
  countClosedSessions,
  countGrounds,
  listClosedSessions,
} from '../../resources/closed-sessions/queries.ts'
import {
  type ClosedSessionItem,
  ClosedSessionQuery,
} from '../../resources/closed-sessions/schema.ts'
import { toClosedSessionItem } from '../../resources/closed-sessions/v1.represent.ts'
import { recordName, useCouncil } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { BodyName } from '../parts/names.tsx'
import { RecordText } from '../parts/record-text.tsx'
import { paths } from '../paths.ts'
import type { Visit } from '../visit.ts'
import { type RegisterEntry, register } from './register.ts'

/** What was closed to the public, and on which ground. */
export const closedSessions = register<'closed-sessions', ClosedSessionFilters, ClosedSessionRow>({
  name: 'closed-sessions',
  query: ClosedSessionQuery,
  list: listClosedSessions,
  count: countClosedSessions,
  choices: ['organization'],
  sums: async (db, municipalityId, filters) =>
    (await countGrounds(db, municipalityId, filters)).map(({ clause, count }) => ({
      name: clause,
      count,
    })),
  position: ({ date, slug }) => [date, slug],
  entry: (row, visit) => toEntry(toClosedSessionItem(row), visit),
})

function toEntry(item: ClosedSessionItem, { municipality, locale }: Visit): RegisterEntry {
  const { words } = locale
  const { date: day, ground, item_number: number, item_title: title } = item
  const { noGround, meeting } = words.registers.of['closed-sessions']
  const body = item.organization && recordName(municipality, locale, item.organization)
  const about = [number, title].filter((part) => part !== null).join(' ')
  return {
    slug: item.slug,
    day,
    updated: item.updated_at,
    title: about || meeting,
    summary: [day && locale.date(day), body, ground ?? noGround].filter((part) => part).join(' · '),
    cells: [
      day === null ? words.registers.noDay : <time dateTime={day}>{locale.date(day)}</time>,
      item.organization === null ? null : (
        <BodyName name={item.organization} slug={item.organization_slug} />
      ),
      <Subject item={item} text={about} />,
      ground === null ? noGround : <RecordText text={ground} />,
      <Outcome item={item} />,
    ],
  }
}

function Subject({
  item: { meeting_slug: slug },
  text,
}: {
  item: ClosedSessionItem
  text: string
}) {
  const { words } = useLocale()
  const council = useCouncil()
  const shown =
    text === '' ? words.registers.of['closed-sessions'].meeting : <RecordText text={text} />
  return slug === null ? shown : <a href={paths.meeting(council, slug)}>{shown}</a>
}

/** The resolution, and the report in public. */
function Outcome({ item }: { item: ClosedSessionItem }) {
  const { words } = useLocale()
  const council = useCouncil()
  const { resolution, noResolution, noReport } = words.registers.of['closed-sessions']
  const { resolution_motion_slug: slug, reported } = item
  return (
    <>
      {slug === null ? noResolution : <a href={paths.motion(council, slug)}>{resolution}</a>}
      {' · '}
      {reported === null ? noReport : <RecordText text={reported} />}
    </>
  )
}
