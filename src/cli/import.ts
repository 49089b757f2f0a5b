import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import { diagnosticLine, type KindReport, type LoadReport } from '../importers/load/report.ts'
import { sources } from '../importers/registry.ts'
import type { ImportSource, SourceOption } from '../importers/source.ts'
import { CliError } from './cli-error.ts'
import { importInto } from './import-run.ts'
import { validateSince } from './since.ts'

interface ImportOptions {
  municipality: string
  dryRun?: boolean
  prune?: boolean
  acceptFewer?: boolean
  json?: boolean
  since?: string
  resume?: string
  map?: string
  quiet?: boolean
}

/** `reeve import <source> <location> --municipality <slug>`. */
export function importCommand(): Command {
  const sourceList = Object.values(sources).map(
    ({ name, describe }) => `  ${name.padEnd(16)} ${describe}`,
  )
  return new Command('import')
    .argument('<source>', `the source: ${Object.keys(sources).join(', ')}`)
    .argument('<location>', 'the file, folder or URL to read')
    .requiredOption('--municipality <slug>', 'the municipality to import into')
    .option('--dry-run', 'validate and report, but change nothing')
    .option('--prune', 'remove records that this source no longer has')
    .option(
      '--accept-fewer',
      'import although the source has none, or far fewer records than before',
    )
    .option(
      '--since <date>',
      `read only changes since a date (YYYY-MM-DD) or since the last import (last); ${supportersOf('since')}`,
    )
    .option(
      '--resume <folder>',
      `save responses in this folder, so that an interrupted import can resume; ${supportersOf('resume')}`,
    )
    .option(
      '--map <file>',
      `a JSON file that says what the columns of a table are; ${supportersOf('map')}`,
    )
    .option(
      '--json',
      'print the report as JSON on the last line: {"kinds": {"meetings": {"added", "changed", "same", "removed"}, …}}',
    )
    .option('--quiet', 'print nothing if the import succeeds, for cron')
    .addHelpText('after', `\nSources:\n${sourceList.join('\n')}`)
    .action(async (name: string, location: string, options: ImportOptions) => {
      const source = Object.hasOwn(sources, name) ? sources[name] : undefined
      if (source === undefined) {
        throw new CliError(
          `"${name}" is not a source; use one of: ${Object.keys(sources).join(', ')}`,
        )
      }
      validateOptions(source, options)
      const { databaseUrl, legistarToken, sourceKey, operatorContact: contact } = readConfig()
      const report = await importInto(databaseUrl, {
        importer: name,
        open: (openOptions) =>
          source.open(location, {
            resume: options.resume,
            map: options.map,
            clock: systemClock,
            ...openOptions,
            legistarToken,
            sourceKey,
            contact,
          }),
        locations: [location],
        // A map is a file that may be gone later.
        isRemembered: options.map === undefined,
        municipality: options.municipality,
        since: options.since,
        prune: options.prune === true,
        acceptFewer: options.acceptFewer === true,
        dryRun: options.dryRun === true,
        quiet: options.quiet === true,
        clock: systemClock,
      })
      if (options.quiet !== true) printReport(report, options)
    })
}

function supportersOf(option: SourceOption): string {
  const supporters = Object.values(sources).filter(({ takes }) => takes?.includes(option))
  return `supported by: ${supporters.map(({ name }) => name).join(', ')}`
}

function validateOptions(source: ImportSource, { since, resume, map, prune }: ImportOptions): void {
  for (const [option, value] of Object.entries({ since, resume, map }) as [
    SourceOption,
    unknown,
  ][]) {
    if (value === undefined || source.takes?.includes(option)) continue
    throw new CliError(`${source.name} does not support --${option}; ${supportersOf(option)}`)
  }
  if (since === undefined) return
  validateSince(since, systemClock.now())
  if (prune === true)
    throw new CliError(
      '--prune cannot be combined with --since, because it needs all records of the source; omit one of them',
    )
}

function printReport(
  { kinds, warnings, unresolved, omitted, repeats }: LoadReport,
  { municipality, json, dryRun }: ImportOptions,
): void {
  printWarnings(warnings)
  if (repeats !== undefined)
    console.log(
      `The files are those that import ${repeats} read today; for its warnings: reeve imports show ${repeats}.`,
    )
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
  const out = Object.entries(unresolved).map(([kind, count]) => `${count} to ${kind}`)
  if (out.length > 0)
    console.log(`Skipped references to records outside this source: ${out.join(', ')}.`)
  const odd = Object.entries(omitted).map(([kind, count]) => `${count} ${kind}`)
  if (odd.length > 0) console.log(`Omitted (see the warnings): ${odd.join(', ')}.`)
  console.log(closingSentence(kinds, { municipality, dryRun: dryRun === true }))
  if (json === true) console.log(JSON.stringify({ kinds }))
}

export function printWarnings(warnings: LoadReport['warnings']): void {
  for (const warning of warnings) console.error(`warning: ${diagnosticLine(warning)}`)
}

/** What an import did, in one sentence. */
export function closingSentence(
  kinds: LoadReport['kinds'],
  { municipality, dryRun }: { municipality: string; dryRun: boolean },
): string {
  const sum = (what: keyof KindReport) =>
    Object.values(kinds).reduce((total, report) => total + report[what], 0)
  const [added, changed, same, removed] = [
    sum('added'),
    sum('changed'),
    sum('same'),
    sum('removed'),
  ]
  return dryRun
    ? `Dry run: nothing was changed. An import into ${municipality} would add ${added}, change ${changed}, leave ${same} the same and remove ${removed}.`
    : `Imported into ${municipality}: ${added} added, ${changed} changed, ${same} the same, ${removed} removed.`
}
