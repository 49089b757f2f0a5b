import {
  cachedList,
  type InMunicipality,
  idOfSlug,
  isOfMeeting,
  type ListQuery,
  type OfSlug,
  type Range,
} from '../../resources/_shared/queries.ts'
import { type BylawFilters, isSuchBylaw } from '../../resources/bylaws/queries.ts'
import { cachedQuery } from '../../store/cached-query.ts'
import type { ReadDatabase } from '../../store/open.ts'

/** By-laws, those passed last first; one statement. */
export async function listPassedBylaws(
  db: ReadDatabase,
  municipalityId: number,
  filters: BylawFilters,
  range: Range,
) {
  return passedBylaws(db, { ...filters, municipalityId }, range)
}

const passedBylaws = cachedList(
  (db, { values, given, limit }: ListQuery<BylawFilters & InMunicipality>) =>
    db
      .selectFrom('bylaws')
      .select(['slug', 'title', 'bylaw_number', 'status', 'passed_date', 'updated_at'])
      .select('is_vetoed')
      .where('municipality_id', '=', values.municipalityId)
      .where(isSuchBylaw({ values, given }))
      // The engines sort null differently.
      .orderBy(({ fn, val }) => fn.coalesce('passed_date', val('')), 'desc')
      .orderBy('sort_date', 'desc')
      .orderBy('id', 'desc')
      .limit(({ lit }) => lit(limit)),
  'q',
)

export type CalendarMeeting = Awaited<ReturnType<typeof listCalendarMeetings>>[number]

type CalendarScope = { municipalityId: number; from: string; body: string | undefined }

function selectCalendar(db: ReadDatabase) {
  return db
    .selectFrom('meetings')
    .leftJoin('organizations', 'organizations.id', 'meetings.organization_id')
    .select(['meetings.slug', 'meetings.ocd_id', 'meetings.title', 'meetings.date'])
    .select(['meetings.starts_at', 'meetings.ends_at', 'meetings.location', 'meetings.status'])
    .select(['meetings.end_date', 'meetings.status_note'])
    .select(['meetings.agenda_url', 'meetings.minutes_url', 'meetings.video_url'])
    .select(['organizations.name as organization', 'organizations.slug as organization_slug'])
    .select(['meetings.updated_at', 'meetings.scheduled_at'])
}

/** A meeting as an event; one statement. */
export const findCalendarMeeting = cachedQuery((db, { municipalityId, slug }: OfSlug) =>
  selectCalendar(db)
    .where('meetings.municipality_id', '=', municipalityId)
    .where('meetings.slug', '=', slug),
)

/** Meetings from a day on, the last one first; one statement. */
export const listCalendarMeetings = cachedQuery(
  (db, { municipalityId, from, body }: CalendarScope, { limit }: { limit: number }) =>
    selectCalendar(db)
      .$if(body === undefined, (query) =>
        query.where('meetings.municipality_id', '=', municipalityId),
      )
      .$if(body !== undefined, (query) =>
        query.where(
          'meetings.organization_id',
          '=',
          idOfSlug('organizations', municipalityId, body ?? ''),
        ),
      )
      .where('meetings.date', '>=', from)
      .orderBy('meetings.date', 'desc')
      .orderBy('meetings.id', 'desc')
      .limit(({ lit }) => lit(limit)),
)

/** Notices from a day on with their meetings, the last one first; one statement. */
export const listCalendarNotices = cachedQuery(
  (db, { municipalityId, from }: Omit<CalendarScope, 'body'>, { limit }: { limit: number }) =>
    selectCalendar(db)
      .innerJoin('notices', 'notices.meeting_id', 'meetings.id')
      .leftJoin('agenda_items', (join) =>
        join.onRef('agenda_items.id', '=', 'notices.agenda_item_id').on(isOfMeeting()),
      )
      .select(['notices.slug as notice', 'agenda_items.title as item_title'])
      .where('notices.municipality_id', '=', municipalityId)
      .where('notices.date', '>=', from)
      .orderBy('notices.date', 'desc')
      .orderBy('notices.slug', 'desc')
      .limit(({ lit }) => lit(limit)),
)
