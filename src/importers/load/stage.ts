import type { WriteStore } from '../../store/open.ts'
import { keyColumn, referenceColumns } from '../../store/record-kinds.ts'
import { checkItem } from '../record-check.ts'
import { type ImportRecord, type RecordKind, recordKindNames } from '../records.ts'
import { type OpenedSource, type SourceItem, sourceErrorsMax } from '../source.ts'
import { canonicalJson, contentHash } from './canonical-record.ts'
import { DiagnosticList } from './diagnostic-list.ts'
import { reusableId } from './ids.ts'
import { dropRepeated, listRepeated, Omitted, rejectLosses } from './omitted.ts'
import { isRequired } from './references.ts'
import { settleRollCalls } from './roll-calls.ts'
import {
  batchSize,
  InsertBuffer,
  type StagingDatabase,
  type StagingTable,
  stagingOf,
} from './staging-table.ts'
import { VacantSeats, withoutVacantSeats } from './vacant-seats.ts'

const batchLength = 500

export interface StagedSource {
  /** The staged records of each kind. */
  counts: Map<RecordKind, number>
  errors: DiagnosticList
  warnings: DiagnosticList
  omitted: Omitted
}

/** Reads a whole source into the staging table, and checks every record. */
export async function stageSource(
  { db, dialect }: Pick<WriteStore, 'db' | 'dialect'>,
  source: OpenedSource,
  onRecord: (count: number) => void,
): Promise<StagedSource> {
  await dialect.dropStaging(db)
  await dialect.createStaging(db)
  const [errors, warnings, omitted] = [new DiagnosticList(), new DiagnosticList(), new Omitted()]
  const counts = new Map<RecordKind, number>()
  const vacant = new VacantSeats()
  const stager = new Stager((buffer) => buffer.flush({ db, dialect }))
  const report = reportTo({ errors, warnings, omitted })
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
    const record = checked && settled(checked, item.location, { source, warnings, vacant })
    if (record === undefined) continue
    counts.set(record.kind, (counts.get(record.kind) ?? 0) + 1)
    await stager.add(id, record, item.location)
  }
  await stager.flush()
  await dialect.indexStaging(db)
  if (source.isThirdParty === true) await dropRepeated({ db: stagingOf(db), counts, warn: report })
  else await rejectRepeated(stagingOf(db), errors)
  rejectLosses({ omitted, counts, errors, source: source.name })
  return { counts, errors, warnings, omitted }
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
  const body = canonicalJson(record)
  const keys = record as unknown as Record<string, string>
  const [required, other] = (requiredFields.get(kind) ?? []).map((field) => keys[field])
  return {
    ...{ id, kind, key, location, size: body.length, hash: contentHash(body) },
    required_key: required ?? null,
    other_required_key: other ?? null,
    served_id: reusableId(servedAs?.id),
    served_slug: servedAs?.slug ?? null,
    source_updated_at: toInstant(record.source_updated_at),
    is_incomplete: record.incomplete === true ? 1 : 0,
    body,
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
