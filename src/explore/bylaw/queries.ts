import { stepsInOrder, vetoesIn } from '../../core/veto.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { vetoStepsOf } from '../../store/veto-steps.ts'
import { firstMeetingOf, minutesAt } from '../parts/queries.ts'
import { lineColumns } from '../queries.ts'

const shownMax = 50

/**
 * The motions that name a by-law and the meetings with it on the agenda, newest first, the steps by which it was vetoed,
 * and the minutes that it was read from; one statement.
 */
export async function findMentions(db: ReadDatabase, bylaw: Bylaw, municipalityId: number) {
  const row = await db
    .selectNoFrom([
      jsonRows(db, motionsOf(db, bylaw.id)).as('motions'),
      jsonRows(db, meetingsOf(db, bylaw.id)).as('meetings'),
      jsonRows(db, minutesOf(db, bylaw)).as('minutes'),
      jsonRows(db, vetoStepsOf(db, [bylaw.id]), shownMax).as('vetoes'),
      firstMeetingOf(db, municipalityId).as('begins'),
    ])
    .executeTakeFirstOrThrow()
  return {
    motions: parseRows(row.motions),
    meetings: parseRows(row.meetings),
    minutes: parseRows(row.minutes),
    vetoes: vetoesIn(stepsInOrder(parseRows(row.vetoes))),
    begins: row.begins,
  }
}

interface Bylaw {
  id: number
  source_url: string | null
}

export type Mentions = Awaited<ReturnType<typeof findMentions>>

function motionsOf(db: ReadDatabase, bylawId: number) {
  return db
    .selectFrom('bylaw_references')
    .innerJoin('motions', 'motions.id', 'bylaw_references.motion_id')
    .leftJoin('meetings', 'meetings.id', 'motions.meeting_id')
    .leftJoin('organizations', 'organizations.id', 'motions.decided_by_id')
    .select([...lineColumns, 'meetings.title as meeting_title'])
    .select(['organizations.name as body', 'organizations.classification as body_kind'])
    .where('bylaw_references.bylaw_id', '=', bylawId)
    .orderBy('motions.date', 'desc')
    .orderBy('motions.id', 'desc')
    .limit(({ lit }) => lit(shownMax))
}

function meetingsOf(db: ReadDatabase, bylawId: number) {
  return db
    .selectFrom('meetings')
    .select(['slug', 'title', 'date', 'status'])
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('bylaw_references')
        .innerJoin('agenda_items', 'agenda_items.id', 'bylaw_references.agenda_item_id')
        .select('agenda_items.meeting_id')
        .where('bylaw_references.bylaw_id', '=', bylawId),
    )
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(({ lit }) => lit(shownMax))
}

/** The minutes that the by-law was read from: those of a meeting with a motion on it. */
function minutesOf(db: ReadDatabase, { id, source_url: url }: Bylaw) {
  return minutesAt(db, url).where('meetings.id', 'in', ({ selectFrom }) =>
    selectFrom('bylaw_references')
      .innerJoin('motions', 'motions.id', 'bylaw_references.motion_id')
      .select((eb) => eb.ref('motions.meeting_id').$notNull().as('meeting_id'))
      .where('bylaw_references.bylaw_id', '=', id),
  )
}
