import { setTimeout as pause } from 'node:timers/promises'
import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { type Clock, systemClock } from '../core/clock.ts'
import { groupBy } from '../core/group-by.ts'
import { sources } from '../importers/registry.ts'
import type { ImportSource } from '../importers/source.ts'
import { listImportedUrls } from '../store/import-runs.ts'
import { listSources, noteSourceFailure, type RememberedSource } from '../store/sources.ts'
import { CliError } from './cli-error.ts'
import { readDuration } from './duration.ts'
import { closingSentence, printWarnings } from './import.ts'
import { importInto } from './import-run.ts'
import { reportError } from './report-error.ts'
import { noSources } from './sources.ts'
import { withReadStore, withWriteStore } from './stores.ts'

// A source may have been added.
const pauseMs = 10_000

interface SyncOptions {
  every?: string
  acceptFewer?: boolean
  quiet?: boolean
}

/** `reeve sync [<slug>…]`. */
export function syncCommand(): Command {
  return new Command('sync')
    .description('Read what changed in the sources of municipalities, one after the other')
    .argument('[slug...]', 'the municipalities; without any, all')
    .option(
      '--every <duration>',
      'repeat this until stopped, each source at most once in this time: 10m to 31d, such as 6h',
    )
    .option('--accept-fewer', 'read sources that have none, or far fewer records than before')
    .option('--quiet', 'print only errors')
    .action(async (slugs: string[], { every, acceptFewer, quiet }: SyncOptions) => {
      const run = {
        slugs,
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

async function syncOnce(run: SyncRun): Promise<void> {
  const { count, failed } = await syncDue(run, 0)
  if (count === 0) console.log(noSources)
  if (failed > 0) throw new CliError(`${failed} of ${count} sources failed`, 1)
}

/** Until a signal ends the process; an import is one transaction. */
async function syncEvery(run: SyncRun, everyMs: number): Promise<never> {
  for (;;) {
    await syncDue(run, everyMs).catch(reportError)
    await pause(pauseMs)
  }
}

interface SyncRun {
  slugs: readonly string[]
  acceptFewer: boolean
  quiet: boolean
  clock: Clock
}

/** Reads the sources that were last read at least `everyMs` ago. One failure does not stop the others. */
async function syncDue(run: SyncRun, everyMs: number): Promise<{ count: number; failed: number }> {
  const isDue = ({ checkedAt }: RememberedSource) =>
    Math.abs(run.clock.now() - Date.parse(checkedAt)) >= everyMs
  const due = groupTables(await listedSources(run)).filter((group) => group.some(isDue))
  let failed = 0
  for (const group of due) {
    const [{ municipality, importer }] = group
    const locations = group.map(({ location }) => location)
    try {
      await syncOne(group, locations, run)
    } catch (error) {
      failed += 1
      console.error(`${municipality}: ${importer} ${locations.join(' ')}:`)
      reportError(error)
    }
  }
  return { count: due.length, failed }
}

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
  [{ municipality, municipalityId, importer, readUntil }]: SourceGroup,
  locations: readonly string[],
  { acceptFewer, quiet, clock }: SyncRun,
): Promise<void> {
  const [location = '', ...others] = locations
  const source = sourceOf(importer)
  if (source === undefined) {
    const error = `"${importer}" is not a source of this version; remove it: reeve sources remove ${municipality} ${location}`
    const failure = { checkedAt: new Date(clock.now()).toISOString(), error }
    await withWriteStore(readConfig().databaseUrl, ({ db }) =>
      noteSourceFailure(db, { municipalityId, importer, location }, failure),
    )
    throw new CliError(error)
  }
  const { databaseUrl, legistarToken, operatorContact: contact } = readConfig()
  const { kinds, warnings } = await importInto(databaseUrl, {
    importer,
    open: (options) => source.open(location, { others, clock, ...options, legistarToken, contact }),
    locations,
    municipality,
    since: source.takes?.includes('since') ? readUntil.slice(0, 10) : undefined,
    prune: source.isTable === true && (await areAllTables(locations, { municipalityId, importer })),
    acceptFewer,
    dryRun: false,
    quiet,
    clock,
  })
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
