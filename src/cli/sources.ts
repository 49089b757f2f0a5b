import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import { downFamilies, sourceStateOf } from '../store/source-state.ts'
import { listSources, type RememberedSource, removeSources } from '../store/sources.ts'
import { StoreBusy } from '../store/store-error.ts'
import { CliError } from './cli-error.ts'
import { printList } from './list.ts'
import { whileNotImported, withReadStore, withWriteStore } from './stores.ts'

/** `reeve sources list | remove`. */
export function sourcesCommand(): Command {
  return new Command('sources').addCommand(listCommand()).addCommand(removeCommand())
}

/** What to do where no source is remembered. */
export const noSources = 'No sources. Find one: reeve add <address>'

function listCommand(): Command {
  return new Command('list')
    .description(
      'List the URLs that were imported, with the state of each and since when, its last import, and up to when the municipality is on record; hosts that are down are one line',
    )
    .option('--json', 'print a JSON list, also of each source of hosts that are down')
    .action(async ({ json }: { json?: boolean }) => {
      const rows = await withReadStore(readConfig().databaseUrl, ({ db }) => listSources(db))
      if (rows.length === 0 && json !== true) console.log(noSources)
      const sources = await Promise.all(rows.map(toListed))
      const lines = json === true ? sources : [...downLines(rows), ...sources.filter(isUp)]
      const columns = {
        municipality: (row: Line) => row.municipality,
        importer: (row: Line) => row.importer,
        location: (row: Line) => row.location,
        from: ({ from }: Line) => from ?? 'the beginning',
        age: ({ checkedAt }: Line) =>
          checkedAt === null ? '-' : ageOf(checkedAt, systemClock.now()),
        'last import': ({ checkedAt }: Line) => checkedAt ?? '-',
        'newest record': ({ newestRecord }: Line) => newestRecord ?? '-',
        state: ({ state }: Line) => state,
        since: ({ since }: Line) => since ?? '-',
        error: ({ error }: Line) => error ?? '-',
      }
      printList(lines, columns, { json })
    })
}

type Source = Awaited<ReturnType<typeof toListed>>
type Line = Pick<
  Source,
  'municipality' | 'importer' | 'location' | 'from' | 'newestRecord' | 'state' | 'since' | 'error'
> & { checkedAt: string | null }

const isUp = ({ state }: Source) => state !== 'down'

/** One line for all sources of hosts that are down. */
function downLines(rows: readonly RememberedSource[]): Line[] {
  return downFamilies(rows).map(({ family, since, retryAt, error, sources }) => ({
    municipality: `(${sources} sources)`,
    importer: '-',
    location: family,
    ...{ from: '-', checkedAt: null, newestRecord: null, state: 'down', since },
    error: `${error}; next attempt after ${retryAt}`,
  }))
}

/** A killed process leaves the start of its import, but not its lock. */
async function toListed(row: RememberedSource) {
  const isRunning = row.runningSince !== null && (await isImporting(row.municipality))
  const listed = { ...row, runningSince: isRunning ? row.runningSince : null }
  const { municipality, importer, location, since: from, readUntil, checkedAt } = listed
  const { newestRecord, result, error, runningSince, family, retryAt } = listed
  return {
    ...{ municipality, importer, location, from, readUntil, checkedAt, newestRecord },
    ...sourceStateOf(listed, systemClock.now()),
    ...{ result, error, runningSince, family, retryAt },
  }
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
