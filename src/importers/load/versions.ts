import { hash } from 'node:crypto'
import { type ExpressionWrapper, expressionBuilder } from 'kysely'
import { batches, batchesBySize } from '../../core/batches.ts'
import { dateInZone } from '../../core/calendar-date.ts'
import { kinds } from '../../record/kinds.ts'
import { type ServedKind, servedKinds } from '../../record/served-kinds.ts'
import { detailsRead } from '../../resources/_shared/details.ts'
import type { ServedScope } from '../../resources/_shared/served.ts'
import { servedResources } from '../../resources/modules.ts'
import { importedTables, recordKinds } from '../../store/record-kinds.ts'
import type { Tables } from '../../store/tables.ts'
import type { LoadScope } from './scope.ts'

type VersionScope = Pick<LoadScope, 'db' | 'dialect' | 'now'> & { target: { id: number } }

/**
 * Gives the data of a municipality its next version, and that version to every record that is served otherwise than
 * before; `updated_at` moves with it. Without any, and unless `hasMoved`, the version stays.
 */
export async function moveDataVersion(scope: VersionScope, hasMoved: boolean): Promise<void> {
  const { db, dialect, now, target } = scope
  const before = await db
    .selectFrom('municipalities')
    .leftJoin('data_versions', (join) =>
      join
        .onRef('data_versions.municipality_id', '=', 'municipalities.id')
        .onRef('data_versions.version', '=', 'municipalities.data_version'),
    )
    .select(['slug', 'time_zone', 'data_version', 'state'])
    .where('municipalities.id', '=', target.id)
    .executeTakeFirstOrThrow()
  const served = {
    municipalityId: target.id,
    today: dateInZone(Date.parse(now), before.time_zone),
    pages: `/${before.slug}`,
  }
  const version = before.data_version + 1
  const digests: string[] = []
  for (const kind of servedKinds) {
    const changed = await changedRecords(kind, { scope, served })
    for (const some of batches(changed)) await writeVersions(kind, some, { scope, version })
    for (const one of changed) digests.push(`${kind} ${one.id} ${one.hash}`)
  }
  if (digests.length === 0 && !hasMoved) return
  const state = digestOf(JSON.stringify([before.state, now, ...digests]))
  await dialect.insertAll(db, 'data_versions', [
    { municipality_id: target.id, version, state, created_at: now },
  ])
  await db
    .updateTable('municipalities')
    .set({ data_version: version, updated_at: now })
    .where('id', '=', target.id)
    .execute()
}

interface ChangedRecord {
  id: number
  slug: string
  ocd_id: string | null
  hash: string
  removed: 0 | 1
  /** Whether `updated_at` is still that of an earlier import. */
  isStale: boolean
}

interface Comparison {
  scope: VersionScope
  served: ServedScope
}

/** The records of a kind that are served otherwise than at the last version, and those that are gone. */
async function changedRecords(kind: ServedKind, comparison: Comparison): Promise<ChangedRecord[]> {
  const { db, now, target } = comparison.scope
  const rows = await db
    .selectFrom(recordKinds[kind].table as 'meetings')
    .select(['id', 'slug', 'updated_at'])
    // By-laws have no Open Civic Data id.
    .$if(kind !== 'bylaw', (query) => query.select('ocd_id'))
    .select(bytesOf(kind).as('bytes'))
    .where('municipality_id', '=', target.id)
    .orderBy('id')
    .execute()
  const versions = await db
    .selectFrom('record_versions')
    .select(['id', 'slug', 'ocd_id', 'hash', 'removed'])
    .where('municipality_id', '=', target.id)
    .where('kind', '=', kind)
    .execute()
  const before = new Map(versions.map((one) => [one.id, one]))
  const changed: ChangedRecord[] = []
  for (const some of batchesOf(kind, rows)) {
    const ids = some.map(({ id }) => id)
    const hashes = await hashesOf(kind, ids, comparison)
    for (const { id, slug, ocd_id = null, updated_at } of some) {
      const hash = hashes.get(id) ?? ''
      const isStale = updated_at !== now
      if (before.get(id)?.hash !== hash || !isStale)
        changed.push({ id, slug, ocd_id, hash, removed: 0, isStale })
    }
  }
  for (const { id } of rows) before.delete(id)
  for (const { removed, ...one } of before.values())
    if (removed === 0) changed.push({ ...one, hash: '', removed: 1, isStale: false })
  return changed
}

/** The kinds whose details have texts of other records, of which one can have megabytes. */
const showsTextsOfOthers: ReadonlySet<ServedKind> = new Set(['matter', 'meeting'])

/** Details of other kinds that one statement reads, and the bytes of their texts. */
const [detailsMax, bytesMax] = [100, 256 * 1024]

/** The bytes of the row of a record. */
function bytesOf(kind: ServedKind) {
  const eb = expressionBuilder<Tables, 'meetings'>()
  return kinds[kind].layout.columns
    .map(({ column }) => {
      const text = eb.cast<string>(eb.ref(column as 'title'), 'varchar')
      return eb.fn.coalesce(eb.fn<number>('octet_length', [text]), eb.lit(0))
    })
    .reduce<ExpressionWrapper<Tables, 'meetings', number>>(
      (sum, bytes) => eb(sum, '+', bytes),
      eb.lit<number>(0),
    )
}

function batchesOf<Row extends { bytes: number }>(kind: ServedKind, rows: readonly Row[]) {
  const length = showsTextsOfOthers.has(kind) ? detailsRead : detailsMax
  return batchesBySize(rows, ({ bytes }) => Number(bytes), { size: bytesMax, length })
}

/** Of what records are served as, without what changes by itself: a councillor is current until a day. */
async function hashesOf(
  kind: ServedKind,
  ids: readonly number[],
  { scope: { db }, served }: Comparison,
): Promise<Map<number, string>> {
  const { read, serialize } = servedResources[kind]
  const records = await read(db, served, ids)
  const still = { updated_at: '', is_current_councillor: false }
  return new Map(records.map((record) => [record.id, digestOf(serialize({ ...record, ...still }))]))
}

const digestLength = 22

const digestOf = (text: string) => hash('sha256', text, 'base64url').slice(0, digestLength)

async function writeVersions(
  kind: ServedKind,
  changed: readonly ChangedRecord[],
  { scope: { db, dialect, now, target }, version }: { scope: VersionScope; version: number },
): Promise<void> {
  const ids = changed.map(({ id }) => id)
  await db.deleteFrom('record_versions').where('kind', '=', kind).where('id', 'in', ids).execute()
  const rows = changed.map(({ isStale: _, ...one }) => ({
    ...{ municipality_id: target.id, kind, version },
    ...one,
  }))
  await dialect.insertAll(db, 'record_versions', rows)
  const stale = changed.filter(({ isStale }) => isStale).map(({ id }) => id)
  if (stale.length === 0) return
  await importedTables(db)
    .updateTable(recordKinds[kind].table)
    .set({ updated_at: now })
    .where('id', 'in', stale)
    .execute()
}
