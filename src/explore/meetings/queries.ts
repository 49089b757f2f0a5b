import { foldCase } from '../../core/fold.ts'
import { idOfSlug } from '../../resources/_shared/queries.ts'
import type { MeetingFilters } from '../../resources/meetings/queries.ts'
import { cachedRow } from '../../store/cached-query.ts'
import type { ArrayParam } from '../../store/dialect/dialect.ts'
import { dialectOf } from '../../store/dialect/engines.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { fromAgendas } from '../parts/history/queries.ts'
import { parseMeetingLine, selectMeetingLines } from '../parts/queries.ts'
import { bodiesThatMet } from '../queries.ts'

interface Listed {
  municipalityId: number
  ids: readonly number[]
}

/** What a list says of each of its meetings, by id, the bodies that met, and whether agendas were changed; one statement. */
export async function readBesideMeetings(db: ReadDatabase, { municipalityId, ids }: Listed) {
  const row = await besideMeetingsOf(db, { municipalityId, ids: dialectOf(db).arrayParam(ids) })
  return {
    notes: new Map(parseRows(row.notes).map((note) => [note.id, parseMeetingLine(note)])),
    bodies: parseRows(row.bodies),
    hasChanges: parseRows(row.changes).length > 0,
  }
}

type InList = { municipalityId: number; ids: ArrayParam }

const besideMeetingsOf = cachedRow((db, { municipalityId, ids }: InList) => {
  const { inArray } = dialectOf(db)
  const notes = selectMeetingLines(db).where(({ ref }) => inArray(ref('meetings.id'), ids))
  const newest = fromAgendas(db, municipalityId)
    .select('record_changes.id')
    .orderBy('record_changes.id', 'desc')
    .limit(1)
  return db.selectNoFrom([
    jsonRows(db, notes).as('notes'),
    jsonRows(db, bodiesThatMet(db, municipalityId)).as('bodies'),
    jsonRows(db, newest).as('changes'),
  ])
})

export type BesideMeetings = Awaited<ReturnType<typeof readBesideMeetings>>

/** The name of the person whose absences a list is filtered by; one statement, or none without. */
export async function findAbsentee(
  db: ReadDatabase,
  municipalityId: number,
  { missed_by: slug }: MeetingFilters,
): Promise<string | undefined> {
  if (slug === undefined) return undefined
  const person = await db
    .selectFrom('people')
    .select('name')
    .where('id', '=', idOfSlug('people', municipalityId, foldCase(slug)))
    .executeTakeFirst()
  return person?.name
}
