import {
  listOrganizations,
  type OrganizationItemRow,
} from '../../resources/organizations/queries.ts'
import type { OrganizationItem } from '../../resources/organizations/schema.ts'
import { toOrganizationItem } from '../../resources/organizations/v1.represent.ts'
import { HeadRow } from '../../site/head-row.tsx'
import { CouncilPage } from '../frame/council-page.tsx'
import { citeList } from '../frame/source-line.tsx'
import { readListPage, shortRowsPerPage } from '../list-page.ts'
import { useLocale, wordOf } from '../locale.ts'
import { LargeDay } from '../parts/meeting-band.tsx'
import { BodyName } from '../parts/names.tsx'
import { More } from '../parts/rows.tsx'
import { BodiesQuery } from '../schema.ts'
import type { ExplorePage } from '../visit.ts'
import { listMeetingDays, type MeetingDays } from './queries.ts'

/** `/{municipality}/bodies`: the council, then its committees and boards, by name. */
export const bodiesPage: ExplorePage = {
  path: '/bodies',
  querystring: BodiesQuery,
  async render(visit) {
    const { municipality, today, store, locale } = visit
    const { words } = locale
    const { page, days } = await store.read(async (db) => {
      const scope = { municipalityId: municipality.id, today }
      const page = await readListPage(
        visit,
        (paging) => listOrganizations(db, scope, {}, paging),
        (row) => [row.name_folded, row.id],
        shortRowsPerPage,
      )
      const ids = page.rows.map(({ id }) => id)
      return { page, days: ids.length === 0 ? [] : await listMeetingDays(db, { ids, today }) }
    })
    const daysOf = new Map(days.map((day) => [day.id, day]))
    return (
      <CouncilPage
        visit={visit}
        section="bodies"
        title={words.bodies.title}
        description={words.bodies.description(municipality.name)}
        citation={citeList(visit, {
          title: words.bodies.title,
          v1: 'organizations',
          ocd: 'organizations',
        })}
        table={{ path: 'bodies' }}
      >
        <h1>{words.bodies.title}</h1>
        <p class="lead">{words.bodies.lead}</p>
        <NextMeeting today={today} {...{ rows: page.rows, days }} />
        {page.rows.length === 0 && <p>{words.bodies.none}</p>}
        {page.rows.length > 0 && (
          <table class="listed stacked">
            <HeadRow names={[words.bodies.name, words.bodies.last, words.bodies.next]} />
            <tbody>
              {councilsFirst(page.rows).map((row) => (
                <Body key={row.id} body={toOrganizationItem(row)} days={daysOf.get(row.id)} />
              ))}
            </tbody>
          </table>
        )}
        <More page={page} />
      </CouncilPage>
    )
  },
}

interface NextMeetingProps {
  rows: readonly OrganizationItemRow[]
  days: readonly MeetingDays[]
  today: string
}

/** The day of the next meeting of the bodies on the page, and which of them meet then; nothing without any. */
function NextMeeting({ rows, days, today }: NextMeetingProps) {
  const { words } = useLocale()
  const [date] = days.flatMap(({ next }) => next ?? []).toSorted()
  if (date === undefined) return null
  const meeting = new Set(days.filter(({ next }) => next === date).map(({ id }) => id))
  return (
    <div>
      <section class="band next" aria-labelledby="next">
        <LargeDay {...{ date, today }} startsAt={null} />
        <div>
          <h2 id="next">{words.bodies.next}</h2>
          <ul class="lines">
            {rows
              .filter(({ id }) => meeting.has(id))
              .map(({ id, name, slug }) => (
                <li key={id}>
                  <BodyName name={name} slug={slug} />
                </li>
              ))}
          </ul>
        </div>
      </section>
    </div>
  )
}

type Listed = Pick<OrganizationItemRow, 'classification' | 'exists_today'>

/** Without those of the past, which are in the order of names. */
function councilsFirst<R extends Listed>(rows: readonly R[]): R[] {
  const isCouncil = ({ classification, exists_today: exists }: R) =>
    Number(classification === 'council' && exists === 1)
  return rows.toSorted((one, other) => isCouncil(other) - isCouncil(one))
}

interface BodyProps {
  body: OrganizationItem
  days: MeetingDays | undefined
}

function Body({ body, days }: BodyProps) {
  const { words, count, date } = useLocale()
  const meetings = Number(days?.meetings ?? 0)
  const facts = [
    wordOf(words.bodies.kinds, body.classification ?? ''),
    words.bodies.meetings(meetings, count(meetings)),
    body.is_active === false ? words.bodies.inactive : undefined,
  ]
  const cells = [
    [words.bodies.last, days?.last],
    [words.bodies.next, days?.next],
  ] as const
  return (
    <tr>
      <th scope="row">
        <BodyName name={body.name} slug={body.slug} />
        <span class="quiet">{facts.filter((fact) => fact !== undefined).join(' · ')}</span>
      </th>
      {cells.map(([name, day]) => (
        <td key={name} data-label={name}>
          {day == null ? words.bodies.noDay : <time dateTime={day}>{date(day)}</time>}
        </td>
      ))}
    </tr>
  )
}
