import type { Clock } from '../core/clock.ts'
import { isMunicipalitySlug } from '../core/municipality-slug.ts'
import { jurisdictionIdOf } from '../core/ocd-id.ts'
import { hideSecretsOf } from '../core/public-address.ts'
import { isAddress } from '../importers/kit/csv-table.ts'
import { LoadRejected } from '../importers/load/diagnostic-list.ts'
import { load } from '../importers/load/load.ts'
import { findTarget, type NewMunicipality } from '../importers/load/municipalities.ts'
import { listKnownKeys } from '../importers/load/prune.ts'
import { type LoadReport, publicLine, type Run, recordFailure } from '../importers/load/report.ts'
import type { LoadTarget } from '../importers/load/scope.ts'
import { storedRecords } from '../importers/load/stored-records.ts'
import {
  InvalidSource,
  type OpenedSource,
  type OpenOptions,
  SourceError,
} from '../importers/source.ts'
import { findRecordCount, findSyncPosition } from '../store/import-runs.ts'
import { afterOtherWriters, claimImporting, type WriteStore } from '../store/open.ts'
import {
  countRecordsOf,
  noteSourceFailure,
  noteSourceRead,
  noteSourceStart,
} from '../store/sources.ts'
import { StoreError } from '../store/store-error.ts'
import type { FailedResult } from '../store/tables.ts'
import { CliError } from './cli-error.ts'
import { ProgressLines } from './progress.ts'
import { sinceOf } from './since.ts'
import { withWriteStore } from './stores.ts'

export interface ImportRun {
  /** The name of the source in the command line. */
  importer: string
  open: (options: OpenOptions) => Promise<OpenedSource>
  locations?: readonly string[] | undefined
  /** Whether the locations that are URLs are remembered, to be read again by `reeve sync`; true by default. */
  isRemembered?: boolean
  municipality: string
  /** YYYY-MM-DD or `last`: read only what may have changed since then. */
  since?: string | undefined
  /** Whether to read on from where the last import of the source ended, if it has a list of changes. */
  continues?: boolean
  prune: boolean
  /** Ends the reading of the source; its reason is the error. */
  stop?: AbortSignal
  /** Whether far fewer records than before are right. */
  acceptFewer?: boolean
  dryRun: boolean
  /** Whether to show no progress. */
  quiet?: boolean
  /** Whether imports of other municipalities show their progress too. */
  isOneOfSeveral?: boolean
  clock: Clock
}

/** A source was not read in its time. */
export class Interrupted extends SourceError {
  override name = 'Interrupted'
}

/**
 * Imports a source, one import of a municipality at a time, and records the run, even if it fails. Dry runs and runs with
 * wrong arguments are not recorded.
 */
export async function importInto(databaseUrl: string, run: ImportRun): Promise<LoadReport> {
  hideSecretsOf(...(run.locations ?? []).filter((location) => isAddress(location)))
  const prefix = run.isOneOfSeveral === true ? `${run.municipality}: ` : ''
  const write = (line: string) => void (run.quiet || console.error(`${prefix}${line}`))
  const lines = new ProgressLines(write, () => run.clock.monotonic(), process.stderr.isTTY)
  return withWriteStore(databaseUrl, async (store) => {
    const { importer, clock } = run
    const record: RunInProgress = {
      source: { name: importer, url: null, licence: null },
      importer,
      startedAt: new Date(clock.now()).toISOString(),
      clock,
    }
    if (!isMunicipalitySlug(run.municipality))
      throw new CliError(`municipality "${run.municipality}" does not exist`)
    const claim = await claimImporting(databaseUrl, run.municipality)
    try {
      await noteStart(store, run, record.startedAt)
      return await openAndLoad(store, run, record, lines)
    } catch (failure) {
      const error: unknown = run.stop?.aborted === true ? run.stop.reason : failure
      // The import's error matters more than that of recording it, for example on a full disk.
      await noteFailedRun(store, run, record, error).catch(() => undefined)
      throw error
    } finally {
      lines.end()
      await claim.release()
    }
  })
}

async function noteFailedRun(
  store: WriteStore,
  run: ImportRun,
  record: RunInProgress,
  error: unknown,
): Promise<void> {
  if (run.dryRun) return
  const failure = { result: resultOf(error, record), error }
  if (!(error instanceof CliError))
    await recordFailure(store, run.municipality, record, failure).catch(() => undefined)
  await noteFailure(store, run, error)
}

async function openAndLoad(
  store: WriteStore,
  run: ImportRun,
  record: RunInProgress,
  lines: ProgressLines,
): Promise<LoadReport> {
  const existing = await findTarget(store, run.municipality)
  const reading = existing && {
    ...record,
    store,
    municipalityId: existing.id,
    importer: run.importer,
  }
  const since = sinceOf(run.since, reading)
  const source = await run.open({
    timeZone: existing?.timeZone ?? null,
    since,
    storedKeys: async (name, kind, keys) =>
      existing === undefined
        ? new Set()
        : listKnownKeys(kind, keys, { ...store, target: existing, source: name }),
    stored: (name) =>
      existing === undefined
        ? undefined
        : storedRecords({ ...store, target: existing, source: name }),
    position: async (name) =>
      run.continues === true && reading !== undefined
        ? findSyncPosition(store.db, { ...reading, source: name })
        : null,
    watch: lines,
    stop: run.stop,
  })
  record.source = source
  record.isOpen = true
  const sources = await sourcesOf(store, run)
  const recordsBefore =
    typeof source.since === 'string'
      ? undefined
      : ((await countRecordsOf(store.db, sources)) ??
        (await countRecordsAt(store, { run, source, existing })))
  const opened = { source, existing, lines, recordsBefore }
  const report = await loadFrom(store, opened, run, record.startedAt)
  if (!run.dryRun) await remember(store, run, { ...record, source }, report)
  return report
}

/** The records of the last import of a table at the same URL that is not remembered. */
async function countRecordsAt(
  store: WriteStore,
  { run, source, existing }: { run: ImportRun } & Pick<Opened, 'source' | 'existing'>,
): Promise<number | undefined> {
  const [location = ''] = run.locations ?? []
  const { name, url } = source
  if (existing === undefined || url === null || !location.startsWith(url)) return undefined
  const { importer } = run
  return findRecordCount(store.db, { municipalityId: existing.id, importer, source: name, url })
}

async function remember(
  store: WriteStore,
  run: ImportRun,
  { source, startedAt }: RunInProgress,
  { kinds }: LoadReport,
): Promise<void> {
  const checkedAt = new Date(run.clock.now()).toISOString()
  const sources = await sourcesOf(store, run)
  const found = Object.values(kinds).reduce(
    (sum, one) => sum + one.added + one.changed + one.same,
    0,
  )
  // Tables that are read together share their records.
  const records = typeof source.since === 'string' ? null : Math.round(found / sources.length)
  const read = { startedAt, checkedAt, since: source.since ?? null, records }
  for (const at of sources)
    await afterOtherWriters(() => store.transaction((db) => noteSourceRead(db, at, read), 'record'))
}

async function noteStart(store: WriteStore, run: ImportRun, startedAt: string): Promise<void> {
  const target = run.dryRun ? undefined : await findTarget(store, run.municipality)
  if (target === undefined) return
  const started = { municipalityId: target.id, sources: await sourcesOf(store, run) }
  await afterOtherWriters(() => noteSourceStart(store.db, started, startedAt))
}

async function noteFailure(store: WriteStore, run: ImportRun, error: unknown): Promise<void> {
  const failure = {
    checkedAt: new Date(run.clock.now()).toISOString(),
    error: publicLine(error),
    result: error instanceof Interrupted ? ('interrupted' as const) : ('failed' as const),
  }
  // Without PostgreSQL's write lock, so that a failure is recorded even while another import writes.
  for (const at of await sourcesOf(store, run))
    await afterOtherWriters(() => noteSourceFailure(store.db, at, failure))
}

// A URL with a query or a user may contain a secret, which is never stored.
async function sourcesOf(
  store: WriteStore,
  { importer, locations = [], isRemembered = true, municipality }: ImportRun,
) {
  if (!isRemembered) return []
  const urls = locations.filter((location) => /^https?:\/\/[^\s?#@]+$/i.test(location))
  const target = urls.length === 0 ? undefined : await findTarget(store, municipality)
  if (target === undefined) return []
  return urls.map((url) => ({
    municipalityId: target.id,
    importer,
    location: url.replace(/\/+$/, ''),
  }))
}

interface RunInProgress extends Run {
  /** Whether the source has been opened. */
  isOpen?: boolean
}

function resultOf(error: unknown, { isOpen }: RunInProgress): FailedResult {
  if (isOpen !== true && !(error instanceof InvalidSource)) return 'unopened'
  if (error instanceof Interrupted) return 'interrupted'
  const isRejection = [LoadRejected, SourceError, StoreError].some((type) => error instanceof type)
  return isRejection ? 'refused' : 'failed'
}

interface Opened {
  source: OpenedSource
  recordsBefore: number | undefined
  existing: LoadTarget | undefined
  lines: ProgressLines
}

async function loadFrom(
  store: WriteStore,
  { source, existing, lines, recordsBefore }: Opened,
  { municipality: slug, importer, prune, acceptFewer, dryRun, clock }: ImportRun,
  startedAt: string,
): Promise<LoadReport> {
  if (existing !== undefined) assertSameMunicipality(existing, slug, source)
  const target = existing ?? newMunicipality(slug, source)
  const { show: onProgress, onWait } = lines
  const report = await load(store, {
    ...{ target, source, importer, startedAt, prune, recordsBefore, acceptFewer, dryRun },
    ...{ clock, onProgress, onWait },
  })
  return dryRun ? report : await finished(report, source)
}

// The import is committed; an error while cleaning up becomes a warning.
async function finished(report: LoadReport, source: OpenedSource): Promise<LoadReport> {
  try {
    await source.finish?.()
    return report
  } catch (error) {
    const reason = `the import succeeded, but temporary files of the source could not be removed: ${publicLine(error)}`
    const warning = { location: source.name, subject: 'source', reason }
    return { ...report, warnings: [...report.warnings, warning] }
  }
}

// A wrong slug must not import one municipality into another.
function assertSameMunicipality(existing: LoadTarget, slug: string, source: OpenedSource): void {
  const division = source.municipality?.division_id ?? source.divisionId
  if (division === undefined || division === null) return
  const jurisdictionId = jurisdictionIdOf(division)
  if (jurisdictionId === existing.jurisdictionId) return
  throw new CliError(
    `the source belongs to ${jurisdictionId}, but "${slug}" is ${existing.jurisdictionId}`,
  )
}

function newMunicipality(slug: string, { municipality }: OpenedSource): NewMunicipality {
  if (municipality === null) {
    throw new CliError(
      `municipality "${slug}" does not exist; add it first: reeve municipalities add ${slug} --csd <code> --timezone <zone>`,
    )
  }
  const { name, division_id: divisionId, time_zone: timeZone, url } = municipality
  return { slug, name, divisionId, timeZone, url: url ?? null }
}
