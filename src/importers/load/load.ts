import { chunks } from '../../core/chunks.ts'
import type { Clock } from '../../core/clock.ts'
import type { WriteStore } from '../../store/open.ts'
import { importedTables, recordKinds } from '../../store/record-kinds.ts'
import { pluralOf, type RecordKind } from '../records.ts'
import type { OpenedSource } from '../source.ts'
import type { LoadContext, LoadTarget, RowIds } from './context.ts'
import { derive } from './derive.ts'
import { Ids } from './ids.ts'
import { LoadRefused } from './load-refused.ts'
import { insertMunicipality, type NewMunicipality } from './municipalities.ts'
import { NewRows } from './new-rows.ts'
import { type Child, linkParents } from './parents.ts'
import { Problems } from './problems.ts'
import { prune, refuseEmptyKinds, refuseGaps } from './prune.ts'
import { References } from './references.ts'
import {
  byPlural,
  emptyKinds,
  hasChanges,
  type KindReport,
  type LoadReport,
  leftOutByPlural,
} from './report.ts'
import { recordRun } from './run-record.ts'
import { indexWritten } from './search-entries.ts'
import { Slugs } from './slugs.ts'
import { highestServedId, stagedRecords, stageSource } from './stage.ts'
import type { StagingDatabase } from './staging-table.ts'
import { dropPrunedUnresolved, stageResumed } from './unresolved.ts'
import { type KindWriter, type Staged, upsert } from './upsert.ts'
import { writers } from './writers/writers.ts'

/** How far an import is: records read from the source, then records written. */
export interface Progress {
  step: 'reading' | 'writing'
  done: number
  expected: number | null
  /** How much of the source has been read, from 0 to 1; null where it does not say. */
  part: number | null
}

export interface LoadOptions {
  /** A municipality that is there, or one that is to come into being together with its record. */
  target: LoadTarget | NewMunicipality
  source: OpenedSource
  /** The name of the source as the command has it, to be kept with the run. */
  importer?: string
  /** When the run began, ISO 8601: before its source was opened. Without it, now. */
  startedAt?: string
  /** Make tombstones of what this source once had and has no longer. */
  prune: boolean
  /** Do everything, report, and leave the database as it was. */
  dryRun: boolean
  clock: Clock
  onProgress?: (progress: Progress) => void
}

class DryRun extends Error {}

/** Imports one source: all of it, in one transaction, or nothing. Throws `LoadRefused` with the reasons. */
export async function load(store: WriteStore, options: LoadOptions): Promise<LoadReport> {
  const problems = new Problems()
  const { startedAt = new Date(options.clock.now()).toISOString() } = options
  const staging = { db: store.db as unknown as StagingDatabase, dialect: store.dialect }
  const report = (step: Progress['step'], expected: number | null) => (done: number) =>
    options.onProgress?.({ step, done, expected, part: options.source.partRead?.() ?? null })
  try {
    const read = report('reading', options.source.expected)
    const { counts, notices } = await stageSource(staging, options.source, problems, read)
    if (problems.total > 0) throw new LoadRefused(problems)
    const leftOut = options.source.isPartial === true ? new Problems() : null
    const expected = [...counts.values()].reduce((sum, count) => sum + count, 0)
    if (options.prune) refuseGaps(options.source, counts)
    const kinds = await write(
      store,
      { ...options, startedAt, leftOut, counts },
      problems,
      report('writing', expected),
    )
    for (const findings of [notices, leftOut]) await findings?.locate(options.source)
    const listed = [
      ...notices.listed('notices'),
      ...(leftOut?.listed('references lead out of this source') ?? []),
    ]
    return { kinds: byPlural(kinds), notices: listed, leftOut: leftOutByPlural(leftOut) }
  } catch (error) {
    await problems.locate(options.source)
    throw error
  } finally {
    // It goes with the connection in any case; a disk that failed must not be reported as this.
    await store.dialect.dropStaging(store.db).catch(() => undefined)
  }
}

async function write(
  store: WriteStore,
  options: LoadOptions & {
    startedAt: string
    leftOut: Problems | null
    counts: ReadonlyMap<RecordKind, number>
  },
  problems: Problems,
  onRecord: (count: number) => void,
): Promise<Record<RecordKind, KindReport>> {
  const kinds = emptyKinds()
  const work = async (db: WriteStore['db']): Promise<void> => {
    const { dialect } = store
    const { target, clock, leftOut } = options
    const found = 'id' in target ? target : await insertMunicipality({ db, dialect }, target, clock)
    const context = await makeContext({ db, dialect, target: found, problems, leftOut }, options)
    await dialect.createSearchIndex(db, found.id)
    await stageResumed(context, options)
    await writeRecords(context, kinds, onRecord)
    if (problems.total > 0) throw new LoadRefused(problems)
    if (options.prune) await pruneAll(context, kinds, options.counts)
    await derive(context)
    await indexWritten(context)
    await stampTouched(context)
    // A sequence of PostgreSQL would stay where it is put.
    if (!options.dryRun) await context.ids.settle(context)
    if (hasChanges(kinds)) {
      await moveDataVersion(context)
      await dialect.settle(db)
    }
    await recordRun(context, options, kinds)
    if (options.dryRun) throw new DryRun()
  }
  await store.transaction(work, 'record').catch((error: unknown) => {
    if (!(error instanceof DryRun)) throw error
  })
  return kinds
}

async function makeContext(
  given: Pick<LoadContext, 'db' | 'dialect' | 'target' | 'problems' | 'leftOut'>,
  { source: { name: source }, clock, prune }: LoadOptions,
): Promise<LoadContext> {
  const { target, leftOut } = given
  // A complete source that refers to what it has no more is as it was: only a slice is written without it.
  const isPruned = prune && leftOut !== null
  const owner = { municipalityId: target.id, source, isPruned }
  return {
    ...given,
    source,
    now: new Date(clock.now()).toISOString(),
    references: new References(given, owner, given.problems),
    slugs: new Slugs(given, target.id),
    ids: await Ids.after(given),
    rows: new NewRows(),
    written: noRows(),
    touched: noRows(),
    shifted: new Set(),
  }
}

function noRows(): RowIds {
  const kinds = Object.keys(pluralOf) as RecordKind[]
  return Object.fromEntries(kinds.map((kind) => [kind, new Set<number>()])) as RowIds
}

const many = 1000

async function writeRecords(
  context: LoadContext,
  kinds: Record<RecordKind, KindReport>,
  onRecord: (count: number) => void,
): Promise<void> {
  let done = 0
  for (const writer of writers) {
    const onBatch = (length: number) => {
      done += length
      onRecord(done)
    }
    const report = kinds[writer.kind]
    await linkParents(await writeKind(writer, context, report, onBatch), context)
    // Until it is told, PostgreSQL takes a table for as small as it was, and reads all of it for each question.
    if (report.added >= many)
      await context.dialect.gatherStatistics(context.db, recordKinds[writer.kind].table)
  }
}

/** Returns the rows that are to be linked to a parent of their kind. */
async function writeKind(
  writer: KindWriter<RecordKind>,
  context: LoadContext,
  report: KindReport,
  onBatch: (length: number) => void,
): Promise<Child[]> {
  const staging = context.db as unknown as StagingDatabase
  const children: Child[] = []
  context.ids.reserve(writer.kind, await highestServedId(staging, writer.kind))
  for await (const batch of stagedRecords(staging, writer.kind)) {
    for (const { staged, id, what } of await upsert(writer, batch, context)) {
      if (what !== 'unwritten') report[what] += 1
      if (what !== 'same') children.push(...childOf(writer, staged, id))
    }
    onBatch(batch.filter(({ isResumed }) => !isResumed).length)
  }
  return children
}

function childOf(
  { kind }: KindWriter<RecordKind>,
  { record, referrer }: Staged<RecordKind>,
  id: number,
): Child[] {
  if (kind !== 'organization' && kind !== 'agenda_item') return []
  const parentKey = 'parent_key' in record ? record.parent_key : null
  return parentKey ? [{ kind, id, parentKey, referrer }] : []
}

async function pruneAll(
  context: LoadContext,
  kinds: Record<RecordKind, KindReport>,
  counts: ReadonlyMap<RecordKind, number>,
): Promise<void> {
  const empty = writers.map(({ kind }) => kind).filter((kind) => !counts.get(kind))
  await refuseEmptyKinds(empty, context)
  // Backwards, so that what is part of something goes before it.
  for (const writer of [...writers].reverse()) {
    kinds[writer.kind].removed = await prune(writer, context)
  }
  await dropPrunedUnresolved(context)
}

/** A row moves when anything that is part of it moved: clients sync by `updated_at`. */
async function stampTouched({ db, touched, now }: LoadContext): Promise<void> {
  for (const [kind, touchedIds] of Object.entries(touched)) {
    for (const ids of chunks(touchedIds)) {
      await importedTables(db)
        .updateTable(recordKinds[kind as RecordKind].table)
        .set({ updated_at: now })
        .where('id', 'in', ids)
        .where('updated_at', '!=', now)
        .execute()
    }
  }
}

async function moveDataVersion({ db, target, now }: LoadContext): Promise<void> {
  await db
    .updateTable('municipalities')
    .set((eb) => ({ data_version: eb('data_version', '+', 1), updated_at: now }))
    .where('id', '=', target.id)
    .execute()
}
