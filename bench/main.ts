import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { childrenOf } from '../test/support/process/children.ts'
import { groups } from './groups.ts'
import type { Group, Order } from './kit/bench.ts'
import { cores, moveTo, whatIsMissing } from './kit/cores.ts'
import { type EngineName, openDatabases } from './kit/databases.ts'
import { Datasets } from './kit/datasets.ts'
import { watchStolen } from './kit/machine-time.ts'
import type { Row } from './kit/row.ts'
import { sourceOf } from './kit/source.ts'
import { asMarkdown } from './report/markdown.ts'
import { pageOf } from './report/page.ts'
import { type Report, reportOf } from './report/report.ts'

const usage = `Usage: npm run bench [-- name… --rounds <number> --seconds <number> --share <number> --only <kind>
         --archive <folder> --database sqlite|postgres --json <file> --write-docs]

Measures the built service on one core, driven by wrk from the other; without a name, in all of these ways:

`

/** Measures what the command line asks for; returns the exit code. */
export async function main(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...words],
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
    say(usage + groups.map(({ name, about }) => `  ${name.padEnd(10)} ${about}`).join('\n'))
    return 0
  }
  const missing = whatIsMissing()
  if (missing !== undefined) throw new Error(missing)
  const writesPage = values['write-docs']
  if (writesPage && (positionals.length > 0 || values.only !== undefined))
    throw new Error('--write-docs is for a whole run: leave the names and --only out')
  const engine = engineOf(values.database)
  const report = await bench(wantedOf(positionals, engine), {
    rounds: wholeOf('--rounds', values.rounds),
    seconds: wholeOf('--seconds', values.seconds),
    share: shareOf(values.share),
    only: values.only,
    source: sourceOf(values.archive),
    database: engine,
    log: say,
  })
  say(asMarkdown(report))
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`)
  if (writesPage) writePage(report)
  return 0
}

const page = resolve(import.meta.dirname, '../docs/explanation/performance.md')

function writePage(report: Report): void {
  writeFileSync(page, pageOf(report, existsSync(page) ? readFileSync(page, 'utf8') : undefined))
}

type Asked = Omit<Order, 'databases' | 'datasets'> & { database: EngineName }

/** Measures groups one after another. */
export async function bench(
  wanted: readonly Group[],
  { database, ...asked }: Asked,
): Promise<Report> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, endAtOnce)
  const stolenShare = watchStolen()
  const databases = await openDatabases(database)
  try {
    const datasets = new Datasets(databases, asked.source)
    const order: Order = { ...asked, databases, datasets }
    const rows: Row[] = []
    for (const group of wanted) {
      order.log(`${group.name}: ${group.about}`)
      for (const pid of [process.pid, databases.pid])
        if (pid !== undefined) moveTo(cores.others, pid)
      rows.push(...(await group.run(order)))
    }
    return reportOf(wanted, rows, order, stolenShare())
  } finally {
    await databases.remove()
  }
}

// A server that is stopped hears of no other signal, and would stay for ever.
function endAtOnce(): void {
  for (const pid of childrenOf(process.pid)) process.kill(pid, 'SIGKILL')
  process.exit(130)
}

function wantedOf(names: readonly string[], engine: EngineName): readonly Group[] {
  const unknown = names.find((word) => !groups.some(({ name }) => name === word))
  if (unknown !== undefined)
    throw new Error(`nothing that is measured is called ${unknown}; see --help`)
  const possible = groups.filter((group) => (group.engine ?? engine) === engine)
  if (names.length === 0) return possible
  const impossible = names.find((word) => !possible.some(({ name }) => name === word))
  if (impossible === undefined) return possible.filter(({ name }) => names.includes(name))
  throw new Error(`${impossible} is not measured with --database ${engine}`)
}

function wholeOf(option: string, text: string): number {
  if (!/^[1-9][0-9]{0,3}$/.test(text)) throw new Error(`${option} must be a number, not "${text}"`)
  return Number(text)
}

function shareOf(text: string): number {
  const share = Number(text)
  if (share > 0 && share <= 1) return share
  throw new Error(`--share must be above 0 and at most 1, not "${text}"`)
}

function engineOf(text: string): EngineName {
  if (text === 'sqlite' || text === 'postgres') return text
  throw new Error(`--database must be sqlite or postgres, not "${text}"`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
