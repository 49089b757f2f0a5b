import { cpus, loadavg, totalmem } from 'node:os'
import { readRelease } from '../../bench/report/release.ts'
import type { PlanReport } from './plan-check.ts'
import type { Timing, Timings } from './timing.ts'

/** One engine's part of the stress test. */
export interface EngineMetrics {
  engine: string
  rows: number
  megabytes: number
  secondsToFill: number
  timings: Timings
}

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
const head = (cells: readonly string[]) => [row(cells), row(cells.map(() => '---'))]
const ms = ({ p50, p99 }: Timing) => `${p50.toFixed(1)} / ${p99.toFixed(1)}`

/** The metrics as Markdown: the machine and data, and a row for each kind of request. */
export function metricsAsMarkdown(
  engines: readonly EngineMetrics[],
  plans: PlanReport,
  seed: number,
): string {
  return [
    machine(seed),
    '',
    ...sizes(engines),
    '',
    ...requests(engines),
    '',
    ...planRows(plans),
  ].join('\n')
}

function machine(seed: number): string {
  const [cpu] = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  const load = (loadavg()[0] ?? 0).toFixed(1)
  const { version, commit } = readRelease()
  return `Reeve ${version} (commit ${commit}), measured ${new Date().toISOString().slice(0, 10)} with seed ${seed}, Node ${process.versions.node}, ${cpus().length} cores of ${cpu?.model ?? 'some kind'}, ${memory} GB, on which the service, the database and the client ran together, eight requests at a time; the load of the machine (all that waits for a core) was ${load} at the end.`
}

function sizes(engines: readonly EngineMetrics[]): string[] {
  return [
    ...head([
      '',
      'Rows',
      'On disk',
      'Written in',
      'Lists, one process',
      'Processor time of a list',
    ]),
    ...engines.map(({ engine, rows, megabytes, secondsToFill, timings }) =>
      row([
        engine,
        rows.toLocaleString('en-CA'),
        `${megabytes} MB`,
        `${secondsToFill} s`,
        `${Math.round(timings.lists.perSecond)} requests/s`,
        processorTime(timings.lists),
      ]),
    ),
  ]
}

function processorTime({ serviceMs, databaseMs }: Timings['lists']): string {
  const database = databaseMs === 0 ? '' : ` + ${databaseMs.toFixed(2)} ms of the database`
  return `${serviceMs.toFixed(2)} ms${database}`
}

function requests(engines: readonly EngineMetrics[]): string[] {
  const titles = engines.flatMap(({ engine }) => [`${engine}, large`, `${engine}, small`])
  const names = engines[0]?.timings.large.map(({ name }) => name) ?? []
  return [
    ...head(['Median / 99th percentile in ms', ...titles]),
    ...names.map((name, index) =>
      row([
        name,
        ...engines.flatMap(({ timings: { large, small } }) =>
          [large[index], small[index]].map((timing) => (timing === undefined ? '' : ms(timing))),
        ),
      ]),
    ),
  ]
}

function planRows({ worst }: PlanReport): string[] {
  return [
    ...head(['Plans on PostgreSQL', 'Asked', 'Rows read', 'Rows sorted', 'Pages of 8 KB']),
    ...[...worst].map(([group, { statements, read, sorted, pages }]) =>
      row([group, statements, read, sorted, pages]),
    ),
  ]
}
