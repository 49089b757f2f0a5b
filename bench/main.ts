import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { childrenOf } from '../test/support/process/children.ts'
import { groups } from './groups.ts'
import type { BenchOptions, Group } from './kit/bench.ts'
import { cores, findMissingRequirement, pinToCore } from './kit/cores.ts'
import { type EngineName, openDatabases } from './kit/databases.ts'
import { Datasets } from './kit/datasets.ts'
import { watchStealTime } from './kit/machine-time.ts'
import type { Row } from './kit/row.ts'
import { createSource } from './kit/source.ts'
import { toMarkdown } from './report/markdown.ts'
import { updatePage } from './report/page.ts'
import { createReport, type Report } from './report/report.ts'

const usage = `Usage: npm run bench [-- name… --rounds <number> --seconds <number> --share <number> --only <kind>
         --archive <folder> --database sqlite|postgres --json <file> --write-docs]

Measures the built service on one core, with wrk on another. Groups, all by default:

`

/** Returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      share: { type: 'string', default: '1' },
      only: { type: 'string' },
      archive: { type: 'string' },
      database: { type: 'string', default: 'sqlite' },
      json: { type: 'string' },
      'write-docs': { type: 'boolean', default: false },
    },
  })
  if (values.help === true) {
    print(usage + groups.map(({ name, about }) => `  ${name.padEnd(10)} ${about}`).join('\n'))
    return 0
  }
  const missing = findMissingRequirement()
  if (missing !== undefined) throw new Error(missing)
  const writesPage = values['write-docs']
  if (writesPage && (positionals.length > 0 || values.only !== undefined))
    throw new Error('--write-docs needs a whole run: omit the names and --only')
  const engine = parseEngine(values.database)
  const report = await bench(selectGroups(positionals, engine), {
    rounds: parseCount('--rounds', values.rounds),
    seconds: parseCount('--seconds', values.seconds),
    share: parseShare(values.share),
    only: values.only,
    source: createSource(values.archive),
    database: engine,
    log: print,
  })
  print(toMarkdown(report))
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`)
  if (writesPage) writePage(report)
  return 0
}

const page = resolve(import.meta.dirname, '../docs/reference/benchmark.md')

function writePage(report: Report): void {
  const current = existsSync(page) ? readFileSync(page, 'utf8') : undefined
  writeFileSync(page, updatePage(current, report.run.database, toMarkdown(report)))
}

type RunSettings = Omit<BenchOptions, 'databases' | 'datasets'> & { database: EngineName }

/** Measures groups one after another. */
export async function bench(
  selected: readonly Group[],
  { database, ...settings }: RunSettings,
): Promise<Report> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, exitImmediately)
  const stealShare = watchStealTime()
  const databases = await openDatabases(database)
  try {
    const datasets = new Datasets(databases, settings.source)
    const options: BenchOptions = { ...settings, databases, datasets }
    const rows: Row[] = []
    for (const group of selected) {
      options.log(`${group.name}: ${group.about}`)
      for (const pid of [process.pid, databases.pid])
        if (pid !== undefined) pinToCore(cores.others, pid)
      rows.push(...(await group.run(options)))
    }
    return createReport(selected, rows, options, stealShare())
  } finally {
    await databases.remove()
  }
}

// A stopped server handles no other signal.
function exitImmediately(): void {
  for (const pid of childrenOf(process.pid)) process.kill(pid, 'SIGKILL')
  process.exit(130)
}

function selectGroups(names: readonly string[], engine: EngineName): readonly Group[] {
  const unknown = names.find((word) => !groups.some(({ name }) => name === word))
  if (unknown !== undefined) throw new Error(`unknown group ${unknown}; see --help`)
  const possible = groups.filter((group) => (group.engine ?? engine) === engine)
  if (names.length === 0) return possible
  const impossible = names.find((word) => !possible.some(({ name }) => name === word))
  if (impossible === undefined) return possible.filter(({ name }) => names.includes(name))
  throw new Error(`${impossible} is not measured with --database ${engine}`)
}

function parseCount(option: string, text: string): number {
  if (!/^[1-9][0-9]{0,3}$/.test(text)) throw new Error(`${option} must be a number, not "${text}"`)
  return Number(text)
}

function parseShare(text: string): number {
  const share = Number(text)
  if (share > 0 && share <= 1) return share
  throw new Error(`--share must be above 0 and at most 1, not "${text}"`)
}

function parseEngine(text: string): EngineName {
  if (text === 'sqlite' || text === 'postgres') return text
  throw new Error(`--database must be sqlite or postgres, not "${text}"`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
