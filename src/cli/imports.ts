import { Command } from 'commander'
import { listMunicipalities } from '../access/queries.ts'
import { readConfig } from '../config/config.ts'
import { findRun, listRuns } from '../store/import-runs.ts'
import { CliError } from './cli-error.ts'
import { printList } from './list.ts'
import { noMunicipality, withReadStore } from './stores.ts'

/** `reeve imports list | show`. */
export function importsCommand(): Command {
  return new Command('imports').addCommand(listCommand()).addCommand(showCommand())
}

function listCommand(): Command {
  return new Command('list')
    .description(
      'List the runs of imports, newest first: id, municipality, end, result, source, counts of added, changed, same and removed records, error',
    )
    .option('-m, --municipality <slug>', 'only the runs of this municipality')
    .option('--json', 'print a JSON list')
    .action(async ({ municipality, json }: { municipality?: string; json?: boolean }) => {
      const runs = await withReadStore(readConfig().databaseUrl, async ({ db }) => {
        if (municipality === undefined) return listRuns(db)
        const slugs = (await listMunicipalities(db)).map(({ slug }) => slug)
        if (!slugs.includes(municipality)) throw noMunicipality(municipality)
        return listRuns(db, municipality)
      })
      const columns = {
        id: ({ id }: Run) => String(id),
        municipality: (run: Run) => run.municipality,
        finished: (run: Run) => run.finished,
        result: (run: Run) => run.result,
        source: (run: Run) => run.source,
        added: (run: Run) => String(run.added),
        changed: (run: Run) => String(run.changed),
        same: (run: Run) => String(run.same),
        removed: (run: Run) => String(run.removed),
        error: (run: Run) => run.error ?? '-',
      }
      printList(runs, columns, { json })
    })
}

type Run = Awaited<ReturnType<typeof listRuns>>[number]

function showCommand(): Command {
  return new Command('show')
    .description(
      'Show one run: its source, times, result, counts, error, and the warnings that it printed',
    )
    .argument('<id>', 'id of the run, from reeve imports list')
    .option('--csv', 'print a heading and a line in CSV')
    .option('--json', 'print a JSON object')
    .action(async (id: string, { csv, json }: { csv?: boolean; json?: boolean }) => {
      const number = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0
      const run = await withReadStore(readConfig().databaseUrl, ({ db }) => findRun(db, number))
      if (run === undefined)
        throw new CliError(`no import has the id ${id}; see: reeve imports list`, 1)
      if (json === true) return console.log(JSON.stringify(run))
      const { warnings, ...values } = run
      if (csv === true) return console.log(toCsv(values))
      console.log([describe(values), ...warnings.map((line) => `warning: ${line}`)].join('\n'))
    })
}

function describe(run: Run): string {
  const width = Math.max(...Object.keys(run).map((name) => name.length))
  return Object.entries(run)
    .map(([name, value]) => `${name.padEnd(width)}  ${value ?? '-'}`)
    .join('\n')
}

// RFC 4180.
function toCsv(run: Run): string {
  const field = (value: unknown) => `"${String(value ?? '').replaceAll('"', '""')}"`
  return `${Object.keys(run).join(',')}\r\n${Object.values(run).map(field).join(',')}\r`
}
