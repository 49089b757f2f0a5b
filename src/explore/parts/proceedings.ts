import type { Expression } from 'kysely'
import { cachedRow } from '../../store/cached-query.ts'
import type { ArrayParam } from '../../store/dialect/dialect.ts'
import { dialectOf } from '../../store/dialect/engines.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { motionPosition } from '../../store/record-order.ts'
import { outcomeColumns } from '../queries.ts'
import { firstMeetingOf, minutesAt, selectItems } from './queries.ts'

/** Steps on a page. */
export const stepsMax = 100

/**
 * The meetings that dealt with a record, newest first, where its items are on their agendas, its motions, and the minutes
 * that it was read from; one statement.
 */
export async function findProceedings(
  db: ReadDatabase,
  { matterIds, bylawId = noBylaw, municipalityId, source_url: url }: Dealt,
) {
  const ids = dialectOf(db).arrayParam(matterIds)
  const row = await proceedingsOf(db, { matterIds: ids, bylawId, municipalityId, url })
  return {
    minutes: parseRows(row.minutes),
    meetings: parseRows(row.meetings),
    items: parseRows(row.items).map((item) => ({ ...item, index: Number(item.index) })),
    motions: parseRows(row.motions),
    begins: row.begins,
  }
}

/** A matter, or a by-law with its matters. */
interface Dealt {
  matterIds: readonly number[]
  bylawId?: number
  municipalityId: number
  source_url: string | null
}

type Subject = {
  matterIds: ArrayParam
  bylawId: number
  municipalityId: number
  url: string | null
}

const proceedingsOf = cachedRow((db, record: Subject) => {
  const { municipalityId, url } = record
  const minutes = minutesAt(db, url).where('meetings.id', 'in', meetingIdsOf(db, record))
  return db.selectNoFrom([
    jsonRows(db, minutes).as('minutes'),
    jsonRows(db, meetingsOf(db, record, stepsMax)).as('meetings'),
    jsonRows(db, itemsOf(db, record, stepsMax)).as('items'),
    jsonRows(db, motionsOf(db, record)).as('motions'),
    firstMeetingOf(db, municipalityId).as('begins'),
  ])
})

export type Proceedings = Awaited<ReturnType<typeof findProceedings>>

function meetingsOf(db: ReadDatabase, record: Subject, limit: number) {
  return db
    .selectFrom('meetings')
    .leftJoin('organizations', 'organizations.id', 'meetings.organization_id')
    .select(['meetings.slug', 'meetings.title', 'meetings.date', 'meetings.status'])
    .select(['meetings.has_minutes', 'organizations.classification as body_kind'])
    .where('meetings.id', 'in', meetingIdsOf(db, record))
    .orderBy('meetings.date', 'desc')
    .orderBy('meetings.id', 'desc')
    .limit(({ lit }) => lit(limit))
}

function meetingIdsOf(db: ReadDatabase, record: Subject) {
  return db
    .selectFrom('agenda_items')
    .select((eb) => eb.ref('agenda_items.meeting_id').as('meeting_id'))
    .where('agenda_items.id', 'in', itemIdsOf(db, record))
    .unionAll(
      db
        .selectFrom('motions')
        .select((eb) => eb.ref('motions.meeting_id').$notNull().as('meeting_id'))
        .where('motions.id', 'in', motionIdsOf(db, record)),
    )
    .unionAll(
      db
        .selectFrom('actions')
        .select((eb) => eb.ref('actions.meeting_id').$notNull().as('meeting_id'))
        .where(({ ref }) => isOf(db, record, ref('actions.matter_id').$notNull())),
    )
}

/** Whether a row is of one of the matters. */
function isOf(db: ReadDatabase, { matterIds }: Subject, matterId: Expression<number>) {
  return dialectOf(db).inArray(matterId, matterIds)
}

// No row has this id.
const noBylaw = 0

function itemIdsOf(db: ReadDatabase, record: Subject) {
  return db
    .selectFrom('agenda_items')
    .select('agenda_items.id')
    .where(({ ref }) => isOf(db, record, ref('agenda_items.matter_id').$notNull()))
    .unionAll(
      db
        .selectFrom('bylaw_references')
        .select((eb) => eb.ref('bylaw_references.agenda_item_id').$notNull().as('id'))
        .where('bylaw_references.bylaw_id', '=', record.bylawId),
    )
}

function motionIdsOf(db: ReadDatabase, record: Subject) {
  return db
    .selectFrom('motions')
    .select('motions.id')
    .where(({ ref }) => isOf(db, record, ref('motions.matter_id').$notNull()))
    .unionAll(
      db
        .selectFrom('bylaw_references')
        .select((eb) => eb.ref('bylaw_references.motion_id').$notNull().as('id'))
        .where('bylaw_references.bylaw_id', '=', record.bylawId),
    )
}

function itemsOf(db: ReadDatabase, record: Subject, limit: number) {
  return selectItems(db)
    .where('agenda_items.id', 'in', itemIdsOf(db, record))
    .orderBy('meetings.date', 'desc')
    .orderBy('meetings.id', 'desc')
    .orderBy('agenda_items.position')
    .orderBy('agenda_items.id')
    .limit(({ lit }) => lit(limit))
}

/** What a motion is called, where it was put, and how it was counted. */
function motionsOf(db: ReadDatabase, record: Subject) {
  return db
    .selectFrom('motions')
    .leftJoin('meetings', 'meetings.id', 'motions.meeting_id')
    .leftJoin('organizations', 'organizations.id', 'motions.decided_by_id')
    .select([...outcomeColumns, 'motions.agenda_item_id', motionPosition().as('position')])
    .select(['meetings.slug as meeting_slug', 'organizations.name as body'])
    .select('organizations.classification as body_kind')
    .where('motions.id', 'in', motionIdsOf(db, record))
    .orderBy('motions.date', 'desc')
    .orderBy('motions.id', 'desc')
    .limit(({ lit }) => lit(motionsMax))
}

/** More than a page shows. */
const motionsMax = 500
