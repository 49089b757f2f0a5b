import type { Clock } from '../core/clock.ts'
import { jurisdictionIdOf } from '../core/ocd-id.ts'
import { errorLine } from '../importers/load/error-line.ts'
import { load } from '../importers/load/load.ts'
import { LoadRejected } from '../importers/load/load-rejected.ts'
import { findTarget, type NewMunicipality } from '../importers/load/municipalities.ts'
import type { LoadReport } from '../importers/load/report.ts'
import { type Run, recordFailure } from '../importers/load/run-record.ts'
import type { LoadTarget } from '../importers/load/scope.ts'
import { type OpenedSource, type OpenOptions, SourceError } from '../importers/source.ts'
import { claimImporting, databaseExists, type WriteStore } from '../store/open.ts'
import { StoreError } from '../store/store-error.ts'
import { Failure } from './failure.ts'
import { ProgressDisplay } from './progress.ts'
import { sinceOf } from './since.ts'
import { withWriteStore } from './stores.ts'

/** One run of an import, as it was asked for. */
export interface ImportRun {
  /** The name of the source as the command has it. */
  importer: string
  /** Opens the source, told what is known of the municipality. */
  open: (known: OpenOptions) => Promise<OpenedSource>
  municipality: string
  /** Read only what may have changed since a day (YYYY-MM-DD), or since the last import (`last`). */
  since?: string | undefined
  prune: boolean
  dryRun: boolean
  clock: Clock
}

/**
 * Imports into a database, one import at a time, and keeps the run on record, also where it is refused or fails; a dry run
 * is kept on none. Throws what the run failed for.
 */
export async function importInto(databaseUrl: string, asked: ImportRun): Promise<LoadReport> {
  const display = new ProgressDisplay(process.stderr, () => asked.clock.monotonic())
  try {
    return await importShowing(databaseUrl, asked, display)
  } finally {
    display.end()
  }
}

async function importShowing(
  databaseUrl: string,
  asked: ImportRun,
  display: ProgressDisplay,
): Promise<LoadReport> {
  // Where nothing is there yet, nothing is made for a source that cannot be read.
  const ready = databaseExists(databaseUrl)
    ? undefined
    : await asked.open({ timeZone: null, since: sinceOf(asked.since, undefined), watch: display })
  const run = ready === undefined ? asked : { ...asked, open: async () => ready }
  return withWriteStore(databaseUrl, async (store) => {
    const { importer, clock, dryRun } = run
    const told: Run = {
      source: { name: importer, url: null, licence: null },
      importer,
      startedAt: new Date(clock.now()).toISOString(),
      clock,
    }
    try {
      const claim = await claimImporting(databaseUrl)
      try {
        return await openAndLoad(store, run, told, display)
      } finally {
        await claim.release()
      }
    } catch (error) {
      const outcome = { result: isRefusal(error) ? 'refused' : 'failed', error } as const
      // What went wrong matters more than that it could not be noted: a full disk does both.
      if (!dryRun)
        await recordFailure(store, run.municipality, told, outcome).catch(() => undefined)
      throw error
    }
  })
}

async function openAndLoad(
  store: WriteStore,
  run: ImportRun,
  told: Run,
  display: ProgressDisplay,
): Promise<LoadReport> {
  const known = await findTarget(store, run.municipality)
  const reading = known && { ...told, store, municipalityId: known.id, importer: run.importer }
  const since = sinceOf(run.since, reading)
  const source = await run.open({ timeZone: known?.timeZone ?? null, since, watch: display })
  told.source = source
  return loadFrom(store, { source, known, onProgress: display.show }, run, told.startedAt)
}

function isRefusal(error: unknown): boolean {
  return [LoadRejected, SourceError, StoreError, Failure].some((known) => error instanceof known)
}

interface Opened {
  source: OpenedSource
  known: LoadTarget | undefined
  onProgress: ProgressDisplay['show']
}

async function loadFrom(
  store: WriteStore,
  { source, known, onProgress }: Opened,
  { municipality: slug, importer, prune, dryRun, clock }: ImportRun,
  startedAt: string,
): Promise<LoadReport> {
  if (known !== undefined) refuseAnother(known, slug, source)
  const target = known ?? newMunicipality(slug, source)
  const options = { target, source, importer, startedAt, prune, dryRun, clock, onProgress }
  const report = await load(store, options)
  return dryRun ? report : await finished(report, source)
}

// What was imported is imported: that something could not be cleared away undoes none of it.
async function finished(report: LoadReport, source: OpenedSource): Promise<LoadReport> {
  try {
    await source.finish?.()
    return report
  } catch (error) {
    const reason = `the record was imported, but what was kept of the source is still there: ${errorLine(error)}`
    const warning = { location: source.name, subject: 'source', reason }
    return { ...report, warnings: [...report.warnings, warning] }
  }
}

// The record of one town must not end up in another for a slip of the slug.
function refuseAnother(known: LoadTarget, slug: string, source: OpenedSource): void {
  const division = source.municipality?.division_id ?? source.divisionId
  if (division === undefined || division === null) return
  const jurisdictionId = jurisdictionIdOf(division)
  if (jurisdictionId === known.jurisdictionId) return
  throw new Failure(`the source is of ${jurisdictionId}, but "${slug}" is ${known.jurisdictionId}`)
}

function newMunicipality(slug: string, { municipality }: OpenedSource): NewMunicipality {
  if (municipality === null) {
    throw new Failure(
      `no municipality "${slug}" is there yet; add it first: reeve municipalities add ${slug} --help`,
    )
  }
  const { name, division_id: divisionId, time_zone: timeZone, url } = municipality
  return { slug, name, divisionId, timeZone, url: url ?? null }
}
