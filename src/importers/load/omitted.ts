import { batches } from '../../core/batches.ts'
import { pluralOf, type RecordKind, recordKindNames } from '../records.ts'
import { type Diagnostic, sourceErrorsMax, type Warning } from '../source.ts'
import type { DiagnosticList } from './diagnostic-list.ts'
import { listOrphans, type Orphan } from './reference-report.ts'
import type { LoadScope } from './scope.ts'
import { type StagingDatabase, type StagingTable, stagingOf } from './staging-table.ts'

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
export function listRepeated(db: StagingDatabase) {
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
export async function dropRepeated(staging: Staging): Promise<void> {
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
