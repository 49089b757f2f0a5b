import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import { jurisdictionIdOf } from '../core/ocd-id.ts'
import type { LoadTarget } from '../importers/load/context.ts'
import { load } from '../importers/load/load.ts'
import { findTarget, type NewMunicipality } from '../importers/load/municipalities.ts'
import type { LoadReport } from '../importers/load/report.ts'
import { sources } from '../importers/registry.ts'
import type { OpenedSource } from '../importers/source.ts'
import type { WriteStore } from '../store/open.ts'
import { Failure } from './failure.ts'
import { progressDisplay } from './progress.ts'
import { withWriteStore } from './stores.ts'

interface ImportOptions {
  municipality: string
  dryRun?: boolean
  prune?: boolean
  json?: boolean
}

/** `reeve import <source> <location> --municipality <slug>`. */
export function importCommand(): Command {
  const known = Object.values(sources).map(
    ({ name, describe }) => `  ${name.padEnd(10)} ${describe}`,
  )
  return new Command('import')
    .description('Import the record of a council: all of it, or nothing')
    .argument('<source>', `where from: ${Object.keys(sources).join(', ')}`)
    .argument('<location>', 'the folder to read')
    .requiredOption('--municipality <slug>', 'the municipality that the record is of')
    .option('--dry-run', 'check everything and report, but change nothing')
    .option('--prune', 'take out what this source once had and has no longer')
    .option(
      '--json',
      'end with one line of JSON: {"kinds": {"meetings": {"added", "changed", "same", "removed"}, …}}',
    )
    .addHelpText('after', `\nSources:\n${known.join('\n')}`)
    .action(async (name: string, location: string, options: ImportOptions) => {
      const source = Object.hasOwn(sources, name) ? sources[name] : undefined
      if (source === undefined) {
        throw new Failure(`"${name}" is not a source; known are ${Object.keys(sources).join(', ')}`)
      }
      const { databaseUrl } = readConfig()
      const opened = await source.open(location)
      const report = await withWriteStore(databaseUrl, (store) => runImport(store, opened, options))
      printReport(report, options)
    })
}

async function runImport(
  store: WriteStore,
  source: OpenedSource,
  options: ImportOptions,
): Promise<LoadReport> {
  const { municipality: slug } = options
  const known = await findTarget(store, slug)
  if (known !== undefined) refuseAnother(known, slug, source)
  const target = known ?? newMunicipality(slug, source)
  const display = progressDisplay(process.stderr, () => systemClock.monotonic())
  try {
    return await load(store, {
      target,
      source,
      prune: options.prune === true,
      dryRun: options.dryRun === true,
      clock: systemClock,
      onProgress: display.show,
    })
  } finally {
    display.end()
  }
}

// The record of one town must not end up in another for a slip of the slug.
function refuseAnother(known: LoadTarget, slug: string, { municipality }: OpenedSource): void {
  if (municipality === null) return
  const jurisdictionId = jurisdictionIdOf(municipality.division_id)
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

function printReport({ kinds, notices }: LoadReport, { json, dryRun }: ImportOptions): void {
  for (const { where, subject, reason } of notices)
    console.error(`note: ${where}: ${subject}: ${reason}`)
  const rows = Object.entries(kinds).map(([kind, { added, changed, same, removed }]) =>
    [
      kind.padEnd(14),
      ...[added, changed, same, removed].map((count) => String(count).padStart(8)),
    ].join(' '),
  )
  const head = [
    ''.padEnd(14),
    ...['added', 'changed', 'same', 'removed'].map((word) => word.padStart(8)),
  ].join(' ')
  console.log([head, ...rows].join('\n'))
  if (dryRun === true) console.log('Dry run: nothing was changed.')
  if (json === true) console.log(JSON.stringify({ kinds }))
}
