import { expressionBuilder } from 'kysely'
import { defeatedFilter } from '../../core/headings/outcome.ts'
import { hasOutcome } from '../../resources/_shared/queries.ts'
import { dialectOf } from '../../store/dialect/engines.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import type { Tables } from '../../store/tables.ts'
import { selectMeetingNotes } from '../parts/queries.ts'
import { bodiesThatMet, lineColumns } from '../queries.ts'

/** Agenda items that a list names for a meeting. */
const itemsMax = 3

interface Listed {
  municipalityId: number
  ids: readonly number[]
}

/** What a list says of each of its meetings, by id, and the bodies that met; one statement. */
export async function readBesideMeetings(db: ReadDatabase, { municipalityId, ids }: Listed) {
  const { arrayParam, inArray } = dialectOf(db)
  const notes = selectMeetingNotes(db)
    .select(jsonRows(db, firstDecision(db)).as('decision'))
    .select(jsonRows(db, firstReports()).as('reports'))
    .where(({ ref }) => inArray(ref('meetings.id'), arrayParam(ids)))
  const row = await db
    .selectNoFrom([
      jsonRows(db, notes).as('notes'),
      jsonRows(db, bodiesThatMet(db, municipalityId)).as('bodies'),
    ])
    .executeTakeFirstOrThrow()
  const about = parseRows(row.notes).map(({ decision, reports, ...note }) => ({
    ...note,
    decision: parseRows(decision)[0],
    reports: parseRows(reports),
  }))
  return {
    notes: new Map(about.map((note) => [note.id, note])),
    bodies: parseRows(row.bodies),
  }
}

export type BesideMeetings = Awaited<ReturnType<typeof readBesideMeetings>>

/** A decision that stands for a meeting: a contested or lost one, else one that carried on a matter. */
function firstDecision(db: ReadDatabase) {
  const isDefeated = hasOutcome(db, 'motions', defeatedFilter)
  return expressionBuilder<Tables, 'meetings'>()
    .selectFrom('motions')
    .select(lineColumns)
    .whereRef('motions.meeting_id', '=', 'meetings.id')
    .where('motions.result', 'is not', null)
    .where(({ eb, or, and }) =>
      or([
        eb('motions.contested', '=', 1),
        isDefeated,
        and([
          eb('motions.outcome', '=', 'carried'),
          eb('motions.matter_id', 'is not', null),
          or([eb('motions.kind', 'is', null), eb('motions.kind', '!=', 'procedural')]),
        ]),
      ]),
    )
    .orderBy(({ eb, lit }) =>
      eb
        .case()
        .when('motions.contested', '=', 1)
        .then(lit(0))
        .when(isDefeated)
        .then(lit(1))
        .else(lit(2))
        .end(),
    )
    .orderBy('motions.position')
    .orderBy('motions.id')
    .limit(({ lit }) => lit(1))
}

/** The first agenda items about a matter. */
function firstReports() {
  return expressionBuilder<Tables, 'meetings'>()
    .selectFrom('agenda_items')
    .select('agenda_items.title')
    .whereRef('agenda_items.meeting_id', '=', 'meetings.id')
    .where('agenda_items.matter_id', 'is not', null)
    .orderBy('agenda_items.position')
    .orderBy('agenda_items.id')
    .limit(({ lit }) => lit(itemsMax))
}
