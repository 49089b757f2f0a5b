import { ocdId } from '../../core/ocd-id.ts'
import { importedTables, recordKinds } from '../../store/record-kinds.ts'
import { removeDocuments } from '../../store/search/index-documents.ts'
import type { RecordKind, RecordOf } from '../records.ts'
import {
  type ChangedRow,
  type Changes,
  itemColumns,
  noChanges,
  noteBylaws,
  noteChange,
} from './changes.ts'
import { assertNoErrors, DiagnosticList } from './diagnostic-list.ts'
import { rejectForeignItems } from './foreign-items.ts'
import type { Ids } from './ids.ts'
import { isNested, linkParents } from './parents.ts'
import type { PartRow } from './part-rows.ts'
import type { KindPlan, Plan } from './plan.ts'
import { parentField, referencesOf } from './references.ts'
import { type Row, RowLookup } from './row-lookup.ts'
import type { LoadScope, LoadTarget } from './scope.ts'
import { Slugs } from './slugs.ts'
import { InsertBuffer, stagingOf } from './staging-table.ts'
import { keepUnresolved } from './unresolved.ts'
import { type KindWriter, writers } from './writers.ts'

const many = 1000
const noRow = 0
const itemKinds: ReadonlySet<RecordKind> = new Set(['agenda_item', 'motion'])

interface Planned<K extends RecordKind> {
  record: RecordOf<K>
  hash: string
  servedId: number | null
  servedSlug: string | null
  sourceUpdatedAt: string | null
}

type ExistingRow = Row & { removed_at: string | null; [column: string]: unknown }

interface Tools {
  ids: Ids
  slugs: Slugs
  rows: RowLookup
  target: LoadTarget
}

/** Writes the planned records with their parts, kind by kind. Throws `LoadRejected` for invalid parents and agenda items. */
export async function applyPlan(
  plans: Plan['kinds'],
  scope: LoadScope,
  { ids, onRecords }: { ids: Ids; onRecords: (count: number) => void },
): Promise<Changes[]> {
  const { target } = scope
  const tools = { ids, slugs: new Slugs(scope), rows: new RowLookup(scope), target }
  const changes: Changes[] = []
  const errors = new DiagnosticList()
  let done = 0
  const onBatch = (count: number) => {
    done += count
    onRecords(done)
  }
  for (const plan of plans) {
    onBatch(plan.same)
    changes.push(await applyKind(plan, tools, scope, onBatch))
    if (isNested(plan.kind) && plan.batches.length > 0) await linkParents(plan.kind, scope, errors)
  }
  if (plans.some(({ kind, batches }) => itemKinds.has(kind) && batches.length > 0))
    await rejectForeignItems(scope, errors)
  assertNoErrors(errors)
  await keepUnresolved(scope)
  return changes
}

async function applyKind<K extends RecordKind>(
  { kind, batches, added }: KindPlan & { kind: K },
  tools: Tools,
  scope: LoadScope,
  onBatch: (count: number) => void,
): Promise<Changes> {
  const changes = noChanges()
  const { table } = recordKinds[kind]
  let written = 0
  for (const batch of batches) {
    const records = await readPlanned<K>(batch, scope)
    const existing = await findExisting(kind, records, scope)
    await noteBylaws(kind, existing.values(), changes, scope)
    const rows = await writeBatch(kind, { records, existing }, tools, scope)
    for (const row of rows) noteChange(kind, row, changes)
    await noteBylaws(kind, rows, changes, scope)
    onBatch(batch.length)
    written += batch.length
    // Without fresh statistics PostgreSQL assumes an empty table and scans it for each query.
    if (added >= many && written >= many && written - batch.length < many)
      await scope.dialect.analyze(scope.db, table)
  }
  if (added >= many) await scope.dialect.analyze(scope.db, table)
  return changes
}

async function readPlanned<K extends RecordKind>(
  batch: readonly number[],
  { db, dialect }: LoadScope,
): Promise<Planned<K>[]> {
  const rows = await stagingOf(db)
    .selectFrom('staging')
    .select(['body', 'hash', 'served_id as servedId', 'served_slug as servedSlug'])
    .select('source_updated_at as sourceUpdatedAt')
    .where(({ ref }) => dialect.inArray(ref('id'), dialect.arrayParam(batch)))
    .orderBy('id')
    .execute()
  return rows.map(({ body, ...row }) => ({ record: JSON.parse(body) as RecordOf<K>, ...row }))
}

/** The existing rows of the records, by key. */
async function findExisting<K extends RecordKind>(
  kind: K,
  records: readonly Planned<K>[],
  { db, dialect, target, source }: LoadScope,
): Promise<Map<string, ExistingRow>> {
  const { table, partOf } = recordKinds[kind]
  const keys = records.map(({ record }) => record.key)
  const columns = [...partOf, ...itemColumns(kind), ...(kind === 'meeting' ? ['date'] : [])]
  const rows = await importedTables(db)
    .selectFrom(`${table} as row`)
    .select(['id', 'key', 'slug', 'removed_at'])
    .select(columns.map((column) => db.dynamic.ref(column)))
    .where('municipality_id', '=', target.id)
    .where('source', '=', source)
    .where(({ ref }) => dialect.inArray(ref('row.key'), dialect.arrayParam(keys)))
    .execute()
  return new Map(rows.map((row) => [row.key, row]))
}

interface Batch<K extends RecordKind> {
  records: readonly Planned<K>[]
  existing: ReadonlyMap<string, ExistingRow>
}

async function writeBatch<K extends RecordKind>(
  kind: K,
  { records, existing }: Batch<K>,
  tools: Tools,
  scope: LoadScope,
): Promise<ChangedRow[]> {
  const { table } = recordKinds[kind]
  const references = records.flatMap(({ record }) => referencesOf(record))
  await tools.rows.load(references.filter(({ field }) => field !== parentField))
  const missing = records.filter(({ record }) => !existing.has(record.key))
  const created = await newRows(kind, missing, tools)
  const buffer = new InsertBuffer()
  const changed: ChangedRow[] = []
  const updates: { id: number }[] = []
  for (const planned of records) {
    const { record, sourceUpdatedAt } = planned
    const { key } = record
    const old = existing.get(key)
    const { id, slug } = old ?? created.get(key) ?? { id: noRow, slug: '' }
    const columns = { id, ...columnsOf(kind, planned, tools.rows, scope) }
    const added = { key, slug, source_updated_at: sourceUpdatedAt, ...identityOf(scope) }
    if (old === undefined) buffer.add(table, { ...columns, ...added })
    else updates.push(columns)
    changed.push({ id, old, columns })
    tools.rows.remember(kind, key, { ...columns, id, slug })
  }
  await scope.dialect.updateAll(scope.db, table, updates)
  await deleteParts(
    kind,
    updates.map(({ id }) => id),
    scope,
  )
  for (const [part, row] of partsOf(kind, records, tools)) buffer.add(part, row)
  await buffer.flush(scope)
  return changed
}

function* partsOf<K extends RecordKind>(
  kind: K,
  records: readonly Planned<K>[],
  tools: Tools,
): Generator<PartRow> {
  const writer: KindWriter<K> = writers[kind]
  for (const { record } of records) {
    const owner = tools.rows.find(kind, record.key)
    if (owner !== null) yield* writer.parts?.(record, owner, tools) ?? []
  }
}

const identityOf = ({ target, source, now }: LoadScope) => ({
  municipality_id: target.id,
  source,
  created_at: now,
})

/** Ids and slugs for records without a row, by key. */
async function newRows<K extends RecordKind>(
  kind: K,
  records: readonly Planned<K>[],
  { ids, slugs, rows }: Tools,
): Promise<Map<string, Row>> {
  const writer: KindWriter<K> = writers[kind]
  const preferred = records.map(({ record, servedSlug }) => servedSlug ?? writer.slug(record, rows))
  const assigned = await slugs.assign(kind, preferred)
  const chosen = await ids.choose(
    kind,
    records.map(({ servedId }) => servedId),
  )
  return new Map(
    records.map(({ record }, n) => [
      record.key,
      { id: chosen[n] ?? noRow, slug: assigned[n] ?? '' },
    ]),
  )
}

/** All columns that an update may change. */
function columnsOf<K extends RecordKind>(
  kind: K,
  { record, hash }: Planned<K>,
  rows: RowLookup,
  { target, source, now }: LoadScope,
): Record<string, unknown> {
  const writer: KindWriter<K> = writers[kind]
  const { key } = record
  return {
    ...(writer.ocdType === undefined
      ? {}
      : { ocd_id: ocdId(writer.ocdType, { ...target, source, key }) }),
    ...referenceColumns(kind, record, rows),
    ...writer.columns(record, target),
    source_url: record.source_url ?? null,
    content_hash: hash,
    is_incomplete: record.incomplete === true ? 1 : 0,
    updated_at: now,
    removed_at: null,
  }
}

// A parent may not have a row yet: `linkParents` sets it once every record of the kind has one.
function referenceColumns(
  kind: RecordKind,
  record: object,
  rows: RowLookup,
): Record<string, number | null> {
  const keys = record as Record<string, string | null | undefined>
  const columns: Record<string, number | null> = {}
  for (const [column, target] of Object.entries(recordKinds[kind].references)) {
    const field = column.replace(/_id$/, '_key')
    columns[column] = field === parentField ? null : rows.idOf(target, keys[field])
  }
  return columns
}

/** Deletes the parts of rows and their search documents, because an update replaces all parts. */
async function deleteParts(
  kind: RecordKind,
  ids: readonly number[],
  scope: LoadScope,
): Promise<void> {
  if (ids.length === 0) return
  const { db } = scope
  const owner = db.dynamic.ref(`${kind}_id`)
  for (const table of recordKinds[kind].parts) {
    const parts = db.selectFrom(table).select('id').where(owner, 'in', ids)
    if (table === 'key_statements')
      await removeDocuments('key_statement', idsOf(await parts.execute()), scope)
    if (table === 'documents') {
      const sections = db
        .selectFrom('document_sections')
        .select('id')
        .where('document_id', 'in', parts)
      await removeDocuments('document_section', idsOf(await sections.execute()), scope)
    }
    await db.deleteFrom(table).where(owner, 'in', ids).execute()
  }
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
