import type { Clock } from '../../core/clock.ts'
import type { WriteStore } from '../../store/open.ts'
import { pluralOf, type RecordKind } from '../records.ts'
import type { OpenedSource } from '../source.ts'
import { chunks } from './chunks.ts'
import type { LoadContext, LoadTarget, RowIds } from './context.ts'
import { derive } from './derive.ts'
import { tableOf } from './kind-tables.ts'
import { LoadRefused } from './load-refused.ts'
import { insertMunicipality, type NewMunicipality } from './municipalities.ts'
import { type Child, linkParents } from './parents.ts'
import { Problems } from './problems.ts'
import { prune } from './prune.ts'
import { References } from './references.ts'
import { byPlural, emptyKinds, hasChanges, type KindReport, type LoadReport } from './report.ts'
import { recordRun } from './run-record.ts'
import { indexWritten } from './search-entries.ts'
import { Slugs } from './slugs.ts'
import { type StagingDatabase, stagedRecords, stageSource } from './stage.ts'
import { type KindWriter, type Staged, upsert } from './upsert.ts'
import { writers } from './writers/writers.ts'

/** How far an import is: records read from the source, then records written. */
export interface Progress {
  step: 'reading' | 'writing'
  done: number
  expected: number | null
}

export interface LoadOptions {
  /** A municipality that is there, or one that is to come into being together with its record. */
  target: LoadTarget | NewMunicipality
  source: OpenedSource
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
  const startedAt = new Date(options.clock.now()).toISOString()
  const staging = { db: store.db as unknown as StagingDatabase, dialect: store.dialect }
  const report = (step: Progress['step'], expected: number | null) => (done: number) =>
    options.onProgress?.({ step, done, expected })
  try {
    const read = report('reading', options.source.expected)
    const { counts, notices } = await stageSource(staging, options.source, problems, read)
    if (problems.total > 0) throw new LoadRefused(problems)
    const expected = [...counts.values()].reduce((sum, count) => sum + count, 0)
    if (options.prune && expected === 0) throw new LoadRefused(nothingToKeep(options.source.name))
    const kinds = await write(
      store,
      { ...options, startedAt },
      problems,
      report('writing', expected),
    )
    return { kinds: byPlural(kinds), notices }
  } finally {
    await store.dialect.dropStaging(store.db)
  }
}

function nothingToKeep(where: string): Problems {
  const problems = new Problems()
  const reason =
    'it holds no records, and pruning by it would take out everything that it once held'
  problems.add({ where, subject: 'source', reason })
  return problems
}

async function write(
  store: WriteStore,
  options: LoadOptions & { startedAt: string },
  problems: Problems,
  onRecord: (count: number) => void,
): Promise<Record<RecordKind, KindReport>> {
  const kinds = emptyKinds()
  const work = async (db: WriteStore['db']): Promise<void> => {
    const { dialect } = store
    const { target, clock } = options
    const found = 'id' in target ? target : await insertMunicipality({ db, dialect }, target, clock)
    const context = makeContext({ db, dialect, target: found, problems }, options)
    await dialect.createSearchIndex(db, found.id)
    await writeRecords(context, kinds, onRecord)
    if (problems.total > 0) throw new LoadRefused(problems)
    if (options.prune) await pruneAll(context, kinds)
    await derive(context)
    await indexWritten(context)
    await stampTouched(context)
    if (hasChanges(kinds)) await moveDataVersion(context)
    await recordRun(context, options, kinds)
    if (options.dryRun) throw new DryRun()
  }
  await store.transaction(work).catch((error: unknown) => {
    if (!(error instanceof DryRun)) throw error
  })
  return kinds
}

function makeContext(
  given: Pick<LoadContext, 'db' | 'dialect' | 'target' | 'problems'>,
  { source: { name: source }, clock }: LoadOptions,
): LoadContext {
  const { db, target, problems } = given
  return {
    ...given,
    source,
    now: new Date(clock.now()).toISOString(),
    references: new References(db, { municipalityId: target.id, source }, problems),
    slugs: new Slugs(db, target.id),
    written: noRows(),
    touched: noRows(),
    shifted: new Set(),
  }
}

function noRows(): RowIds {
  const kinds = Object.keys(pluralOf) as RecordKind[]
  return Object.fromEntries(kinds.map((kind) => [kind, new Set<number>()])) as RowIds
}

async function writeRecords(
  context: LoadContext,
  kinds: Record<RecordKind, KindReport>,
  onRecord: (count: number) => void,
): Promise<void> {
  let done = 0
  for (const writer of writers) {
    const children: Child[] = []
    for await (const staged of stagedRecords(
      context.db as unknown as StagingDatabase,
      writer.kind,
    )) {
      const { id, what } = await upsert(writer, staged, context)
      if (what !== 'unwritten') kinds[writer.kind][what] += 1
      if (what !== 'same') children.push(...childOf(writer, staged, id))
      done += 1
      onRecord(done)
    }
    await linkParents(children, context)
  }
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
): Promise<void> {
  // Backwards, so that what is part of something goes before it.
  for (const writer of [...writers].reverse()) {
    kinds[writer.kind].removed = await prune(writer, context)
  }
}

/** A row moves when anything that is part of it moved: clients sync by `updated_at`. */
async function stampTouched({ db, touched, now }: LoadContext): Promise<void> {
  for (const [kind, touchedIds] of Object.entries(touched)) {
    for (const ids of chunks(touchedIds)) {
      await db
        .updateTable(tableOf[kind as RecordKind] as 'people')
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
