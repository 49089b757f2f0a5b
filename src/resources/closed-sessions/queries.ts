import type { ReadDatabase } from '../../store/open.ts'
import {
  between,
  cachedList,
  fold,
  type InMunicipality,
  idOfSlug,
  isOfMeeting,
  type ListQuery,
  type Range,
} from '../_shared/queries.ts'
import type { ClosedGround, ClosedSessionQuery } from './schema.ts'

export type ClosedSessionFilters = Omit<ClosedSessionQuery, 'cursor' | 'per_page'>

type ClosedList = ListQuery<ClosedSessionFilters & InMunicipality, [date: string, slug: string]>

export type ClosedSessionRow = Awaited<ReturnType<typeof listClosedSessions>>[number]

/** Newest first; one statement. */
export const listClosedSessions = (
  db: ReadDatabase,
  municipalityId: number,
  filters: ClosedSessionFilters,
  range: Range,
) => pageOfSessions(db, { ...filters, municipalityId }, range)

/** One statement. */
export const countClosedSessions = (
  db: ReadDatabase,
  municipalityId: number,
  filters: ClosedSessionFilters,
) => sessions.count(db, { ...filters, municipalityId })

const sessions = cachedList((db, list: ClosedList) => selectPage(db, list))

// The page is cut before the joins, with which PostgreSQL could read and sort every entry.
const pageOfSessions = cachedList((db, list: ClosedList) =>
  db
    .selectFrom(selectPage(db, list).as('page'))
    .leftJoin('motions', 'motions.id', 'page.motion_id')
    .leftJoin('organizations', 'organizations.id', 'page.organization_id')
    .leftJoin('meetings', 'meetings.id', 'page.meeting_id')
    .leftJoin('agenda_items', (join) =>
      join.onRef('agenda_items.id', '=', 'page.agenda_item_id').on(isOfMeeting()),
    )
    .select(['page.slug', 'page.date', 'page.ground', 'page.clauses', 'page.reported'])
    .select(['motions.slug as resolution_motion_slug', 'meetings.slug as meeting_slug'])
    .select(['agenda_items.slug as agenda_item_slug', 'agenda_items.item_number'])
    .select(['agenda_items.title as item_title', 'organizations.name as organization'])
    .select('organizations.slug as organization_slug')
    .select(({ fn, val }) =>
      fn.coalesce('meetings.updated_at', 'motions.updated_at', val('')).as('updated_at'),
    )
    .orderBy('page.date', 'desc')
    .orderBy('page.slug', 'desc'),
)

function selectPage(db: ReadDatabase, { values, given, after, limit }: ClosedList) {
  return db
    .selectFrom('closed_sessions as entry')
    .select(['entry.slug', 'entry.date', 'entry.ground', 'entry.clauses', 'entry.reported'])
    .select(['entry.organization_id', 'entry.meeting_id', 'entry.agenda_item_id'])
    .select('entry.motion_id')
    .where('entry.municipality_id', '=', values.municipalityId)
    .$if(given('organization'), (query) => {
      const id = idOfSlug('organizations', values.municipalityId, fold(values.organization))
      return query.where('entry.organization_id', '=', id)
    })
    .where(({ ref }) => between({ values, given, after: ['', 0] }, ref('entry.date')))
    .$if(given('after'), (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('entry.date', 'entry.slug'), '<', tuple(after[0], after[1])),
      ),
    )
    .orderBy('entry.date', 'desc')
    .orderBy('entry.slug', 'desc')
    .limit(({ lit }) => lit(limit))
}

/** More than a municipality has in fifty years. */
const countedMax = 20_000

/** How often each clause is the ground of an entry, most frequent first; one statement. */
export async function countGrounds(
  db: ReadDatabase,
  municipalityId: number,
  filters: ClosedSessionFilters,
): Promise<ClosedGround[]> {
  const rows = await sessions(db, { ...filters, municipalityId }, { limit: countedMax })
  const days = new Map<string | null, string[]>()
  for (const { date, clauses } of rows) {
    const named = JSON.parse(clauses) as string[]
    for (const clause of named.length === 0 ? [null] : named)
      days.set(clause, [...(days.get(clause) ?? []), date])
  }
  return [...days]
    .map(([clause, of]) => {
      const dated = of.filter((day) => day !== '')
      return { clause, count: of.length, first: dated.at(-1) ?? null, last: dated[0] ?? null }
    })
    .sort(
      (one, other) =>
        other.count - one.count || (one.clause ?? '').localeCompare(other.clause ?? ''),
    )
}

/** The bodies with entries, by name; one statement. */
export async function listClosedBodies(db: ReadDatabase, municipalityId: number) {
  const closed = db
    .selectFrom('closed_sessions')
    .select(({ ref }) => ref('closed_sessions.organization_id').$notNull().as('id'))
    .where('closed_sessions.municipality_id', '=', municipalityId)
    .where('closed_sessions.organization_id', 'is not', null)
  const organization = await db
    .selectFrom('organizations')
    .select(['slug', 'name'])
    .where('id', 'in', closed)
    .orderBy('name_folded')
    .orderBy('id')
    .execute()
  return { organization }
}
