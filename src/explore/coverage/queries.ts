import type { ExpressionBuilder } from 'kysely'
import { calledOffStatuses } from '../../core/called-off.ts'
import { listFailingImports } from '../../store/import-runs.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase, ReadStore } from '../../store/open.ts'
import type { Tables } from '../../store/tables.ts'

/** The coverage of a municipality, in three statements over one snapshot. */
export async function findCoverage(
  store: ReadStore,
  municipalityId: number,
  lastSettledDate: string,
) {
  return store.read(async (db) => ({
    ...(await countRecords(db, municipalityId)),
    // Only the date: an error message can name hosts and files.
    failedAt: (await listFailingImports(db, municipalityId)).at(-1)?.finishedAt,
    meetings: await countMeetings(db, municipalityId, lastSettledDate),
  }))
}

export type Coverage = Awaited<ReturnType<typeof findCoverage>>

async function countRecords(db: ReadDatabase, municipalityId: number) {
  const { bodies, ...counts } = await db
    .selectFrom('municipalities')
    .select((eb) => [
      'person_count as people',
      'matter_count as matters',
      'bylaw_count as bylaws',
      'motion_count as motions',
      'vote_count as votes',
      'recorded_vote_count as recorded',
      'partial_vote_count as partial',
      countIncomplete(eb).as('incomplete'),
      jsonRows(db, selectBodies(db, municipalityId)).as('bodies'),
    ])
    .where('id', '=', municipalityId)
    .executeTakeFirstOrThrow()
  return {
    ...asNumbers(counts),
    bodies: parseRows(bodies).map((body) => ({ ...body, meetings: Number(body.meetings) })),
  }
}

/** Motions without their text or the end of it; null before the first import that counts them. */
function countIncomplete(eb: ExpressionBuilder<Tables, 'municipalities'>) {
  return eb
    .selectFrom('facets')
    .select('count')
    .whereRef('municipality_id', '=', 'municipalities.id')
    .where('list', '=', 'motions')
    .where('name', '=', 'text_complete')
    .where('value', '=', 'false')
}

/** Whether a meeting was called off, may still get documents (open), or should have all of them (settled). */
type Phase = 'cancelled' | 'open' | 'settled'

/** Meetings by year and phase. A meeting that is still scheduled counts as open, whatever its date. */
async function countMeetings(db: ReadDatabase, municipalityId: number, lastSettledDate: string) {
  const rows = await db
    .selectFrom('meetings')
    .select((eb) => [
      eb.fn<string>('substr', ['meetings.date', eb.lit(1), eb.lit(4)]).as('year'),
      eb
        .case()
        .when('meetings.status', 'in', calledOffStatuses)
        .then('cancelled')
        .when(
          eb.or([
            eb('meetings.status', '=', 'scheduled'),
            eb('meetings.date', '>', lastSettledDate),
          ]),
        )
        .then('open')
        .else('settled')
        .end()
        .$castTo<Phase>()
        .as('phase'),
      eb.fn.countAll<number>().as('meetings'),
      eb.fn.sum<number>('meetings.has_agenda').as('agenda'),
      eb.fn.sum<number>('meetings.has_minutes').as('minutes'),
      eb.fn.count<number>('meetings.video_url').as('video'),
      eb.fn.sum<number>(hasRollCall(eb)).as('rollCalls'),
      eb.fn.sum<number>('meetings.has_transcript').as('transcript'),
    ])
    .where('meetings.municipality_id', '=', municipalityId)
    .groupBy(['year', 'phase'])
    .orderBy('year')
    .execute()
  return rows.map(({ year, phase, ...counts }) => ({ year, phase, ...asNumbers(counts) }))
}

/** 1 if a motion of the meeting has a tally and individual votes; dissents alone are not a roll call. */
function hasRollCall(eb: ExpressionBuilder<Tables, 'meetings'>) {
  const rollCalls = eb
    .selectFrom('motions')
    .select('motions.id')
    .whereRef('motions.meeting_id', '=', 'meetings.id')
    .where('motions.tally_for', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('votes').select('votes.id').whereRef('votes.motion_id', '=', 'motions.id')),
    )
  return eb.case().when(eb.exists(rollCalls)).then(eb.lit(1)).else(eb.lit(0)).end()
}

function asNumbers<T extends Record<string, unknown>>(counts: T): Record<keyof T, number> {
  const pairs = Object.entries(counts).map(([name, count]) => [name, Number(count)])
  return Object.fromEntries(pairs) as Record<keyof T, number>
}

/** Bodies by number of meetings. */
function selectBodies(db: ReadDatabase, municipalityId: number) {
  return db
    .selectFrom('organizations')
    .leftJoin('meetings', 'meetings.organization_id', 'organizations.id')
    .select(({ fn }) => [
      'organizations.id',
      'organizations.slug',
      'organizations.name',
      fn.count<number>('meetings.id').as('meetings'),
    ])
    .where('organizations.municipality_id', '=', municipalityId)
    .groupBy('organizations.id')
    .orderBy('meetings', 'desc')
    .orderBy('organizations.name_folded')
}
