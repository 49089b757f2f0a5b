import type { ExpressionBuilder } from 'kysely'
import { listFailingImports, listLastImports } from '../../store/import-runs.ts'
import type { ReadDatabase, ReadStore } from '../../store/open.ts'
import type { Tables } from '../../store/tables.ts'

/** The coverage of a municipality, in six statements over one snapshot; see `lastSettledDate` for the date by time zone. */
export async function findCoverage(
  store: ReadStore,
  slug: string,
  lastSettledDate: (timeZone: string) => string,
) {
  return store.read(async (db) => {
    const municipality = await findMunicipality(db, slug)
    if (municipality === undefined) return undefined
    const { id, timeZone } = municipality
    return {
      municipality,
      ...(await countMotions(db, id)),
      lastImport: (await listLastImports(db, id))[0],
      // Only the date: an error message can name hosts and files.
      failedAt: (await listFailingImports(db, id)).at(-1)?.finishedAt,
      meetings: await countMeetings(db, id, lastSettledDate(timeZone)),
      bodies: await listBodies(db, id),
    }
  })
}

export type Coverage = NonNullable<Awaited<ReturnType<typeof findCoverage>>>

async function findMunicipality(db: ReadDatabase, slug: string) {
  return db
    .selectFrom('municipalities')
    .select(['id', 'slug', 'name', 'division_id as divisionId', 'time_zone as timeZone', 'url'])
    .select((eb) => [
      countOf(eb, 'people').as('people'),
      countOf(eb, 'matters').as('matters'),
      countOf(eb, 'bylaws').as('bylaws'),
    ])
    .where('slug', '=', slug)
    .executeTakeFirst()
}

function countOf(
  eb: ExpressionBuilder<Tables, 'municipalities'>,
  table: 'people' | 'matters' | 'bylaws',
) {
  return eb
    .selectFrom(table as 'people')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .whereRef('municipality_id', '=', 'municipalities.id')
    .where('removed_at', 'is', null)
}

/** Motions and votes in one pass, because these are the largest tables. */
async function countMotions(db: ReadDatabase, municipalityId: number) {
  const votes = (eb: ExpressionBuilder<Tables, 'motions'>) =>
    eb
      .selectFrom('votes')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .whereRef('votes.motion_id', '=', 'motions.id')
  const counts = await db
    .selectFrom('motions')
    .select((eb) => [
      eb.fn.countAll<number>().as('motions'),
      eb.fn.sum<number | null>(votes(eb)).as('votes'),
    ])
    .where('municipality_id', '=', municipalityId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return asNumbers(counts)
}

/** Whether a meeting was cancelled, may still get documents (open), or should have all of them (settled). */
type Phase = 'cancelled' | 'open' | 'settled'

/** Meetings by year and phase. A meeting that is still scheduled counts as open, whatever its date. */
async function countMeetings(db: ReadDatabase, municipalityId: number, lastSettledDate: string) {
  const rows = await db
    .selectFrom('meetings')
    .select((eb) => [
      eb.fn<string>('substr', ['meetings.date', eb.lit(1), eb.lit(4)]).as('year'),
      eb
        .case()
        .when('meetings.status', '=', 'cancelled')
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
    .where('meetings.removed_at', 'is', null)
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
    .where('motions.removed_at', 'is', null)
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
async function listBodies(db: ReadDatabase, municipalityId: number) {
  const rows = await db
    .selectFrom('organizations')
    .leftJoin('meetings', (join) =>
      join
        .onRef('meetings.organization_id', '=', 'organizations.id')
        .on('meetings.removed_at', 'is', null),
    )
    .select(({ fn }) => [
      'organizations.id',
      'organizations.name',
      fn.count<number>('meetings.id').as('meetings'),
    ])
    .where('organizations.municipality_id', '=', municipalityId)
    .where('organizations.removed_at', 'is', null)
    .groupBy('organizations.id')
    .orderBy('meetings', 'desc')
    .orderBy('organizations.name_folded')
    .execute()
  return rows.map((row) => ({ ...row, meetings: Number(row.meetings) }))
}
