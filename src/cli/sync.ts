import { setTimeout as pause } from 'node:timers/promises'
import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { type Clock, systemClock } from '../core/clock.ts'
import { sources } from '../importers/registry.ts'
import { listSources, type RememberedSource } from '../store/sources.ts'
import { CliError } from './cli-error.ts'
import { readDuration } from './duration.ts'
import { closingSentence } from './import.ts'
import { importInto } from './import-run.ts'
import { reportError } from './report-error.ts'
import { noSources } from './sources.ts'
import { withReadStore } from './stores.ts'

// One may have been added.
const pauseMs = 60_000

interface SyncOptions {
  every?: string
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
    .option('--quiet', 'print only errors')
    .action(async (slugs: string[], { every, quiet }: SyncOptions) => {
      const run = { slugs, quiet: quiet === true, clock: systemClock }
      if (every === undefined) {
        const { count, failed } = await syncDue(run, 0)
        if (count === 0) console.log(noSources)
        if (failed > 0) throw new CliError(`${failed} of ${count} sources failed`, 1)
        return
      }
      const everyMs = readDuration(every, '--every')
      // Until a signal ends the process; an import is one transaction.
      for (;;) {
        await syncDue(run, everyMs).catch(reportError)
        await pause(pauseMs)
      }
    })
}

interface SyncRun {
  slugs: readonly string[]
  quiet: boolean
  clock: Clock
}

/** Reads the sources that were last read at least `everyMs` ago. One failure does not stop the others. */
async function syncDue(run: SyncRun, everyMs: number): Promise<{ count: number; failed: number }> {
  const due = (await listedSources(run)).filter(
    ({ checkedAt }) => Math.abs(run.clock.now() - Date.parse(checkedAt)) >= everyMs,
  )
  let failed = 0
  for (const source of due) {
    try {
      await syncOne(source, run)
    } catch (error) {
      failed += 1
      console.error(`${source.municipality}: ${source.importer} ${source.location}:`)
      reportError(error)
    }
  }
  return { count: due.length, failed }
}

async function syncOne(
  { municipality, importer, location, readUntil }: RememberedSource,
  { quiet, clock }: SyncRun,
): Promise<void> {
  const source = Object.hasOwn(sources, importer) ? sources[importer] : undefined
  if (source === undefined)
    throw new CliError(
      `"${importer}" is not a source of this version; remove it: reeve sources remove ${municipality} ${location}`,
    )
  const { databaseUrl, legistarToken, operatorContact: contact } = readConfig()
  const { kinds } = await importInto(databaseUrl, {
    importer,
    open: (options) => source.open(location, { clock, ...options, legistarToken, contact }),
    location,
    municipality,
    since: source.takes?.includes('since') ? readUntil.slice(0, 10) : undefined,
    prune: false,
    dryRun: false,
    quiet,
    clock,
  })
  if (!quiet) console.log(closingSentence(kinds, { municipality, dryRun: false }))
}

async function listedSources({ slugs }: SyncRun): Promise<RememberedSource[]> {
  const rows = await withReadStore(readConfig().databaseUrl, ({ db }) => listSources(db))
  const missing = slugs.find((slug) => !rows.some(({ municipality }) => municipality === slug))
  if (missing !== undefined)
    throw new CliError(`"${missing}" has no source; import its URL, and see: reeve sources list`)
  return slugs.length === 0 ? rows : rows.filter(({ municipality }) => slugs.includes(municipality))
}
