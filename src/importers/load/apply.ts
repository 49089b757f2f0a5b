import { type OcdType, ocdId } from '../../core/ocd-id.ts'
import { type ImportRecord, kinds, type RecordKind, type RecordOf } from '../../record/kinds.ts'
import { importedTables, keyColumn, recordKinds } from '../../store/record-kinds.ts'
import { isReplacedKey } from '../../store/takedowns.ts'
import { assertNoErrors, DiagnosticList } from './diagnostic-list.ts'
import { forgetSlugs, moveMotions, moveSlugs } from './former-slugs.ts'
import type { Ids } from './ids.ts'
import { Slugs } from './ids.ts'
import { linkReferences, rejectForeignItems, rejectStatements } from './links.ts'
import type { KindPlan } from './plan.ts'
import { deleteParts, findIdentities, forgetIdentities } from './prune.ts'
import type { Replaced } from './record-change.ts'
import { parentField, type Row, RowLookup, referencesOf, rejectUnresolved } from './references.ts'
import { fieldColumns, type PartRow, recordParts } from './rows.ts'
import type { LoadScope, LoadTarget } from './scope.ts'
import {
  type ChangedRow,
  type Changes,
  hasRows,
  mergeChanges,
  noChanges,
  noteBylaws,
  noteChange,
  readColumns,
  scheduledAt,
} from './scope.ts'
import { InsertBuffer, stagingOf } from './staging-table.ts'
import type { Withholder } from './withhold.ts'
import { type KindWriter, writers } from './writers.ts'

const many = 1000
const noRow = 0

interface Planned<K extends RecordKind> {
  record: RecordOf<K>
  hash: string
  servedId: number | null
  servedSlug: string | null
  sourceUpdatedAt: string | null
}

type ExistingRow = Row & { [column: string]: unknown }

interface Tools {
  ids: Ids
  slugs: Slugs
  rows: RowLookup
  target: LoadTarget
  withholder: Withholder
}

interface ApplyOptions extends Pick<Tools, 'ids' | 'withholder'> {
  onRecords: (count: number) => void
}

/**
 * Writes the planned records with their parts, kind by kind, and links the references. Throws `LoadRejected` for references
 * that lead nowhere, and for invalid parents and agenda items.
 */
export async function applyPlan(
  plans: readonly KindPlan[],
  scope: LoadScope,
  { onRecords, ...given }: ApplyOptions,
): Promise<Changes> {
  const { target } = scope
  const tools = { ...given, slugs: new Slugs(scope), rows: new RowLookup(scope), target }
  const all: Changes[] = []
  const errors = new DiagnosticList()
  let done = 0
  const onBatch = (count: number) => {
    done += count
    onRecords(done)
  }
  for (const plan of plans) {
    onBatch(plan.same)
    all.push(await applyKind(plan, tools, scope, onBatch))
  }
  const written = mergeChanges(all)
  const changes = hasRows(written) ? await linked(written, { scope, tools, errors }) : written
  await rejectUnresolved(scope)
  const isWritten = (...written: RecordKind[]) =>
    plans.some(({ kind, batches }) => written.includes(kind) && batches.length > 0)
  if (isWritten('agenda_item', 'motion')) await rejectForeignItems(scope, errors)
  if (isWritten('agenda_item', 'meeting')) await rejectStatements(scope, errors)
  assertNoErrors(errors)
  return changes
}

/** Without a row that was written, every reference has been linked that can be. */
async function linked(
  written: Changes,
  { scope, tools, errors }: { scope: LoadScope; tools: Tools; errors: DiagnosticList },
): Promise<Changes> {
  const changes = mergeChanges([written, await linkReferences(written, scope, errors)])
  await moveMotions(changes, scope, tools.slugs)
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
  { db, dialect, target, source, history }: LoadScope,
): Promise<Map<string, ExistingRow>> {
  const { table } = recordKinds[kind]
  const keys = records.map(({ record }) => record.key)
  const own = writers[kind].ocdType === undefined ? ['withheld'] : ['withheld', 'ocd_id']
  const rows = await importedTables(db)
    .selectFrom(`${table} as row`)
    .select(['id', 'key', 'slug', 'is_incomplete'])
    .select([...own, ...readColumns(kind, history)].map((column) => db.dynamic.ref(column)))
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
  await tools.rows.load(references)
  const missing = records.filter(({ record }) => !existing.has(record.key))
  const created = await newRows(kind, missing, tools, scope)
  const moved = await completedSlugs(kind, { records, existing }, tools, scope)
  const buffer = new InsertBuffer()
  const changed: ChangedRow[] = []
  const updates: { id: number; slug: string }[] = []
  const replaced: Replaced[] = []
  for (const planned of records) {
    const { record, sourceUpdatedAt } = planned
    const { key } = record
    const old = existing.get(key)
    const added = created.get(key)
    const { id, slug: given } = old ?? added ?? { id: noRow, slug: '' }
    const slug = moved.get(key) ?? given
    const columns: { id: number; [column: string]: unknown } = {
      ...columnsOf(kind, planned, tools.rows, scope),
      ...keptIdentity(key, old),
      id,
    }
    if (kind === 'meeting') columns.scheduled_at = scheduledAt({ old, columns }, scope.now)
    if (old === undefined)
      buffer.add(table, {
        ...columns,
        municipality_id: scope.target.id,
        source: scope.source,
        key,
        slug,
        source_updated_at: sourceUpdatedAt,
        created_at: added?.created_at ?? scope.now,
      })
    else updates.push({ ...columns, slug })
    const change = added?.created_at === undefined ? 'written' : 'returned'
    changed.push({ id, change, old, columns })
    if (isChangeOfSource(old, record)) {
      const isReturned = change === 'returned'
      replaced.push({ id, slug, old, columns, record, isReturned })
    }
    tools.rows.remember(kind, key, { ...columns, id, slug })
  }
  await scope.history?.note(kind, replaced)
  await scope.dialect.updateAll(scope.db, table, updates)
  // An update replaces all parts.
  await deleteParts(
    kind,
    updates.map(({ id }) => id),
    scope,
  )
  for (const [part, row] of partsOf(kind, records, tools)) buffer.add(part, row)
  await buffer.flush(scope)
  tools.slugs.noteWritten()
  return changed
}

/** Whether a takedown was lifted by which the slug lost words. */
const isNamedAgain = (old: ExistingRow | undefined, { withheld }: ImportRecord) =>
  old?.withheld === 1 && withheld !== true && /\bwithheld\b/.test(old.slug)

/** The id that a record has while its key is replaced by one without the words that were taken down. */
const keptIdentity = (key: string, old: ExistingRow | undefined) =>
  isReplacedKey(key) && old?.ocd_id !== undefined ? { ocd_id: old.ocd_id } : {}

/** Not of a record that was incomplete, nor when a takedown was lifted. */
const isChangeOfSource = (old: ExistingRow | undefined, { withheld }: ImportRecord) =>
  old?.is_incomplete !== 1 && !(old?.withheld === 1 && withheld !== true)

function* partsOf<K extends RecordKind>(
  kind: K,
  records: readonly Planned<K>[],
  tools: Tools,
): Generator<PartRow> {
  const writer: KindWriter<K> = writers[kind]
  for (const { record } of records) {
    const owner = tools.rows.find(kind, record.key)
    if (owner === null) continue
    const more = writer.partColumns?.(record, owner, tools) ?? (() => ({}))
    yield* recordParts(kind, record, owner.id, { rows: tools.rows, more })
  }
}

/**
 * The slugs of records that were incomplete until now, or that have another where they come from, by key; and of those
 * whose slugs have words that were taken down: nothing keeps their former ones.
 */
async function completedSlugs<K extends RecordKind>(
  kind: K,
  { records, existing }: Batch<K>,
  { slugs, rows, withholder }: Tools,
  scope: LoadScope,
): Promise<ReadonlyMap<string, string>> {
  const writer: KindWriter<K> = writers[kind]
  const moves = records.flatMap(({ record, servedSlug }) => {
    const old = existing.get(record.key)
    if (old === undefined) return []
    const isWithheld = withholder.losesSlug(record, old.slug)
    const isCompleted = old.is_incomplete === 1 && record.incomplete !== true
    const isMoved = scope.followsSlugs || isCompleted || isWithheld || isNamedAgain(old, record)
    if (!isMoved) return []
    const preferred = (isWithheld ? null : servedSlug) ?? writer.slug(record, rows)
    const isNumbered = old.slug.replace(/-\d+$/, '') === preferred
    if (preferred === old.slug || isNumbered) return []
    return [{ ...old, key: record.key, preferred, isWithheld }]
  })
  const moved = await moveSlugs(kind, moves, scope, slugs)
  const withheld = moves.filter(({ isWithheld }) => isWithheld).map(({ id }) => id)
  await forgetSlugs(kind, withheld, scope)
  return moved
}

/** Ids and slugs for records without a row, by key: those that they had before they were removed, or new ones. */
async function newRows<K extends RecordKind>(
  kind: K,
  records: readonly Planned<K>[],
  { ids, slugs, rows, withholder }: Tools,
  scope: LoadScope,
): Promise<ReadonlyMap<string, Row & { created_at?: string }>> {
  const writer: KindWriter<K> = writers[kind]
  const keys = records.map(({ record }) => record.key)
  const returned = await findIdentities(kind, keys, scope)
  const others = records.filter(({ record }) => !returned.has(record.key))
  const preferred = others.map(({ record, servedSlug }) =>
    servedSlug === null || withholder.losesSlug(record, servedSlug)
      ? writer.slug(record, rows)
      : servedSlug,
  )
  const assigned = await slugs.assign(kind, preferred)
  const chosen = await ids.choose(
    kind,
    others.map(({ servedId }) => servedId),
  )
  const identities = [...returned.values()].map(({ id }) => id)
  await forgetIdentities(kind, identities, scope)
  return new Map([
    ...returned,
    ...others.map(
      ({ record }, n) => [record.key, { id: chosen[n] ?? noRow, slug: assigned[n] ?? '' }] as const,
    ),
  ])
}

/** All columns that an update may change. */
function columnsOf<K extends RecordKind>(
  kind: K,
  { record, hash }: Planned<K>,
  rows: RowLookup,
  { target, source, now, followsSlugs }: LoadScope,
): Record<string, unknown> {
  const writer: KindWriter<K> = writers[kind]
  const { key } = record
  return {
    ...(writer.ocdType === undefined
      ? {}
      : {
          ocd_id:
            keptId(writer.ocdType, key, followsSlugs) ??
            ocdId(writer.ocdType, { ...target, source, key }),
        }),
    ...referenceColumns(kind, record, rows),
    ...fieldColumns(kinds[kind].layout, record),
    ...writer.columns?.(record, target),
    source_url: record.source_url ?? null,
    content_hash: hash,
    is_incomplete: record.incomplete === true ? 1 : 0,
    updated_at: now,
  }
}

/** The id that a record has where it comes from, if it is its key. */
const keptId = (type: OcdType, key: string, isKept: boolean) =>
  isKept && key.startsWith(`ocd-${type}/`) ? key : undefined

// A parent may not have a row yet: `linkReferences` finds it once every record has one.
function referenceColumns(
  kind: RecordKind,
  record: object,
  rows: RowLookup,
): Record<string, string | number | null> {
  const keys = record as Record<string, string | null | undefined>
  const columns: Record<string, string | number | null> = {}
  for (const [column, target] of Object.entries(recordKinds[kind].references)) {
    const field = keyColumn(column)
    columns[field] = keys[field] ?? null
    columns[column] = field === parentField ? null : rows.idOf(target, keys[field])
  }
  return columns
}
