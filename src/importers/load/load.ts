import type { Clock } from '../../core/clock.ts'
import { listCorrections } from '../../store/corrections.ts'
import { lastVersion } from '../../store/import-runs.ts'
import { afterOtherWriters, type WriteStore } from '../../store/open.ts'
import { renewWords, watchWords } from '../../store/search/index-documents.ts'
import { readTakedowns, type Takedown } from '../../store/takedowns.ts'
import { version } from '../../version.ts'
import type { OpenedSource } from '../source.ts'
import { applyPlan } from './apply.ts'
import { Corrector } from './correct.ts'
import { derive } from './derive.ts'
import { assertNoErrors, DiagnosticList, LoadRejected, locate } from './diagnostic-list.ts'
import { rejectFewerRecords } from './fewer-records.ts'
import { forget, maskMessages } from './forget.ts'
import { History } from './history.ts'
import { Ids } from './ids.ts'
import { completeReading, findLastLook, readingOf } from './last-look.ts'
import { storeListing } from './listing.ts'
import { liftedSince } from './masked.ts'
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
import { rejectLosses, type StagedSource, stageSource } from './stage.ts'
import { storeSourceWards } from './wards.ts'
import { replaceKeys } from './withheld-rows.ts'
import { Withholder } from './withhold.ts'

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
  /** Whether the source is the stored record, without what was taken down since; with `prune`. */
  isStored?: boolean
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
  const municipality = await slugOf(store, options.target)
  const takedowns = await readTakedowns(store.db, municipality)
  const corrections = await listCorrections(store.db, municipality)
  const requests = [takedowns.active, corrections].map((all) => all.map(({ id }) => id))
  const fingerprint = fingerprintOf({ ...options, requests })
  const run = { startedAt, ...options, fingerprint }
  const again = await repeated(store, run)
  if (again !== undefined) return again
  const onRecord = progressOf(options)('reading', source.expected)
  const withholder = new Withholder(takedowns, source.name)
  const corrector = new Corrector({
    ...{ key: takedowns.key, source: source.name, all: corrections },
    isStored: options.isStored === true,
  })
  try {
    const staged = await stageSource(store, source, { onRecord, corrector, withholder })
    assertNoErrors(staged.errors)
    if (options.prune && options.isStored !== true) rejectGaps(source, staged.counts)
    return await write(store, run, { ...staged, withholder, takedowns: takedowns.all })
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
  staged: StagedSource & { withholder: Withholder; takedowns: readonly Takedown[] },
): Promise<LoadReport> {
  const { isStored = false, source } = options
  let isErasable = false
  let report: LoadReport | undefined
  const work = async (db: WriteStore['db']): Promise<void> => {
    const scope = await scopeOf({ db, dialect: store.dialect }, options, staged)
    await rejectOtherSources(scope)
    await rejectFewerRecords(scope, options)
    await replaceKeys(scope, staged.withholder)
    const first = await otherSourceWarnings(scope, options.importer)
    const isOlder = await dropOlderCopies(scope)
    const plan = await planImport(scope)
    rejectOmitted(source, staged)
    const ids = await Ids.after(scope)
    const dropOldWords = await watchWords(db, () => ids.last('search_documents'))
    const { withholder } = staged
    const applied = await applyPlan(plan, scope, {
      ...{ ids, withholder },
      onRecords: progressOf(options)('writing', plannedIn(plan)),
    })
    await storeSourceDates(scope)
    const pruned = await pruneBy(options, scope)
    await scope.history?.finish()
    const { isMarked, ...found } = await forget(scope, source.changes, {
      withholder,
      applied,
      pruned,
    })
    isErasable = found.isErasable
    const unresolved = await listUnresolved(scope)
    if (!options.prune && !isOlder) await suggestPrune(scope, source)
    const changes = mergeChanges([applied, pruned])
    await derive(changes, scope)
    await storeSourceWards(scope, source)
    const listsOther = await storeListing(scope, source, withholder)
    const hasMoved = (await deriveAsOf(scope, source)) || isMarked || listsOther
    await indexChanges(changes, scope, ids)
    await (isStored || isErasable ? renewWords(db) : dropOldWords())
    // PostgreSQL does not roll sequences back.
    if (!options.dryRun) await ids.advanceSequences()
    const kinds = await kindReports(plan, scope, changes)
    const warnings = [
      ...first,
      ...staged.warnings.listed('warnings'),
      ...unresolved.listed('references to records outside this source'),
    ]
    await locate(warnings, source)
    const { unreadMotions } = staged.warnings
    const counts = {
      unresolved: countsByPlural(unresolved.toKinds),
      omitted: countsByPlural(staged.omitted.counts()),
    }
    const reading = await completeReading(scope, source, isOlder)
    const run = { ...options, unreadMotions, warnings, reading, report: repeatOf(plan, counts) }
    await publish(scope, { isStored, parents: changes.parents, kinds, run, hasMoved })
    await maskMessages(scope, withholder)
    report = { kinds, warnings, ...counts }
    if (options.dryRun) throw new DryRun()
  }
  const transaction = () => store.transaction(work, 'record')
  await afterOtherWriters(transaction, options.onWait).catch((error: unknown) => {
    if (!(error instanceof DryRun)) throw error
  })
  if (report === undefined) throw new Error('the transaction ended without its work')
  // What a copy forgets would stay in its files.
  if (isErasable && !options.dryRun)
    await afterOtherWriters(() => store.dialect.eraseDeleted(store.db))
  return report
}

/** Throws `LoadRejected`; what belongs to records of a missing list is missing too. */
function rejectOmitted(
  source: OpenedSource,
  staged: Pick<StagedSource, 'omitted' | 'counts'>,
): void {
  if ((source.gaps?.() ?? []).length > 0) return
  const errors = new DiagnosticList()
  rejectLosses({ ...staged, errors, source: source.name })
  assertNoErrors(errors)
}

async function pruneBy(
  { prune, source, isStored = false }: LoadOptions,
  scope: LoadScope,
): Promise<Changes> {
  if (source.changes !== undefined) return pruneChanges(source.changes, scope)
  return prune ? pruneAll(scope, isStored) : pruneAgendas(scope)
}

async function slugOf(
  { db }: Pick<WriteStore, 'db'>,
  target: LoadOptions['target'],
): Promise<string> {
  if (!('id' in target)) return target.slug
  const own = db.selectFrom('municipalities').select('slug').where('id', '=', target.id)
  return (await own.executeTakeFirstOrThrow()).slug
}

async function scopeOf(
  { db, dialect }: Pick<WriteStore, 'db' | 'dialect'>,
  { target, source, importer, isStored, clock, prune }: LoadOptions,
  { warnings, omitted, counts, takedowns }: StagedSource & { takedowns: readonly Takedown[] },
): Promise<LoadScope> {
  const into = 'id' in target ? target : await insertMunicipality({ db }, target, clock)
  const now = new Date(clock.now()).toISOString()
  const reading = readingOf(source, source.isPartial !== true)
  const look = await findLastLook(db, into.id, { ...(importer && { importer }), source, reading })
  const ofSource = { db, dialect, target: into, source: source.name, now }
  const lifted = liftedSince(takedowns, look?.whole ?? null)
  // A copy does not know what was lifted where it comes from.
  const unknown = source.changes !== undefined && { isAny: true, documents: true }
  return {
    ...ofSource,
    // The source has not changed when something is taken down.
    history:
      look?.isSameReader === true && isStored !== true
        ? new History({ ...ofSource, lifted: { ...lifted, ...unknown } }, look.notBefore)
        : null,
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
