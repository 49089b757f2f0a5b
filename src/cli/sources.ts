import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import { listSources, type RememberedSource, removeSources } from '../store/sources.ts'
import { StoreBusy } from '../store/store-error.ts'
import { CliError } from './cli-error.ts'
import { printList } from './list.ts'
import { whileNotImported, withReadStore, withWriteStore } from './stores.ts'

/** `reeve sources list | remove`. */
export function sourcesCommand(): Command {
  return new Command('sources')
    .description('Manage the sources that reeve sync reads')
    .addCommand(listCommand())
    .addCommand(removeCommand())
}

/** What to do where no source is remembered. */
export const noSources = 'No sources. Find one: reeve add <address>'

function listCommand(): Command {
  return new Command('list')
    .description(
      'List the URLs that were imported, with the time and result of the last import of each, and up to when the municipality is on record',
    )
    .option('--json', 'print a JSON list')
    .action(async ({ json }: { json?: boolean }) => {
      const rows = await withReadStore(readConfig().databaseUrl, ({ db }) => listSources(db))
      if (rows.length === 0 && json !== true) console.log(noSources)
      const sources = await Promise.all(rows.map(toListed))
      const columns = {
        municipality: (row: Source) => row.municipality,
        importer: (row: Source) => row.importer,
        location: (row: Source) => row.location,
        from: ({ since }: Source) => since ?? 'the beginning',
        age: ({ checkedAt }: Source) => ageOf(checkedAt, systemClock.now()),
        'last import': ({ checkedAt }: Source) => checkedAt,
        'newest record': ({ newestRecord }: Source) => newestRecord ?? '-',
        result: ({ result, runningSince }: Source) =>
          runningSince === null ? result : `running since ${runningSince}`,
        error: ({ error }: Source) => error ?? '-',
      }
      printList(sources, columns, { json })
    })
}
type Source = Awaited<ReturnType<typeof toListed>>

/** A killed process leaves the start of its import, but not its lock. */
async function toListed({ municipalityId: _, ...row }: RememberedSource) {
  const isRunning = row.runningSince !== null && (await isImporting(row.municipality))
  return { ...row, runningSince: isRunning ? row.runningSince : null }
}

async function isImporting(municipality: string): Promise<boolean> {
  try {
    await whileNotImported(readConfig().databaseUrl, municipality, async () => undefined)
    return false
  } catch (error) {
    if (error instanceof StoreBusy) return true
    throw error
  }
}

function removeCommand(): Command {
  return new Command('remove')
    .description('Stop reading the sources of a municipality; its record stays')
    .argument('<slug>', 'the municipality')
    .argument('[url]', 'the source; without it, all of the municipality')
    .action(async (slug: string, url?: string) => {
      const { databaseUrl } = readConfig()
      const count = await withWriteStore(databaseUrl, (store) =>
        store.transaction((db) => removeSources(db, slug, url?.replace(/\/+$/, '')), 'record'),
      )
      if (count === 0) throw new CliError(`"${slug}" has no such source; see: reeve sources list`)
      console.log(`Removed ${count} ${count === 1 ? 'source' : 'sources'} of ${slug}.`)
    })
}

/** The age of a time in ISO 8601, in its largest unit. */
function ageOf(time: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(time)) / 60_000))
  if (minutes < 120) return `${minutes} min`
  return minutes < 2880 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} d`
}
