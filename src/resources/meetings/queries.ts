import { type ExpressionBuilder, expressionBuilder } from 'kysely'
import { cachedQuery } from '../../store/cached-query.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import { namingColumns, votedColumns } from '../../store/motion-columns.ts'
import type { ReadDatabase } from '../../store/open.ts'
import type { Tables } from '../../store/tables.ts'
import {
  allParts,
  between,
  byIdsQuery,
  cachedList,
  documentColumns,
  firstStatement,
  flag,
  fold,
  type InMunicipality,
  idOfSlug,
  importUrl,
  isSelected,
  type ListQuery,
  type Name,
  type NamedBy,
  type OfName,
  type Range,
  type RecordFilters,
  withheldWith,
} from '../_shared/queries.ts'
import type { MeetingQuery } from './schema.ts'

/** `missed_by`: the slug of a person whom the attendance has as absent. */
export type MeetingFilters = Omit<MeetingQuery, 'cursor' | 'per_page'> &
  RecordFilters & { missed_by?: string }

const itemColumns = [
  'meetings.id',
  'meetings.slug',
  'meetings.title',
  'meetings.date',
  'meetings.type',
  'meetings.has_agenda',
  'meetings.has_minutes',
  'meetings.has_transcript',
  'meetings.has_recorded_votes',
  'meetings.summary',
  'meetings.updated_at',
  'meetings.starts_at',
  'meetings.ends_at',
  'meetings.end_date',
  'meetings.location',
  'meetings.status',
  'meetings.status_note',
  'meetings.agenda_url',
  'meetings.minutes_url',
  'meetings.video_url',
] as const

const eventColumns = [
  'meetings.id',
  'meetings.ocd_id',
  'meetings.title',
  'meetings.date',
  'meetings.type',
  'meetings.summary',
  'meetings.starts_at',
  'meetings.ends_at',
  'meetings.end_date',
  'meetings.location',
  'meetings.status',
  'meetings.created_at',
  'meetings.updated_at',
] as const

const detailColumns = [
  'meetings.corrected',
  'meetings.status_note',
  'meetings.source_url',
  'meetings.organization_id',
  'meetings.agenda_url',
  'meetings.minutes_url',
  'meetings.video_url',
  'meetings.video_duration_seconds',
  'organizations.name as organization',
  'organizations.slug as organization_slug',
  'organizations.ocd_id as organization_ocd_id',
  'chairs.slug as chair_slug',
  'chairs.name as chair_name',
] as const

/** Subqueries per meeting: a join could make PostgreSQL sort all meetings of the list. */
function organizationOf({ selectFrom }: Pick<ExpressionBuilder<Tables, 'meetings'>, 'selectFrom'>) {
  const own = selectFrom('organizations').whereRef(
    'organizations.id',
    '=',
    'meetings.organization_id',
  )
  return [
    own.select('organizations.name').as('organization'),
    own.select('organizations.slug').as('organization_slug'),
  ] as const
}

export type MeetingItemRow = Awaited<ReturnType<typeof listMeetings>>[number]

/** Newest first; one statement. */
export async function listMeetings(
  db: ReadDatabase,
  municipalityId: number,
  filters: MeetingFilters,
  range: Range,
) {
  return pageOfMeetings(db, { ...filters, municipalityId }, range)
}

/** One statement. */
export async function countMeetings(
  db: ReadDatabase,
  municipalityId: number,
  filters: MeetingFilters,
) {
  return pageOfMeetings.count(db, { ...filters, municipalityId })
}

type MeetingList = ListQuery<MeetingFilters & InMunicipality>

const pageOfMeetings = cachedList((db, list: MeetingList) =>
  selectMatching(db, list)
    .orderBy('meetings.date', 'desc')
    .orderBy('meetings.id', 'desc')
    .limit(({ lit }) => lit(list.limit)),
)

/** The first of a list from `date_from` on, soonest first; one statement. */
export async function listMeetingsAhead(
  db: ReadDatabase,
  municipalityId: number,
  filters: MeetingFilters & { date_from: string },
  limit: number,
) {
  return meetingsAhead(db, { ...filters, municipalityId }, { limit })
}

const meetingsAhead = cachedList((db, list: MeetingList) =>
  selectMatching(db, list)
    .orderBy('meetings.date')
    .orderBy('meetings.id')
    .limit(({ lit }) => lit(list.limit)),
)

/** The meetings of a list that match its filters. */
function selectMatching(db: ReadDatabase, list: MeetingList) {
  const { values, given } = list
  const { municipalityId } = values
  return (
    db
      .selectFrom('meetings')
      .select(itemColumns)
      .select(organizationOf)
      // An organization implies its municipality; repeating it makes SQLite scan all meetings of the municipality.
      .$if(!given('organization'), (query) =>
        query.where('meetings.municipality_id', '=', municipalityId),
      )
      .$if(given('organization'), (query) => {
        const id = idOfSlug('organizations', municipalityId, fold(values.organization))
        return query.where('meetings.organization_id', '=', id)
      })
      .where(isSelected(db, 'meetings', list))
      .$if(given('type'), (query) => query.where('meetings.type_folded', '=', fold(values.type)))
      .$if(given('status'), (query) => query.where('meetings.status', '=', fold(values.status)))
      .$if(given('has_minutes'), (query) =>
        query.where('meetings.has_minutes', '=', flag(values.has_minutes)),
      )
      .$if(given('has_transcript'), (query) =>
        query.where('meetings.has_transcript', '=', flag(values.has_transcript)),
      )
      .$if(given('has_recorded_votes'), (query) =>
        query.where('meetings.has_recorded_votes', '=', flag(values.has_recorded_votes)),
      )
      .$if(given('missed_by'), (query) =>
        query.where('meetings.id', 'in', ({ selectFrom, lit }) =>
          selectFrom('attendance')
            .select('attendance.meeting_id')
            .where(
              'attendance.person_id',
              '=',
              idOfSlug('people', municipalityId, fold(values.missed_by)),
            )
            .where('attendance.present', '=', lit(0)),
        ),
      )
      .where(({ ref }) => between(list, ref('meetings.date'), ref('meetings.id')))
  )
}

export type EventRow = Awaited<ReturnType<typeof listEventsByIds>>[number]

export const listEventsByIds = byIdsQuery('meetings.id', (db) =>
  db.selectFrom('meetings').select(eventColumns),
)

export type MeetingDetailRows = NonNullable<Awaited<ReturnType<typeof findMeeting>>>

/** One meeting by slug or OCD id with its parts; one statement. */
export async function findMeeting(
  db: ReadDatabase,
  municipalityId: number,
  { value, column }: Name,
  partsMax = allParts,
) {
  const [meeting] = await meetingNamed(db, { municipalityId, value }, { column, partsMax })
  return meeting && withParts(meeting)
}

/** Meetings with their parts, in any order; one statement. */
export async function listMeetingDetails(db: ReadDatabase, ids: readonly number[]) {
  return (await meetingsOfIds(db, ids)).map(withParts)
}

type MeetingWithParts = Awaited<ReturnType<typeof meetingNamed>>[number]

function withParts(meeting: MeetingWithParts) {
  return {
    meeting,
    agendaItems: parseRows(meeting.agenda_items),
    bylaws: parseRows(meeting.bylaws),
    motions: parseRows(meeting.motions),
    attendance: parseRows(meeting.attendance),
    speakingTime: parseRows(meeting.speaking_time),
    statements: parseRows(meeting.statements),
    documents: parseRows(meeting.documents),
  }
}

const meetingNamed = cachedQuery(
  (db, { municipalityId, value }: OfName, { column, partsMax }: NamedBy) =>
    selectDetails(db, partsMax)
      .where('meetings.municipality_id', '=', municipalityId)
      .where(`meetings.${column}`, '=', value),
)

const meetingsOfIds = byIdsQuery('meetings.id', (db) => selectDetails(db, allParts))

function selectDetails(db: ReadDatabase, partsMax: number) {
  return db
    .selectFrom('meetings')
    .leftJoin('organizations', 'organizations.id', 'meetings.organization_id')
    .leftJoin('people as chairs', 'chairs.id', 'meetings.chair_id')
    .select(itemColumns)
    .select(eventColumns)
    .select(detailColumns)
    .select(withheldWith('meetings', 'agenda_items', 'meeting_id').as('withheld'))
    .select(importUrl('meetings').as('import_url'))
    .select(jsonRows(db, agendaItems, partsMax).as('agenda_items'))
    .select(jsonRows(db, motions, partsMax).as('motions'))
    .select(jsonRows(db, attendance, partsMax).as('attendance'))
    .select(jsonRows(db, speakingTime, partsMax).as('speaking_time'))
    .select(jsonRows(db, statements, partsMax).as('statements'))
    .select(jsonRows(db, documents, partsMax).as('documents'))
    .select(jsonRows(db, itemBylaws, partsMax).as('bylaws'))
}

const agendaItems = expressionBuilder<Tables, 'meetings'>()
  .selectFrom('agenda_items')
  .leftJoin('matters', 'matters.id', 'agenda_items.matter_id')
  .select(['agenda_items.id', 'agenda_items.slug', 'agenda_items.title', 'item_number'])
  .select(['agenda_items.parent_id', 'agenda_items.corrected'])
  .select(['agenda_items.type', 'agenda_items.description', 'agenda_items.position'])
  .select(['agenda_items.action', 'agenda_items.result', 'agenda_items.recommendation'])
  .select(['agenda_items.video_url', 'agenda_items.video_seconds'])
  .select(firstStatement().as('statement_seconds'))
  .select([
    'matters.slug as matter_slug',
    'matters.ocd_id as matter_ocd_id',
    'matters.identifier as matter_identifier',
  ])
  .whereRef('agenda_items.meeting_id', '=', 'meetings.id')
  .orderBy('agenda_items.position')
  .orderBy('agenda_items.id')

const motions = expressionBuilder<Tables, 'meetings'>()
  .selectFrom('motions')
  .leftJoin('people as movers', 'movers.id', 'motions.mover_id')
  .leftJoin('people as seconders', 'seconders.id', 'motions.seconder_id')
  .leftJoin('matters', 'matters.id', 'motions.matter_id')
  .select('matters.title as matter_title')
  .select(['motions.id', 'motions.slug', 'motions.ocd_id', 'motions.summary', 'motions.text'])
  .select([...namingColumns, ...votedColumns])
  .select(['motions.agenda_item_id', 'mover_name', 'seconder_name'])
  .select(['motions.contested', 'motions.other_result'])
  .select(['movers.name as mover', 'movers.slug as mover_slug', 'seconders.name as seconder'])
  .select(({ selectFrom }) =>
    selectFrom('votes')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .whereRef('votes.motion_id', '=', 'motions.id')
      .as('named_votes'),
  )
  .select(({ selectFrom }) =>
    selectFrom('votes')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .whereRef('votes.motion_id', '=', 'motions.id')
      .where('votes.value', '=', 'Against')
      .as('named_against'),
  )
  .whereRef('motions.meeting_id', '=', 'meetings.id')
  .orderBy('motions.position')
  .orderBy('motions.id')

const attendance = expressionBuilder<Tables, 'meetings'>()
  .selectFrom('attendance')
  .leftJoin('people', 'people.id', 'attendance.person_id')
  .select(['people.slug as person_slug', 'people.name', 'people.ocd_id'])
  .select(['person_name', 'role', 'present', 'reason', 'sessions'])
  .whereRef('meeting_id', '=', 'meetings.id')
  .orderBy('attendance.id')

const speakingTime = expressionBuilder<Tables, 'meetings'>()
  .selectFrom('speaking_time')
  .leftJoin('people', 'people.id', 'speaking_time.person_id')
  .select(['people.slug as person_slug', 'people.name', 'person_name', 'seconds'])
  .whereRef('meeting_id', '=', 'meetings.id')
  .orderBy('seconds', 'desc')
  .orderBy('speaking_time.id')

const statements = expressionBuilder<Tables, 'meetings'>()
  .selectFrom('key_statements')
  .leftJoin('people', 'people.id', 'key_statements.person_id')
  .leftJoin('agenda_items', (join) =>
    join
      .onRef('agenda_items.meeting_id', '=', 'key_statements.meeting_id')
      .onRef('agenda_items.key', '=', 'key_statements.agenda_item_key'),
  )
  .select(['key_statements.slug', 'key_statements.speaker', 'key_statements.text'])
  .select(['key_statements.context', 'key_statements.start_seconds'])
  .select(['people.slug as person_slug', 'people.name', 'agenda_items.slug as agenda_item_slug'])
  .whereRef('key_statements.meeting_id', '=', 'meetings.id')
  .orderBy('key_statements.id')

/** The by-laws that the agenda items of a meeting are about, with the id of the item. */
const itemBylaws = expressionBuilder<Tables, 'meetings'>()
  .selectFrom('agenda_items')
  .innerJoin('bylaw_references', 'bylaw_references.agenda_item_id', 'agenda_items.id')
  .innerJoin('bylaws', 'bylaws.id', 'bylaw_references.bylaw_id')
  .select(['agenda_items.id', 'bylaws.slug', 'bylaws.title', 'bylaws.bylaw_number'])
  .whereRef('agenda_items.meeting_id', '=', 'meetings.id')
  .orderBy('bylaw_references.id')

// A union uses one index for each kind; with `or`, PostgreSQL scans the table.
const documents = expressionBuilder<Tables, 'meetings'>()
  .selectFrom('documents')
  .leftJoin('agenda_items', 'agenda_items.id', 'documents.agenda_item_id')
  .select([...documentColumns, 'documents.agenda_item_id'])
  .where('documents.id', 'in', ({ selectFrom }) =>
    selectFrom('documents as own')
      .select('own.id')
      .whereRef('own.meeting_id', '=', 'meetings.id')
      .unionAll(
        selectFrom('agenda_items as items')
          .innerJoin('documents as of_items', 'of_items.agenda_item_id', 'items.id')
          .select('of_items.id')
          .whereRef('items.meeting_id', '=', 'meetings.id'),
      ),
  )
  // The meeting's own first, then in agenda order. Row ids are not stable: they change on reimport.
  .orderBy(({ fn, ref, val }) => fn.coalesce(ref('agenda_items.position'), val(-1)))
  .orderBy(({ fn, ref, val }) => fn.coalesce(ref('documents.agenda_item_id'), val(0)))
  .orderBy('documents.id')
