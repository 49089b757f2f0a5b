import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Command } from 'commander'
import pLimit from 'p-limit'
import { readConfig } from '../config/config.ts'
import { type Clock, systemClock } from '../core/clock.ts'
import { groupBy } from '../core/group-by.ts'
import { KeptResponses } from '../importers/kit/kept-responses.ts'
import { sources } from '../importers/registry.ts'
import type { ImportSource } from '../importers/source.ts'
import { listImportedUrls } from '../store/import-runs.ts'
import { listSources, noteSourceFailure, type RememberedSource } from '../store/sources.ts'
import { startChild } from './child.ts'
import { CliError } from './cli-error.ts'
import { readDuration } from './duration.ts'
import { closingSentence, printWarnings } from './import.ts'
import { Interrupted, importInto } from './import-run.ts'
import { reportError } from './report-error.ts'
import { folderOf, withResumeFolder } from './resume-folder.ts'
import { noSources } from './sources.ts'
import { withReadStore, withWriteStore } from './stores.ts'

// A source may have been added.
const pauseMs = 10_000
const minuteMs = 60_000
const alertsEveryMs = 10 * minuteMs

interface SyncOptions {
  every?: string
  acceptFewer?: boolean
  jobs?: string
  minutesPerSource?: string
  quiet?: boolean
}

/** `reeve sync [<slug>…]`. */
export function syncCommand(): Command {
  return new Command('sync')
    .description(
      'Read what changed in the sources of municipalities, some side by side, each for a limited time',
    )
    .argument('[slug...]', 'the municipalities; without any, all')
    .option(
      '--every <duration>',
      'repeat this until stopped, each source at most once in this time: 10m to 31d, such as 6h',
    )
    .option('--jobs <n>', 'how many sources are read side by side, instead of SYNC_JOBS')
    .option(
      '--minutes-per-source <n>',
      'when a source is interrupted, to be continued later, instead of SYNC_SOURCE_MINUTES',
    )
    .option('--accept-fewer', 'read sources that have none, or far fewer records than before')
    .option('--quiet', 'print only errors')
    .action(async (slugs: string[], options: SyncOptions) => {
      const { every, acceptFewer, quiet, jobs, minutesPerSource } = options
      const { syncJobs, syncSourceMinutes } = readConfig({
        ...(jobs === undefined ? {} : { SYNC_JOBS: jobs }),
        ...(minutesPerSource === undefined ? {} : { SYNC_SOURCE_MINUTES: minutesPerSource }),
      })
      const run: SyncRun = {
        slugs,
        jobs: syncJobs,
        minutes: syncSourceMinutes,
        startTimer: endAfter,
        acceptFewer: acceptFewer === true,
        quiet: quiet === true,
        clock: systemClock,
      }
      if (run.acceptFewer && (slugs.length === 0 || every !== undefined))
        throw new CliError(
          '--accept-fewer is for one read of named municipalities: reeve sync <slug> --accept-fewer',
        )
      await (every === undefined ? syncOnce(run) : syncEvery(run, readDuration(every, '--every')))
    })
}

/** Reads each source once. Throws `CliError` if one failed. */
export async function syncOnce(run: SyncRun): Promise<void> {
  const { count, failed, interrupted } = await syncDue(run, 0)
  if (count === 0) console.log(noSources)
  const unread = Object.entries({ failed, interrupted }).filter(([, number]) => number > 0)
  if (unread.length === 0) return
  throw new CliError(
    unread.map(([result, number]) => `${number} of ${count} sources ${result}`).join(', '),
    1,
  )
}

/** Until a signal ends the process; an import is one transaction. */
async function syncEvery(run: SyncRun, everyMs: number): Promise<never> {
  const isAlertTime = alertTimer(run.clock)
  for (;;) {
    await syncDue(run, everyMs).catch(reportError)
    if (isAlertTime()) await sendAlerts()
    await pause(pauseMs)
  }
}

/** Whether e-mails are to be sent: at first, and then every ten minutes; never without a mail server. */
function alertTimer(clock: Clock): () => boolean {
  const { smtpUrl } = readConfig()
  let next = smtpUrl === null ? Number.POSITIVE_INFINITY : 0
  return () => {
    if (clock.now() < next) return false
    next = clock.now() + alertsEveryMs
    return true
  }
}

/** In a process of its own, because it reads what the site shows; resolves when that has ended. */
async function sendAlerts(): Promise<void> {
  const child = startChild(['alerts', 'send'], ['ignore', 'ignore', 'inherit'])
  await once(child, 'close').catch(reportError)
}

interface SyncRun {
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

function endAfter(end: () => void, milliseconds: number): () => void {
  const timer = setTimeout(end, milliseconds)
  return () => clearTimeout(timer)
}

interface Round {
  count: number
  failed: number
  interrupted: number
}

/** Reads the sources that were last read at least `everyMs` ago, those that were interrupted last. One failure does not stop the others. */
async function syncDue(run: SyncRun, everyMs: number): Promise<Round> {
  const isDue = ({ checkedAt, result, importer }: RememberedSource) =>
    Math.abs(run.clock.now() - Date.parse(checkedAt)) >= everyMs ||
    (result === 'interrupted' && canResume(importer))
  const due = groupTables(await listedSources(run)).filter((group) => group.some(isDue))
  const round: Round = { count: due.length, failed: 0, interrupted: 0 }
  const wasInterrupted = (group: SourceGroup) =>
    group.some(({ result }) => result === 'interrupted')
  for (const groups of [due.filter((group) => !wasInterrupted(group)), due.filter(wasInterrupted)])
    await readSideBySide(groups, run, round)
  return round
}

/** Reads sources of different municipalities side by side; an import of a municipality runs alone. */
async function readSideBySide(
  groups: readonly SourceGroup[],
  run: SyncRun,
  round: Round,
): Promise<void> {
  const limit = pLimit(run.jobs)
  const readEach = async (ofMunicipality: readonly SourceGroup[]) => {
    for (const group of ofMunicipality) await readOrReport(group, run, round)
  }
  const slugOf = ([{ municipality }]: SourceGroup) => municipality
  const groupsOf = groupBy(groups, slugOf)
  await limit.map(new Set(groups.map(slugOf)), (slug) => readEach(groupsOf(slug)))
}

async function readOrReport(group: SourceGroup, run: SyncRun, round: Round): Promise<void> {
  const [{ municipality, importer }] = group
  const locations = group.map(({ location }) => location)
  try {
    await syncOne(group, locations, run)
  } catch (error) {
    round[error instanceof Interrupted ? 'interrupted' : 'failed'] += 1
    console.error(`${municipality}: ${importer} ${locations.join(' ')}:`)
    reportError(error)
  }
}

const canResume = (importer: string) => sourceOf(importer)?.takes?.includes('resume') === true

type SourceGroup = readonly [RememberedSource, ...RememberedSource[]]

/** Tables of a council are one record, so they are read in one import; other sources each in their own. */
function groupTables(remembered: readonly RememberedSource[]): SourceGroup[] {
  const keyOf = ({ municipality, importer, location }: RememberedSource) =>
    [municipality, importer, ...(sourceOf(importer)?.isTable === true ? [] : [location])].join(' ')
  const groups = groupBy(remembered, keyOf)
  return [...new Set(remembered.map(keyOf))].map((key) => groups(key) as unknown as SourceGroup)
}

const sourceOf = (importer: string): ImportSource | undefined =>
  Object.hasOwn(sources, importer) ? sources[importer] : undefined

async function syncOne(
  group: SourceGroup,
  locations: readonly string[],
  run: SyncRun,
): Promise<void> {
  const [{ municipality, municipalityId, importer }] = group
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
  const { databaseUrl, legistarToken, sourceKey, operatorContact: contact } = readConfig()
  const kept = source.isTable === true ? folderOf(['tables', municipality, importer]) : undefined
  const own = { others, clock, resume, kept }
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

async function listedSources({ slugs }: SyncRun): Promise<RememberedSource[]> {
  const rows = await withReadStore(readConfig().databaseUrl, ({ db }) => listSources(db))
  const missing = slugs.find((slug) => !rows.some(({ municipality }) => municipality === slug))
  if (missing !== undefined)
    throw new CliError(`"${missing}" has no source; import its URL, and see: reeve sources list`)
  return slugs.length === 0 ? rows : rows.filter(({ municipality }) => slugs.includes(municipality))
}
