import { dialectOf } from '../../store/dialect/engines.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { parseMeetingLine, selectMeetingLines } from '../parts/queries.ts'
import { bodiesThatMet } from '../queries.ts'

interface Listed {
  municipalityId: number
  ids: readonly number[]
}

/** What a list says of each of its meetings, by id, and the bodies that met; one statement. */
export async function readBesideMeetings(db: ReadDatabase, { municipalityId, ids }: Listed) {
  const { arrayParam, inArray } = dialectOf(db)
  const notes = selectMeetingLines(db).where(({ ref }) =>
    inArray(ref('meetings.id'), arrayParam(ids)),
  )
  const row = await db
    .selectNoFrom([
      jsonRows(db, notes).as('notes'),
      jsonRows(db, bodiesThatMet(db, municipalityId)).as('bodies'),
    ])
    .executeTakeFirstOrThrow()
  return {
    notes: new Map(parseRows(row.notes).map((note) => [note.id, parseMeetingLine(note)])),
    bodies: parseRows(row.bodies),
  }
}

export type BesideMeetings = Awaited<ReturnType<typeof readBesideMeetings>>
