import type { ReadDatabase } from '../../store/open.ts'
import {
  cachedList,
  type InMunicipality,
  isOfMeeting,
  isSince,
  type Range,
} from '../_shared/queries.ts'
import { type EntryList, isListedEntry, isOfBody } from '../_shared/registers/queries.ts'
import type { ClosedGround, ClosedSessionQuery } from './schema.ts'

export type ClosedSessionFilters = Omit<ClosedSessionQuery, 'cursor' | 'per_page'>

type ClosedList = EntryList<ClosedSessionFilters & InMunicipality>

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
    .leftJoin('matters', 'matters.id', 'motions.matter_id')
    .leftJoin('organizations', 'organizations.id', 'page.organization_id')
    .leftJoin('meetings', 'meetings.id', 'page.meeting_id')
    .leftJoin('agenda_items', (join) =>
      join.onRef('agenda_items.id', '=', 'page.agenda_item_id').on(isOfMeeting()),
    )
    .select(['page.slug', 'page.date', 'page.ground', 'page.clauses', 'page.reported'])
    .select(['motions.slug as resolution_motion_slug', 'meetings.slug as meeting_slug'])
    .select(['agenda_items.slug as agenda_item_slug', 'agenda_items.item_number'])
    .select(['organizations.name as organization', 'organizations.slug as organization_slug'])
    .select(({ fn }) => fn.coalesce('agenda_items.title', 'matters.title').as('item_title'))
    .select(({ fn, val }) =>
      fn.coalesce('meetings.updated_at', 'motions.updated_at', val('')).as('updated_at'),
    )
    .orderBy('page.date', 'desc')
    .orderBy('page.slug', 'desc'),
)

function selectPage(db: ReadDatabase, list: ClosedList) {
  return db
    .selectFrom('closed_sessions as entry')
    .select(['entry.slug', 'entry.date', 'entry.ground', 'entry.clauses', 'entry.reported'])
    .select(['entry.organization_id', 'entry.meeting_id', 'entry.agenda_item_id'])
    .select('entry.motion_id')
    .$if(list.given('organization'), (query) => query.where(isOfBody(list)))
    .where(isListedEntry(list))
    .$if(list.given('updated_since'), (query) =>
      query.where(({ fn, selectFrom }) =>
        isSince(
          fn.coalesce(
            selectFrom('meetings')
              .select('meetings.updated_at')
              .whereRef('meetings.id', '=', 'entry.meeting_id'),
            selectFrom('motions')
              .select('motions.updated_at')
              .whereRef('motions.id', '=', 'entry.motion_id'),
          ),
          list.values.updated_since,
        ),
      ),
    )
    .orderBy('entry.date', 'desc')
    .orderBy('entry.slug', 'desc')
    .limit(({ lit }) => lit(list.limit))
}

/** More than a municipality has in fifty years. */
const countedMax = 20_000

/** How often each clause is the ground of an entry, most frequent first, from the newest entries; one statement. */
export async function countGrounds(
  db: ReadDatabase,
  municipalityId: number,
  filters: ClosedSessionFilters,
): Promise<ClosedGround[]> {
  const rows = await sessions(db, { ...filters, municipalityId }, { limit: countedMax })
  const grounds = new Map<string | null, ClosedGround>()
  for (const { date, clauses } of rows) {
    const named = JSON.parse(clauses) as string[]
    for (const clause of named.length === 0 ? [null] : named) {
      const ground = grounds.get(clause) ?? { clause, count: 0, first: null, last: null }
      grounds.set(clause, ground)
      ground.count += 1
      if (date === '') continue
      ground.first = date
      ground.last ??= date
    }
  }
  return [...grounds.values()].sort(
    (one, other) => other.count - one.count || (one.clause ?? '').localeCompare(other.clause ?? ''),
  )
}
