import type { ReadDatabase } from '../../store/open.ts'
import {
  cachedList,
  type InMunicipality,
  isOfMeeting,
  isSince,
  type Range,
} from '../_shared/queries.ts'
import { type EntryList, isListedEntry, isOfBody, isOfKind } from '../_shared/registers/queries.ts'
import type { NoticeQuery } from './schema.ts'

export type NoticeFilters = Omit<NoticeQuery, 'cursor' | 'per_page'>

type NoticeList = EntryList<NoticeFilters & InMunicipality>

export type NoticeRow = Awaited<ReturnType<typeof listNotices>>[number]

/** Newest first, so those to come before the past ones; one statement. */
export const listNotices = (
  db: ReadDatabase,
  municipalityId: number,
  filters: NoticeFilters,
  range: Range,
) => pageOfNotices(db, { ...filters, municipalityId }, range)

/** One statement. */
export const countNotices = (db: ReadDatabase, municipalityId: number, filters: NoticeFilters) =>
  notices.count(db, { ...filters, municipalityId })

const notices = cachedList((db, list: NoticeList) => selectPage(db, list))

// The page is cut before the joins, with which PostgreSQL could read and sort every entry.
const pageOfNotices = cachedList((db, list: NoticeList) =>
  db
    .selectFrom(selectPage(db, list).as('page'))
    .innerJoin('meetings', 'meetings.id', 'page.meeting_id')
    .leftJoin('organizations', 'organizations.id', 'page.organization_id')
    .leftJoin('agenda_items', (join) =>
      join.onRef('agenda_items.id', '=', 'page.agenda_item_id').on(isOfMeeting()),
    )
    .leftJoin('matters', 'matters.id', 'page.matter_id')
    .leftJoin('bylaws', 'bylaws.id', 'page.bylaw_id')
    .select(['page.slug', 'page.date', 'page.kind', 'page.file', 'meetings.starts_at'])
    .select(['meetings.location', 'meetings.status', 'meetings.slug as meeting_slug'])
    .select(['meetings.title as meeting_title', 'meetings.updated_at'])
    .select(['agenda_items.slug as agenda_item_slug', 'agenda_items.item_number'])
    .select(['agenda_items.title as item_title', 'organizations.name as organization'])
    .select(['organizations.slug as organization_slug', 'matters.slug as matter_slug'])
    .select('bylaws.slug as bylaw_slug')
    .orderBy('page.date', 'desc')
    .orderBy('page.slug', 'desc'),
)

function selectPage(db: ReadDatabase, list: NoticeList) {
  return db
    .selectFrom('notices as entry')
    .select(['entry.slug', 'entry.date', 'entry.kind', 'entry.file', 'entry.organization_id'])
    .select(['entry.meeting_id', 'entry.agenda_item_id', 'entry.matter_id', 'entry.bylaw_id'])
    .$if(list.given('organization'), (query) => query.where(isOfBody(list)))
    .where(isListedEntry(list))
    .$if(list.given('kind'), (query) => query.where(isOfKind(list)))
    .$if(list.given('updated_since'), (query) =>
      query.where(({ selectFrom }) =>
        isSince(
          selectFrom('meetings')
            .select('meetings.updated_at')
            .whereRef('meetings.id', '=', 'entry.meeting_id')
            .$asScalar(),
          list.values.updated_since,
        ),
      ),
    )
    .orderBy('entry.date', 'desc')
    .orderBy('entry.slug', 'desc')
    .limit(({ lit }) => lit(list.limit))
}
