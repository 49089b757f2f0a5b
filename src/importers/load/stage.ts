import type { WriteStore } from '../../store/open.ts'
import { checkRecord } from '../record-check.ts'
import { type ImportRecord, pluralOf, type RecordKind, recordKindNames } from '../records.ts'
import { type OpenedSource, sourceErrorsMax } from '../source.ts'
import { canonicalJson, contentHash } from './canonical-record.ts'
import { DiagnosticList } from './diagnostic-list.ts'
import { reusableId } from './ids.ts'
import { referencesOf } from './references.ts'
import { settleRollCalls } from './roll-calls.ts'
import {
  batchSize,
  InsertBuffer,
  type StagingDatabase,
  type StagingReferencesTable,
  type StagingTable,
  stagingOf,
} from './staging-table.ts'

const batchLength = 500
const stagedKeysMax = 200_000

export interface StagedSource {
  counts: ReadonlyMap<RecordKind, number>
  errors: DiagnosticList
  warnings: DiagnosticList
}

/** Reads a whole source into the staging tables, and checks every record. */
export async function stageSource(
  { db, dialect }: Pick<WriteStore, 'db' | 'dialect'>,
  source: OpenedSource,
  onRecord: (count: number) => void,
): Promise<StagedSource> {
  await dialect.dropStaging(db)
  await dialect.createStaging(db)
  const [errors, warnings] = [new DiagnosticList(), new DiagnosticList()]
  const counts = new Map<RecordKind, number>()
  const stager = new Stager((buffer) => buffer.flush({ db, dialect }))
  let id = 0
  for await (const item of source.items) {
    if (errors.total >= sourceErrorsMax) {
      errors.isTruncated = true
      break
    }
    if (item.type === 'error') errors.add(item)
    if (item.type === 'warning') warnings.add(item)
    if (item.type !== 'record') continue
    id += 1
    onRecord(id)
    const record = checked(item, { errors, warnings })
    if (record === undefined) continue
    counts.set(record.kind, (counts.get(record.kind) ?? 0) + 1)
    await stager.add(id, record, item.location)
  }
  await stager.flush()
  await dialect.indexStaging(db)
  await rejectRepeatedKeys(stagingOf(db), errors)
  return { counts, errors, warnings }
}

const keysByKind = () =>
  Object.fromEntries(recordKindNames.map((kind) => [kind, new Set()])) as Record<
    RecordKind,
    Set<string>
  >

/** Inserts rows into the staging tables in batches. */
class Stager {
  readonly #insert: (buffer: InsertBuffer) => Promise<void>
  readonly #buffer = new InsertBuffer()
  /** Keys of staged records: references to them are already resolved. */
  readonly #staged = keysByKind()
  #length = 0
  #size = 0

  constructor(insert: (buffer: InsertBuffer) => Promise<void>) {
    this.#insert = insert
  }

  async add(id: number, record: ImportRecord, location: string): Promise<void> {
    const row = stagingRow(id, record, location)
    this.#buffer.add('staging', row)
    for (const reference of referenceRows(id, record, (kind, key) => !this.#staged[kind].has(key)))
      this.#buffer.add('staging_references', reference)
    // A copy, because a substring keeps the text of the whole file in memory.
    if (id <= stagedKeysMax) this.#staged[record.kind].add(Buffer.from(record.key).toString())
    this.#length += 1
    this.#size += row.size
    if (this.#length >= batchLength || this.#size >= batchSize) await this.flush()
  }

  async flush(): Promise<void> {
    await this.#insert(this.#buffer)
    this.#length = 0
    this.#size = 0
  }
}

function checked(
  item: { record: unknown; location: string },
  { errors, warnings }: Pick<StagedSource, 'errors' | 'warnings'>,
): ImportRecord | undefined {
  const { kind, key } = (item.record ?? {}) as { kind?: unknown; key?: unknown }
  const subject = `${typeof kind === 'string' ? kind : 'record'} ${typeof key === 'string' ? key : 'without a key'}`
  if (typeof kind !== 'string' || !Object.hasOwn(pluralOf, kind)) {
    const reason = `"kind" must be one of ${Object.keys(pluralOf).join(', ')}`
    errors.add({ location: item.location, subject, reason })
    return undefined
  }
  const issues = checkRecord(kind as RecordKind, item.record)
  for (const issue of issues) {
    errors.add({ location: item.location, subject, reason: `${issue.path}: ${issue.reason}` })
  }
  if (issues.length > 0) return undefined
  const { record, remarks } = settleRollCalls(item.record as ImportRecord)
  for (const reason of remarks) warnings.add({ location: item.location, subject, reason })
  return record
}

function stagingRow(id: number, record: ImportRecord, location: string): StagingTable {
  const { kind, key, served_as: servedAs } = record
  const body = canonicalJson(record)
  return {
    ...{ id, kind, key, location, size: body.length, hash: contentHash(body) },
    parent_key: parentKeyOf(record),
    served_id: reusableId(servedAs?.id),
    served_slug: servedAs?.slug ?? null,
    source_updated_at: toInstant(record.source_updated_at),
    is_incomplete: record.incomplete === true ? 1 : 0,
    is_resumed: 0,
    body,
  }
}

// One spelling, because instants are compared as text.
function toInstant(written: string | null | undefined): string | null {
  return written ? new Date(written).toISOString() : null
}

export function parentKeyOf(record: ImportRecord): string | null {
  return ('parent_key' in record && record.parent_key) || null
}

export function referenceRows(
  id: number,
  record: ImportRecord,
  isIncluded: (kind: RecordKind, key: string) => boolean = () => true,
): StagingReferencesTable[] {
  return referencesOf(record)
    .filter(({ kind, key }) => isIncluded(kind, key))
    .map(({ field, kind, key, isRequired }, position) => ({
      ...{ record_id: id, position, field, target_kind: kind, target_key: key },
      is_required: isRequired ? 1 : 0,
    }))
}

async function rejectRepeatedKeys(db: StagingDatabase, errors: DiagnosticList): Promise<void> {
  const repeated = await db
    .selectFrom('staging as again')
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('staging')
          .select(({ fn }) => ['kind', 'key', fn.min('id').as('id')])
          .groupBy(['kind', 'key'])
          .having(({ fn }) => fn.countAll(), '>', 1)
          .as('repeated'),
      (join) =>
        join.onRef('repeated.kind', '=', 'again.kind').onRef('repeated.key', '=', 'again.key'),
    )
    .innerJoin('staging as first', 'first.id', 'repeated.id')
    .select(['again.location', 'again.kind', 'again.key', 'first.location as firstLocation'])
    .whereRef('again.id', '!=', 'repeated.id')
    .orderBy('again.id')
    .limit(sourceErrorsMax)
    .execute()
  errors.addRows(repeated, ({ location, kind, key, firstLocation }) => ({
    location,
    subject: `${kind} ${key}`,
    reason: `duplicate key, first defined at ${firstLocation.replace(/#$/, '')}`,
  }))
}
