import type { Clock } from '../../core/clock.ts'
import { lastVersion } from '../../store/import-runs.ts'
import { afterOtherWriters, type WriteStore } from '../../store/open.ts'
import { watchWords } from '../../store/search/index-documents.ts'
import { version } from '../../version.ts'
import type { OpenedSource } from '../source.ts'
import { applyPlan } from './apply.ts'
import { derive } from './derive.ts'
import { assertNoErrors, DiagnosticList, LoadRejected, locate } from './diagnostic-list.ts'
import { rejectFewerRecords } from './fewer-records.ts'
import { History } from './history.ts'
import { Ids } from './ids.ts'
import { completeReading, findLastLook, readingOf } from './last-look.ts'
import { insertMunicipality, type NewMunicipality } from './municipalities.ts'
import { dropOlderCopies, otherSourceWarnings, planImport, storeSourceDates } from './plan.ts'
import { pruneAgendas, pruneAll, rejectGaps, suggestPrune } from './prune.ts'
import { pruneChanges, rejectOtherSources } from './prune-changes.ts'
import { listUnresolved } from './references.ts'
import {
  countsByPlural,
  deriveAsOf,
  kindReports,
  type LoadReport,
  plannedIn,
  publish,
  type Run,
  repeatOf,
} from './report.ts'
import { fingerprintOf, repeated } from './same-files.ts'
import type { Changes, LoadScope, LoadTarget } from './scope.ts'
import { mergeChanges } from './scope.ts'
import { indexChanges } from './search-index.ts'
import { rejectLosses, stageSource } from './stage.ts'
import { storeSourceWards } from './wards.ts'

/** Progress of an import: records read, then records written. */
export interface Progress {
  step: 'reading' | 'writing'
  done: number
  expected: number | null
  /** The fraction of the source that has been read, from 0 to 1; null if unknown. */
  fraction: number | null
}

export interface LoadOptions {
  /** An existing municipality, or one to create. */
  target: LoadTarget | NewMunicipality
  source: OpenedSource
  /** The name of the source in the registry, recorded with the run. */
  importer?: string
  /** When the run began, before its source was opened, ISO 8601; default: now. */
  startedAt?: string
  /** Mark records that the source no longer has as removed. */
  prune: boolean
  /** The records of the last full read of the same URLs; undefined if there was none. */
  recordsBefore?: number | undefined
  /** Whether the operator has said that far fewer records than before are right. */
  acceptFewer?: boolean | undefined
  /** Report everything, and roll back. */
  dryRun: boolean
  clock: Clock
  onProgress?: (progress: Progress) => void
  /** Called if the import waits for another one to finish writing. */
  onWait?: () => void
}

class DryRun extends Error {}

/** Imports one source in one transaction. Throws `LoadRejected` with the errors. */
export async function load(store: WriteStore, options: LoadOptions): Promise<LoadReport> {
  const { source } = options
  const startedAt = new Date(options.clock.now()).toISOString()
  const run = { startedAt, ...options, fingerprint: fingerprintOf(options) }
  const again = await repeated(store, run)
  if (again !== undefined) return again
  const onRead = progressOf(options)('reading', source.expected)
  try {
    const staged = await stageSource(store, source, onRead)
    assertNoErrors(staged.errors)
    if (options.prune) rejectGaps(source, staged.counts)
    return await write(store, run, staged)
  } catch (error) {
    if (error instanceof LoadRejected) await locate(error.errors, source)
    throw error
  } finally {
    // Neither changes the import, and an earlier error must not be masked.
    await store.dialect.dropStaging(store.db).catch(() => undefined)
    await store.dialect.truncateLog(store.db).catch(() => undefined)
  }
}

/** Writes what is staged, in one transaction. */
async function write(
  store: WriteStore,
  options: LoadOptions & Pick<Run, 'startedAt' | 'fingerprint'>,
  staged: Awaited<ReturnType<typeof stageSource>>,
): Promise<LoadReport> {
  let report: LoadReport | undefined
  const work = async (db: WriteStore['db']): Promise<void> => {
    const scope = await scopeOf({ db, dialect: store.dialect }, options, staged)
    if (scope.followsSlugs) await rejectOtherSources(scope)
    await rejectFewerRecords(scope, options)
    const first = await otherSourceWarnings(scope, options.importer)
    const isOlder = await dropOlderCopies(scope)
    const plan = await planImport(scope)
    // What belongs to records of a missing list is missing too.
    const errors = new DiagnosticList()
    if ((options.source.gaps?.() ?? []).length === 0)
      rejectLosses({ ...staged, errors, source: scope.source })
    assertNoErrors(errors)
    const ids = await Ids.after(scope)
    const dropOldWords = await watchWords(db, () => ids.last('search_documents'))
    const applied = await applyPlan(plan, scope, {
      ids,
      onRecords: progressOf(options)('writing', plannedIn(plan)),
    })
    await storeSourceDates(scope)
    const pruned = await pruneBy(options, scope)
    await scope.history?.finish()
    const unresolved = await listUnresolved(scope)
    if (!options.prune && !isOlder) await suggestPrune(scope, options.source)
    const changes = mergeChanges([applied, pruned])
    await derive(changes, scope)
    await storeSourceWards(scope, options.source)
    const asOfMoved = await deriveAsOf(scope, options.source)
    await indexChanges(changes, scope, ids)
    await dropOldWords()
    // PostgreSQL does not roll sequences back.
    if (!options.dryRun) await ids.advanceSequences()
    const kinds = await kindReports(plan, scope, changes)
    const warnings = [
      ...first,
      ...staged.warnings.listed('warnings'),
      ...unresolved.listed('references to records outside this source'),
    ]
    await locate(warnings, options.source)
    const { unreadMotions } = staged.warnings
    const counts = {
      unresolved: countsByPlural(unresolved.toKinds),
      omitted: countsByPlural(staged.omitted.counts()),
    }
    const reading = await completeReading(scope, options.source, isOlder)
    const run = { ...options, unreadMotions, warnings, reading, report: repeatOf(plan, counts) }
    await publish(scope, { parents: changes.parents, kinds, run, asOfMoved })
    report = { kinds, warnings, ...counts }
    if (options.dryRun) throw new DryRun()
  }
  const transaction = () => store.transaction(work, 'record')
  await afterOtherWriters(transaction, options.onWait).catch((error: unknown) => {
    if (!(error instanceof DryRun)) throw error
  })
  if (report === undefined) throw new Error('the transaction ended without its work')
  return report
}

async function pruneBy({ prune, source }: LoadOptions, scope: LoadScope): Promise<Changes> {
  if (source.changes !== undefined) return pruneChanges(source.changes, scope)
  return prune ? pruneAll(scope) : pruneAgendas(scope)
}

async function scopeOf(
  { db, dialect }: Pick<WriteStore, 'db' | 'dialect'>,
  { target, source, importer, clock, prune }: LoadOptions,
  { warnings, omitted, counts }: Awaited<ReturnType<typeof stageSource>>,
): Promise<LoadScope> {
  const into = 'id' in target ? target : await insertMunicipality({ db }, target, clock)
  const now = new Date(clock.now()).toISOString()
  const reading = readingOf(source, source.isPartial !== true)
  const look = await findLastLook(db, into.id, { ...(importer && { importer }), source, reading })
  const ofSource = { db, dialect, target: into, source: source.name, now }
  return {
    ...ofSource,
    history: look?.isSameReader === true ? new History(ofSource, look.notBefore) : null,
    isDerived: (await lastVersion(db, into.id)) === version,
    isPartial: source.isPartial === true || source.isThirdParty === true,
    isThirdParty: source.isThirdParty === true,
    prune,
    followsSlugs: source.changes !== undefined,
    omitted: omitted.keys,
    counts,
    warn(warning) {
      warnings.add(warning)
      omitted.add(warning)
    },
  }
}

function progressOf({ source, onProgress }: LoadOptions) {
  return (step: Progress['step'], expected: number | null) => (done: number) =>
    onProgress?.({ step, done, expected, fraction: source.progress?.() ?? null })
}
