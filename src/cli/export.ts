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
    .argument('<dir>', 'the folder to write; it must be empty or not exist')
    .requiredOption('--municipality <slug>', 'the municipality to export')
    .option('--source <name>', 'the source to export, if the municipality has several')
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
  return [...rows, `Exported the records of source ${source} to ${folder}.`].join('\n')
}

// System errors such as a full disk or missing permission.
function writeError(error: unknown, folder: string): unknown {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException
  if (code === undefined || syscall === undefined) return error
  return new CliError(`cannot write ${folder}: ${code} (${syscall}); no files were left there`, 1)
}
