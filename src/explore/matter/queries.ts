import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { firstMeetingOf, minutesAt, selectItems } from '../parts/queries.ts'
import { outcomeColumns } from '../queries.ts'

/**
 * The meetings that dealt with a matter, newest first, where its items are on their agendas, its motions, and the minutes
 * that it was read from; one statement.
 */
export async function findProceedings(db: ReadDatabase, matter: Matter, meetingsMax: number) {
  const { id: matterId, municipalityId, source_url: url } = matter
  const minutes = minutesAt(db, url).where('meetings.id', 'in', meetingIdsOf(db, matterId))
  const row = await db
    .selectNoFrom([
      jsonRows(db, minutes).as('minutes'),
      jsonRows(db, meetingsOf(db, matterId, meetingsMax)).as('meetings'),
      jsonRows(db, itemsOf(db, matterId, meetingsMax)).as('items'),
      jsonRows(db, motionsOf(db, matterId)).as('motions'),
      firstMeetingOf(db, municipalityId).as('begins'),
    ])
    .executeTakeFirstOrThrow()
  return {
    minutes: parseRows(row.minutes),
    meetings: parseRows(row.meetings),
    items: parseRows(row.items).map((item) => ({ ...item, index: Number(item.index) })),
    motions: parseRows(row.motions),
    begins: row.begins,
  }
}

interface Matter {
  id: number
  municipalityId: number
  source_url: string | null
}

export type Proceedings = Awaited<ReturnType<typeof findProceedings>>

function meetingsOf(db: ReadDatabase, matterId: number, limit: number) {
  return db
    .selectFrom('meetings')
    .select(['slug', 'title', 'date', 'status', 'has_minutes'])
    .where('id', 'in', meetingIdsOf(db, matterId))
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(({ lit }) => lit(limit))
}

function meetingIdsOf(db: ReadDatabase, matterId: number) {
  return db
    .selectFrom('agenda_items')
    .select((eb) => eb.ref('agenda_items.meeting_id').as('meeting_id'))
    .where('agenda_items.matter_id', '=', matterId)
    .unionAll(
      db
        .selectFrom('motions')
        .select((eb) => eb.ref('motions.meeting_id').$notNull().as('meeting_id'))
        .where('motions.matter_id', '=', matterId),
    )
    .unionAll(
      db
        .selectFrom('actions')
        .select((eb) => eb.ref('actions.meeting_id').$notNull().as('meeting_id'))
        .where('actions.matter_id', '=', matterId),
    )
}

function itemsOf(db: ReadDatabase, matterId: number, limit: number) {
  return selectItems(db)
    .where('agenda_items.matter_id', '=', matterId)
    .orderBy('meetings.date', 'desc')
    .orderBy('agenda_items.position')
    .orderBy('agenda_items.id')
    .limit(({ lit }) => lit(limit))
}

/** What a motion is called, where it was put, and how it was counted. */
function motionsOf(db: ReadDatabase, matterId: number) {
  return db
    .selectFrom('motions')
    .leftJoin('organizations', 'organizations.id', 'motions.decided_by_id')
    .select([...outcomeColumns, 'motions.agenda_item_id'])
    .select(['organizations.name as body', 'organizations.classification as body_kind'])
    .where('motions.matter_id', '=', matterId)
    .orderBy('motions.date', 'desc')
    .orderBy('motions.id', 'desc')
    .limit(({ lit }) => lit(motionsMax))
}

/** More than a page shows. */
const motionsMax = 500
