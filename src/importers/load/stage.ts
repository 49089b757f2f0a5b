import { batches } from '../../core/batches.ts'
import {
  type ImportRecord,
  pluralOf,
  type RecordKind,
  recordKindNames,
} from '../../record/kinds.ts'
import type { WriteStore } from '../../store/open.ts'
import { keyColumn, referenceColumns } from '../../store/record-kinds.ts'
import { isVacantSeat } from '../kit/vocabulary.ts'
import { checkItem } from '../record-check.ts'
import {
  type Diagnostic,
  type OpenedSource,
  type SourceItem,
  sourceErrorsMax,
  type Warning,
} from '../source.ts'
import { canonicalJson, contentHash } from './canonical-record.ts'
import type { Corrector } from './correct.ts'
import { DiagnosticList } from './diagnostic-list.ts'
import { reusableId } from './ids.ts'
import { isRequired, listOrphans, type Orphan } from './references.ts'
import { settleRollCalls } from './roll-calls.ts'
import type { LoadScope } from './scope.ts'
import {
  batchSize,
  InsertBuffer,
  recordBatches,
  type StagingDatabase,
  type StagingTable,
  stagingOf,
} from './staging-table.ts'
import { UnknownResults } from './unknown-results.ts'
import type { Withholder } from './withhold.ts'

const batchLength = 500

export interface StagedSource {
  /** The staged records of each kind. */
  counts: Map<RecordKind, number>
  errors: DiagnosticList
  warnings: DiagnosticList
  omitted: Omitted
}

interface StageTools {
  onRecord: (count: number) => void
  corrector: Corrector
  withholder: Withholder
}

/** Reads a whole source into the staging table, without what was taken down, and checks every record. */
export async function stageSource(
  { db, dialect }: Pick<WriteStore, 'db' | 'dialect'>,
  source: OpenedSource,
  { onRecord, corrector, withholder }: StageTools,
): Promise<StagedSource> {
  await dialect.dropStaging(db)
  await dialect.createStaging(db)
  const [errors, warnings, omitted] = [new DiagnosticList(), new DiagnosticList(), new Omitted()]
  const counts = new Map<RecordKind, number>()
  const vacant = new VacantSeats()
  const results = new UnknownResults()
  const stager = new Stager((buffer) => buffer.flush({ db, dialect }))
  const report = reportTo({ errors, warnings, omitted })
  const toStage = (checked: ImportRecord, location: string) => {
    const record = settled(checked, location, { source, warnings, vacant })
    return record && withholder.apply(corrector.apply(record))
  }
  let id = 0
  for await (const item of source.items) {
    if (errors.total >= sourceErrorsMax) {
      errors.isTruncated = true
      break
    }
    if (item.type !== 'record') {
      report(item)
      continue
    }
    id += 1
    onRecord(id)
    const { record: checked, diagnostics } = checkItem(item, source)
    diagnostics.forEach(report)
    const kept = checked && toStage(checked, item.location)
    if (kept === undefined) continue
    counts.set(kept.kind, (counts.get(kept.kind) ?? 0) + 1)
    results.note(kept, item.location)
    await stager.add(id, kept, item.location)
  }
  for (const warning of results.warnings()) warnings.add(warning)
  await stager.flush()
  await dialect.indexStaging(db)
  if (withholder.parts.size > 0) await unlinkParts({ db, dialect }, withholder)
  const staged = { counts, errors, warnings, omitted }
  await settleRepeated(source, staged, { db: stagingOf(db), counts, warn: report })
  rejectLosses({ ...staged, source: source.name })
  return staged
}

async function settleRepeated(
  { isThirdParty }: OpenedSource,
  { errors }: StagedSource,
  staging: Staging,
): Promise<void> {
  if (isThirdParty === true) await dropRepeated(staging)
  else await rejectRepeated(staging.db, errors)
}

/** Inserts rows into the staging table in batches. */
class Stager {
  readonly #insert: (buffer: InsertBuffer) => Promise<void>
  readonly #buffer = new InsertBuffer()
  #length = 0
  #size = 0

  constructor(insert: (buffer: InsertBuffer) => Promise<void>) {
    this.#insert = insert
  }

  async add(id: number, record: ImportRecord, location: string): Promise<void> {
    const row = stagingRow(id, record, location)
    this.#buffer.add('staging', row)
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

function reportTo({ errors, warnings, omitted }: Omit<StagedSource, 'counts'>) {
  return (diagnostic: Exclude<SourceItem, { type: 'record' }>) => {
    if (diagnostic.type === 'error') return errors.add(diagnostic)
    warnings.add(diagnostic)
    omitted.add(diagnostic)
  }
}

/** The record without vacant seats, and with each person once in each roll call; undefined for a vacant seat. */
function settled(
  read: ImportRecord,
  location: string,
  {
    source,
    warnings,
    vacant,
  }: { source: OpenedSource; warnings: DiagnosticList; vacant: VacantSeats },
): ImportRecord | undefined {
  const subject = `${read.kind} ${read.key}`
  const warn = (reason: string) => warnings.add({ location, subject, reason })
  vacant.note(read)
  if (vacant.has(read)) {
    if (read.kind === 'person')
      warn(`${JSON.stringify(read.name)} is a vacant seat, not a person; omitted`)
    return undefined
  }
  const { record, remarks } = settleRollCalls(
    withoutVacantSeats(read),
    source.isThirdParty === true,
  )
  remarks.forEach(warn)
  return record
}

function stagingRow(id: number, record: ImportRecord, location: string): StagingTable {
  const { kind, key, served_as: servedAs } = record
  const { body, hash, size } = contentOf(record)
  const keys = record as unknown as Record<string, string>
  const [required, other] = (requiredFields.get(kind) ?? []).map((field) => keys[field])
  return {
    id,
    kind,
    key,
    location,
    size,
    hash,
    required_key: required ?? null,
    other_required_key: other ?? null,
    served_id: reusableId(servedAs?.id),
    served_slug: servedAs?.slug ?? null,
    source_updated_at: toInstant(record.source_updated_at),
    is_incomplete: record.incomplete === true ? 1 : 0,
    body,
  }
}

function contentOf(record: ImportRecord): Pick<StagingTable, 'body' | 'hash' | 'size'> {
  const body = canonicalJson(record)
  return { body, hash: contentHash(body), size: body.length }
}

/** Takes the references to parts of withheld records out of the records that were read before those parts. */
async function unlinkParts(
  { db, dialect }: Pick<WriteStore, 'db' | 'dialect'>,
  withholder: Withholder,
): Promise<void> {
  const gone = [...withholder.parts.keys()]
  const kinds = new Set(
    referenceColumns.flatMap(({ kind, target }) => (gone.includes(target) ? kind : [])),
  )
  for (const kind of kinds) {
    const list = (after: number, limit: number) =>
      stagingOf(db)
        .selectFrom('staging')
        .select(['id', 'size'])
        .where('kind', '=', kind)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
    for await (const ids of recordBatches(list)) {
      const rows = await stagingOf(db)
        .selectFrom('staging')
        .select(['id', 'body'])
        .where('id', 'in', ids)
        .execute()
      const changed = rows.flatMap(({ id, body }) => {
        const kept = withholder.apply(JSON.parse(body) as ImportRecord)
        const content = kept && contentOf(kept)
        return content === undefined || content.body === body ? [] : [{ id, ...content }]
      })
      await dialect.updateAll(db, 'staging', changed)
    }
  }
}

// One spelling, because instants are compared as text.
function toInstant(written: string | null | undefined): string | null {
  return written ? new Date(written).toISOString() : null
}

/** The keys of the references without which a record of a kind is invalid. */
const requiredFields = new Map(
  recordKindNames.map((kind) => {
    const columns = referenceColumns.filter((reference) => reference.kind === kind)
    return [kind, columns.filter(isRequired).map(({ column }) => keyColumn(column))]
  }),
)

async function rejectRepeated(db: StagingDatabase, errors: DiagnosticList): Promise<void> {
  errors.addRows(await listRepeated(db), ({ location, kind, key, firstLocation }) => ({
    location,
    subject: `${kind} ${key}`,
    reason: `duplicate key, first defined at ${firstLocation.replace(/#$/, '')}`,
  }))
}

/** Finds the people of a source whose name says that a seat is vacant. */
class VacantSeats {
  readonly #keys = new Set<string>()

  /** Notes a person who is a vacant seat. Every source lists people before memberships. */
  note(record: ImportRecord): void {
    if (record.kind === 'person' && isVacantSeat(record.name)) this.#keys.add(record.key)
  }

  /** Whether a record is a vacant seat or its membership. */
  has(record: ImportRecord): boolean {
    if (record.kind === 'membership') return this.#keys.has(record.person_key)
    return record.kind === 'person' && this.#keys.has(record.key)
  }
}

/** A record without the vacant seats among its voters, attendees and sponsors. */
function withoutVacantSeats(record: ImportRecord): ImportRecord {
  if (record.kind === 'motion' && record.votes?.some(isVacant))
    return { ...record, votes: record.votes.filter((vote) => !isVacant(vote)) }
  if (record.kind === 'meeting' && record.attendance?.some(isVacant))
    return { ...record, attendance: record.attendance.filter((row) => !isVacant(row)) }
  if ((record.kind === 'matter' || record.kind === 'bylaw') && record.sponsorships?.some(isVacant))
    return { ...record, sponsorships: record.sponsorships.filter((row) => !isVacant(row)) }
  return record
}

const isVacant = ({ name }: { name: string }) => isVacantSeat(name)

/** The records of a third-party source that were omitted (decision 94). */
export class Omitted {
  /** By kind; `--prune` keeps what is stored of them. */
  readonly keys = new Map<RecordKind, string[]>()
  /** The first of each kind. */
  readonly examples = new Map<RecordKind, Diagnostic>()

  add(warning: Warning): void {
    if (warning.omitted === undefined) return
    const { kind, key } = warning.omitted
    const keys = this.keys.get(kind)
    if (keys !== undefined) keys.push(key)
    else {
      this.keys.set(kind, [key])
      this.examples.set(kind, warning)
    }
  }

  counts(): Map<RecordKind, number> {
    return new Map([...this.keys].map(([kind, { length }]) => [kind, length]))
  }
}

// As for --prune: fewer can be odd one by one.
const kindMin = 50
const omittedShareMax = 0.2

/** Adds an error if so much of a kind is omitted that the source must have changed its format. */
export function rejectLosses({
  omitted,
  counts,
  errors,
  source,
}: {
  omitted: Omitted
  /** The staged records of each kind, without the omitted ones. */
  counts: ReadonlyMap<RecordKind, number>
  errors: DiagnosticList
  source: string
}): void {
  for (const [kind, count] of omitted.counts()) {
    const total = count + (counts.get(kind) ?? 0)
    if (total < kindMin || count <= total * omittedShareMax) continue
    const example = omitted.examples.get(kind)
    const reason = `${count} of ${total} would be omitted, the first because ${example?.subject} ${example?.reason}: the source may have changed its format, or some of its files may be missing; import a complete copy`
    errors.add({ location: source, subject: pluralOf[kind], reason })
  }
}

/** The staged records whose key an earlier one has, each with that one; at most `sourceErrorsMax`. */
function listRepeated(db: StagingDatabase) {
  return db
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
}

interface Staging {
  db: StagingDatabase
  /** The staged records of each kind. */
  counts: Map<RecordKind, number>
  warn(warning: RepeatedWarning): void
}

type RepeatedWarning = { type: 'warning' } & Warning

/** Of the records with one key, stages only the first complete one, or of these the one that the source changed last. */
async function dropRepeated(staging: Staging): Promise<void> {
  for (const kind of recordKindNames)
    for await (const keys of repeatedKeys(kind, staging.db)) await dropOthers(kind, keys, staging)
}

async function dropOthers(kind: RecordKind, keys: string[], staging: Staging): Promise<void> {
  const rows = await staging.db
    .selectFrom('staging')
    .select(['id', 'kind', 'key', 'location', 'hash', 'is_incomplete', 'source_updated_at'])
    .where('kind', '=', kind)
    .where('key', 'in', keys)
    .orderBy('is_incomplete')
    .orderBy(({ fn, val }) => fn.coalesce('source_updated_at', val('')), 'desc')
    .orderBy('id')
    .execute()
  const kept = new Map<string, (typeof rows)[number]>()
  const dropped: typeof rows = []
  for (const row of rows) {
    const first = kept.get(row.key)
    if (first === undefined) kept.set(row.key, row)
    else {
      staging.warn(repeatedWarning(row, first))
      dropped.push(row)
    }
  }
  await deleteStaged(dropped, staging)
}

type Repeated = Pick<
  StagingTable,
  'kind' | 'key' | 'location' | 'hash' | 'is_incomplete' | 'source_updated_at'
>

/** A copy is not a loss: one of the same content, or one that knows less or is older. */
function repeatedWarning(row: Repeated, first: Repeated): RepeatedWarning {
  const { kind, key, location } = row
  const at = first.location.replace(/#$/, '')
  const warning = { type: 'warning', location, subject: `${kind} ${key}` } as const
  const isOlder = (row.source_updated_at ?? first.source_updated_at) !== first.source_updated_at
  if (row.hash === first.hash || row.is_incomplete === 1 || isOlder)
    return { ...warning, reason: `repeats the record at ${at}; skipped` }
  const reason = `has the key of the record at ${at}, but other content; omitted`
  return { ...warning, reason, omitted: { kind, key }, isUnreadMotion: kind === 'motion' }
}

/** The keys that several staged records of a kind have, in batches. */
async function* repeatedKeys(kind: RecordKind, db: StagingDatabase): AsyncGenerator<string[]> {
  for (let after = ''; ; ) {
    const groups = await db
      .selectFrom('staging')
      .select('key')
      .where('kind', '=', kind)
      .where('key', '>', after)
      .groupBy('key')
      .having(({ fn }) => fn.countAll(), '>', 1)
      .orderBy('key')
      .limit(keyBatchLength)
      .execute()
    if (groups.length > 0) yield groups.map(({ key }) => key)
    if (groups.length < keyBatchLength) return
    after = groups.at(-1)?.key ?? after
  }
}

const keyBatchLength = 500

/** Omits staged records that require a record which does not exist, such as an item of a meeting that was omitted. */
export async function omitOrphans(scope: LoadScope): Promise<void> {
  const dropped = new Map<number, Orphan & { kind: RecordKind }>()
  for (const kind of recordKindNames)
    for (const orphan of await listOrphans(kind, scope))
      if (!dropped.has(orphan.id)) dropped.set(orphan.id, { kind, ...orphan })
  const ordered = [...dropped.values()].sort((one, other) => one.id - other.id)
  for (const { kind, key, location, target_kind, target_key } of ordered) {
    const reason = `belongs to ${target_kind} "${target_key}", which is not in this source; the ${kind.replace('_', ' ')} is omitted`
    scope.warn({ location, subject: `${kind} ${key}`, reason, omitted: { kind, key } })
  }
  await deleteStaged(ordered, { db: stagingOf(scope.db), counts: scope.counts })
}

async function deleteStaged(
  rows: Iterable<{ id: number; kind: RecordKind }>,
  { db, counts }: Pick<Staging, 'db' | 'counts'>,
): Promise<void> {
  for (const batch of batches(rows)) {
    const ids = batch.map(({ id }) => id)
    await db.deleteFrom('staging').where('id', 'in', ids).execute()
    for (const { kind } of batch) counts.set(kind, (counts.get(kind) ?? 0) - 1)
  }
}
