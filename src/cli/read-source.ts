import { readConfig } from '../config/config.ts'
import type { Clock } from '../core/clock.ts'
import { groupBy } from '../core/group-by.ts'
import { KeptResponses } from '../importers/kit/kept-responses.ts'
import { sources } from '../importers/registry.ts'
import type { ImportSource } from '../importers/source.ts'
import { listImportedUrls } from '../store/import-runs.ts'
import { noteSourceFailure, type RememberedSource } from '../store/sources.ts'
import { CliError } from './cli-error.ts'
import { closingSentence, printWarnings } from './import.ts'
import { Interrupted, importInto } from './import-run.ts'
import { folderOf, withResumeFolder } from './resume-folder.ts'
import { withReadStore, withWriteStore } from './stores.ts'

const minuteMs = 60_000

export interface SyncRun {
  slugs: readonly string[]
  /** How many sources are read at once. */
  jobs: number
  /** Minutes after which a source is interrupted. */
  minutes: number
  /** Calls `end` after a time; returns what keeps it from that. */
  startTimer: (end: () => void, milliseconds: number) => () => void
  acceptFewer: boolean
  quiet: boolean
  clock: Clock
}

export const canResume = (importer: string) =>
  sourceOf(importer)?.takes?.includes('resume') === true

export type SourceGroup = readonly [RememberedSource, ...RememberedSource[]]

/** Tables of a council are one record, so they are read in one import; other sources each in their own. */
export function groupTables(remembered: readonly RememberedSource[]): SourceGroup[] {
  const keyOf = ({ municipality, importer, location }: RememberedSource) =>
    [municipality, importer, ...(sourceOf(importer)?.isTable === true ? [] : [location])].join(' ')
  const groups = groupBy(remembered, keyOf)
  return [...new Set(remembered.map(keyOf))].map((key) => groups(key) as unknown as SourceGroup)
}

const sourceOf = (importer: string): ImportSource | undefined =>
  Object.hasOwn(sources, importer) ? sources[importer] : undefined

/** Reads a source in the time that it has. Throws why that failed. */
export async function readGroup(group: SourceGroup, run: SyncRun): Promise<void> {
  const [{ municipality, municipalityId, importer }] = group
  const locations = group.map((row) => row.location)
  const [location = ''] = locations
  const source = sourceOf(importer)
  if (source === undefined) {
    const error = `"${importer}" is not a source of this version; remove it: reeve sources remove ${municipality} ${location}`
    const failure = { checkedAt: new Date(run.clock.now()).toISOString(), error }
    await withWriteStore(readConfig().databaseUrl, ({ db }) =>
      noteSourceFailure(db, { municipalityId, importer, location }, failure),
    )
    throw new CliError(error)
  }
  const read = async (resume: string | undefined) => {
    const stop = new AbortController()
    const end = () => stop.abort(interruption(run.minutes, resume))
    const cancel = run.startTimer(end, run.minutes * minuteMs)
    try {
      await readSource({ group, source, locations, resume, stop: stop.signal }, run)
    } finally {
      cancel()
    }
  }
  if (canResume(importer)) await withResumeFolder([importer, ...locations], read)
  else await read(undefined)
}

function interruption(minutes: number, resume: string | undefined): Interrupted {
  const next =
    resume === undefined
      ? 'give it more: --minutes-per-source or SYNC_SOURCE_MINUTES'
      : 'the next sync continues it'
  const time = `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
  return new Interrupted(
    `interrupted after ${time}, so that other sources are read; nothing was imported: ${next}`,
  )
}

interface Reading {
  group: SourceGroup
  source: ImportSource
  locations: readonly string[]
  resume: string | undefined
  stop: AbortSignal
}

async function readSource(
  { group, source, locations, resume, stop }: Reading,
  { acceptFewer, quiet, clock }: SyncRun,
): Promise<void> {
  const [{ municipality, municipalityId, importer, readUntil }] = group
  const [location = '', ...others] = locations
  const config = readConfig()
  const { databaseUrl, legistarToken, sourceKey, operatorContact: contact } = config
  const kept = source.isTable === true ? folderOf(['tables', municipality, importer]) : undefined
  const own = { others, clock, resume, kept, pauseMs: 1000 * config.syncPauseSeconds }
  const { kinds, warnings } = await importInto(databaseUrl, {
    importer,
    open: (options) =>
      source.open(location, { ...own, ...options, legistarToken, sourceKey, contact }),
    locations,
    municipality,
    continues: true,
    since: source.takes?.includes('since') ? readUntil.slice(0, 10) : undefined,
    prune: source.isTable === true && (await areAllTables(locations, { municipalityId, importer })),
    acceptFewer,
    dryRun: false,
    quiet,
    isOneOfSeveral: true,
    clock,
    stop,
  })
  if (kept !== undefined) await new KeptResponses(kept).keepOnly(locations)
  if (quiet) return
  printWarnings(warnings)
  console.log(closingSentence(kinds, { municipality, dryRun: false }))
}

/** Whether a source has brought nothing but these tables, so that what they lack is gone. */
async function areAllTables(
  locations: readonly string[],
  source: { municipalityId: number; importer: string },
): Promise<boolean> {
  const urls = await withReadStore(readConfig().databaseUrl, ({ db }) =>
    listImportedUrls(db, source),
  )
  const tables = locations.map((location) => new URL(location).href)
  return urls.every((url) => url !== null && tables.includes(url))
}
