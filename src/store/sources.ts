import type { Kysely } from 'kysely'
import { newestRecord } from './newest-record.ts'
import type { ReadDatabase } from './open.ts'
import type { Tables } from './tables.ts'

/** A URL that an importer reads for a municipality. */
interface SourceLocation {
  municipalityId: number
  /** Name of the importer on the command line. */
  importer: string
  location: string
}

/** The remembered sources of all municipalities, by slug. */
export const listSources = (db: ReadDatabase) => selectSources(db).execute()

export function selectSources(db: ReadDatabase) {
  return db
    .selectFrom('sources')
    .innerJoin('municipalities', 'municipalities.id', 'sources.municipality_id')
    .leftJoin('down_families', 'down_families.family', 'sources.family')
    .select(newestRecord().as('newestRecord'))
    .select([
      'municipalities.slug as municipality',
      'sources.municipality_id as municipalityId',
      'sources.importer',
      'sources.location',
      'sources.since',
      'sources.read_until as readUntil',
      'sources.checked_at as checkedAt',
      'sources.result',
      'sources.error',
      'sources.running_since as runningSince',
      'sources.failing_since as failingSince',
      'sources.interval_seconds as intervalSeconds',
      'sources.family',
      'down_families.since as downSince',
      'down_families.retry_at as retryAt',
      'down_families.failures as downFailures',
      'down_families.error as downError',
    ])
    .orderBy('municipalities.slug')
    .orderBy('sources.importer')
    .orderBy('sources.location')
}
export type RememberedSource = Awaited<ReturnType<typeof listSources>>[number]

/** Times in ISO 8601; `since` is the first day that was read, null for everything. */
interface Read {
  startedAt: string
  checkedAt: string
  since: string | null
  /** The records of a full read; null of one of changes. */
  records: number | null
}

/** Remembers a source after a successful import. */
export async function noteSourceRead(
  db: Kysely<Tables>,
  source: SourceLocation,
  { startedAt, checkedAt, since, records }: Read,
): Promise<void> {
  const existing = await db
    .selectFrom('sources')
    .select(['since', 'read_until', 'records'])
    .where(({ and }) => and(columnsOf(source)))
    .executeTakeFirst()
  // A read that begins later than the last one ended leaves a gap, which is still to be read.
  const isGap = existing !== undefined && since !== null && since > existing.read_until.slice(0, 10)
  const read = {
    since: existing === undefined ? since : earliest(existing.since, since),
    read_until: isGap ? existing.read_until : startedAt,
    checked_at: checkedAt,
    records: records ?? existing?.records ?? null,
    result: 'done' as const,
    error: null,
    running_since: null,
    failing_since: null,
  }
  await db
    .insertInto('sources')
    .values({ ...columnsOf(source), ...read })
    .onConflict((conflict) =>
      conflict.columns(['municipality_id', 'importer', 'location']).doUpdateSet(read),
    )
    .execute()
}

/** The records of the last full reads of these sources together; undefined unless each has been read. */
export async function countRecordsOf(
  db: ReadDatabase,
  sources: readonly SourceLocation[],
): Promise<number | undefined> {
  let total = 0
  for (const source of sources) {
    const row = await db
      .selectFrom('sources')
      .select('records')
      .where(({ and }) => and(columnsOf(source)))
      .executeTakeFirst()
    if (row === undefined || row.records === null) return undefined
    total += row.records
  }
  return sources.length === 0 ? undefined : total
}

/** Records that an import of these sources has begun, and no other one of their municipality runs. */
export async function noteSourceStart(
  db: Kysely<Tables>,
  { municipalityId, sources }: { municipalityId: number; sources: readonly SourceLocation[] },
  startedAt: string,
): Promise<void> {
  await db
    .updateTable('sources')
    .set(({ case: choose, or, and }) => ({
      running_since: choose()
        .when(or(sources.map((source) => and(columnsOf(source)))))
        .then(startedAt)
        .else(null)
        .end(),
    }))
    .where('municipality_id', '=', municipalityId)
    .execute()
}

interface Failure {
  checkedAt: string
  error: string
  result?: 'failed' | 'interrupted'
}

/** Records that an import of a remembered source failed; another source is not remembered. */
export async function noteSourceFailure(
  db: Kysely<Tables>,
  source: SourceLocation,
  { checkedAt, error, result = 'failed' }: Failure,
): Promise<void> {
  await db
    .updateTable('sources')
    .set(({ fn, ref, val }) => ({
      ...{ checked_at: checkedAt, result, error, running_since: null },
      failing_since: fn.coalesce(ref('failing_since'), val(checkedAt)),
    }))
    .where(({ and }) => and(columnsOf(source)))
    .execute()
}

/** Stores which hosts a source has, and how often it is read (null: not by itself). */
export async function noteSchedule(
  db: Kysely<Tables>,
  source: SourceLocation,
  { family, intervalSeconds }: { family: string; intervalSeconds: number | null },
): Promise<void> {
  await db
    .updateTable('sources')
    .set({ family, interval_seconds: intervalSeconds })
    .where(({ and }) => and(columnsOf(source)))
    .execute()
}

/** Stores that the sources of these hosts cannot be read, and when one is tried again. */
export async function noteFamilyDown(
  db: Kysely<Tables>,
  down: Tables['down_families'],
): Promise<void> {
  const { since: _, ...latest } = down
  await db
    .insertInto('down_families')
    .values(down)
    .onConflict((conflict) => conflict.column('family').doUpdateSet(latest))
    .execute()
}

export async function noteFamilyUp(db: Kysely<Tables>, family: string): Promise<void> {
  await db.deleteFrom('down_families').where('family', '=', family).execute()
}

/** Forgets the sources of a municipality, or the one with this location; returns how many there were. */
export async function removeSources(
  db: Kysely<Tables>,
  municipality: string,
  location?: string,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sources')
    .where('municipality_id', 'in', (own) =>
      own.selectFrom('municipalities').select('id').where('slug', '=', municipality),
    )
    .$if(location !== undefined, (rows) => rows.where('location', '=', location ?? ''))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

const columnsOf = ({ municipalityId, importer, location }: SourceLocation) => ({
  municipality_id: municipalityId,
  importer,
  location,
})

function earliest(left: string | null, right: string | null): string | null {
  if (left === null || right === null) return null
  return left < right ? left : right
}

/** Notes that the first council is not added yet, or forgets it. */
export async function notePendingSource(
  db: Kysely<Tables>,
  pending: Tables['pending_sources'] | undefined,
): Promise<void> {
  await db.deleteFrom('pending_sources').execute()
  if (pending !== undefined) await db.insertInto('pending_sources').values(pending).execute()
}

export const findPendingSource = (db: ReadDatabase) => selectPendingSource(db).executeTakeFirst()

export function selectPendingSource(db: ReadDatabase) {
  return db.selectFrom('pending_sources').select(['location', 'checked_at', 'next_at', 'error'])
}
