import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { type ExportReport, exportBundle } from '../exporters/bundle/export.ts'
import { CliError } from './cli-error.ts'
import { withReadStore } from './stores.ts'

interface ExportOptions {
  municipality: string
  source?: string
  json?: boolean
}

/** `reeve export <dir> --municipality <slug>`. */
export function exportCommand(): Command {
  return new Command('export')
    .description('Write the record of a council as a native bundle, which reeve import reads')
    .argument('<dir>', 'the folder to write: one that is empty, or not there yet')
    .requiredOption('--municipality <slug>', 'the municipality whose record it is')
    .option('--source <name>', 'the source, where the municipality is filled from several')
    .option('--json', 'print {"source", "kinds": {"meetings": 45, …}}')
    .action(async (folder: string, { municipality, source, json }: ExportOptions) => {
      const report = await withReadStore(readConfig().databaseUrl, (store) =>
        exportBundle(store, { municipality, source, folder }),
      ).catch((error: unknown) => {
        throw writeError(error, folder)
      })
      console.log(json === true ? JSON.stringify(report) : describe(report, folder))
    })
}

function describe({ source, kinds }: ExportReport, folder: string): string {
  const rows = Object.entries(kinds).map(
    ([kind, count]) => `${kind.padEnd(14)} ${String(count).padStart(8)}`,
  )
  return [...rows, `Wrote what the source ${source} says to ${folder}.`].join('\n')
}

// A full disk, a folder that others own: the system's own words say it best.
function writeError(error: unknown, folder: string): unknown {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException
  if (code === undefined || syscall === undefined) return error
  return new CliError(`cannot write ${folder}: ${code} (${syscall}); nothing is left there`, 1)
}
