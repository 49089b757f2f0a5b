import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { updatePage } from '../bench/report/page.ts'
import { migrate, openWriteStore } from '../src/store/open.ts'
import { startPostgres } from '../test/support/database/postgres-server.ts'
import type { Failure, Order, Outcome, StressTest } from './kit/stress-test.ts'
import { fill } from './scale/fill.ts'
import { checkPlans, type PlanReport } from './scale/plan-check.ts'
import { extremes, rowsIn, type TownShape, townShapes } from './scale/shape.ts'
import { type EngineMetrics, metricsAsMarkdown } from './scale/table.ts'
import { timeRequests } from './scale/timing.ts'

const sizes = { small: 20_000, large: 1_000_000 }
const page = resolve(import.meta.dirname, '../docs/reference/benchmark.md')

// The data need not survive a crash, and the memory is that of a small server.
const serverFlags = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'shared_buffers=512MB',
]

/**
 * The query plans of every request in PostgreSQL; at the large size also response times on both engines, for
 * docs/reference/benchmark.md.
 */
async function run({ size, seed, log }: Order): Promise<Outcome> {
  const towns = townShapes(size)
  const isTimed = size >= sizes.large
  const server = await startPostgres(serverFlags.flatMap((flag) => ['-c', flag]))
  try {
    await server.run('create database scale')
    const databaseUrl = server.url('scale')
    const secondsToFill = await fillDatabase(databaseUrl, towns, seed)
    log(`  ${rowsOf(towns)} rows in ${secondsToFill} s`)
    const { large, small } = extremes(towns)
    const plans = await checkPlans(databaseUrl, [large, small])
    log(`  ${plans.requests} requests planned`)
    if (!isTimed) return outcomeOf(plans, [])
    const [{ bytes } = { bytes: '0' }] = await server.run<{ bytes: string }>(
      'select pg_database_size(current_database()) as bytes',
      'scale',
    )
    const timings = await timeRequests(
      databaseUrl,
      { large, small },
      requestsTimed,
      postmasterOf(server.folder),
    )
    const metrics = [
      {
        engine: 'PostgreSQL',
        rows: rowsOf(towns),
        megabytes: megabytes(Number(bytes)),
        secondsToFill,
        timings,
      },
      await onSqlite(towns, seed),
    ]
    const table = metricsAsMarkdown(metrics, plans, seed)
    log(table)
    writeTable(table)
    return outcomeOf(plans, metrics)
  } finally {
    await server.remove()
  }
}

/** The main process of a PostgreSQL server. */
function postmasterOf(folder: string): number {
  return Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
}

const requestsTimed = 400
const megabytes = (bytes: number) => Math.round(bytes / 1e6)
const rowsOf = (towns: readonly TownShape[]) =>
  towns.reduce((all, { counts }) => all + rowsIn(counts), 0)

/** Fills an empty database; returns the seconds that it took. */
async function fillDatabase(
  databaseUrl: string,
  towns: readonly TownShape[],
  seed: number,
): Promise<number> {
  const store = openWriteStore(databaseUrl)
  await migrate(store)
  const started = performance.now()
  await fill(store, towns, seed)
  await store.close()
  return Math.round((performance.now() - started) / 1000)
}

async function onSqlite(towns: readonly TownShape[], seed: number): Promise<EngineMetrics> {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-scale-'))
  const file = join(folder, 'reeve.db')
  const databaseUrl = `sqlite:${file}`
  try {
    const secondsToFill = await fillDatabase(databaseUrl, towns, seed)
    const bytes = statSync(file).size
    const timings = await timeRequests(databaseUrl, extremes(towns), requestsTimed, undefined)
    return {
      engine: 'SQLite',
      rows: rowsOf(towns),
      megabytes: megabytes(bytes),
      secondsToFill,
      timings,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function writeTable(table: string): void {
  const current = existsSync(page) ? readFileSync(page, 'utf8') : undefined
  writeFileSync(page, updatePage(current, 'scale', table))
}

function outcomeOf(plans: PlanReport, engines: readonly EngineMetrics[]): Outcome {
  const failed = engines.flatMap(({ timings }) => timings.failed)
  const timed = engines.reduce((all, { timings }) => all + timings.requests, 0)
  const errors = [...plans.errors, ...failed].map(
    (why): Failure => ({ sent: { method: 'SCALE', target: '' }, expected: { status: [200] }, why }),
  )
  const explained = [...plans.worst.values()].reduce((all, { statements }) => all + statements, 0)
  return {
    requests: plans.requests + timed,
    statuses: {},
    errors: errors.slice(0, 50),
    failureCount: errors.length,
    metrics: { explained },
  }
}

export const scale: StressTest = {
  name: 'scale',
  about:
    'no query plan of PostgreSQL reads a whole table; the large size also measures response times',
  counts: 'rows in 20 municipalities',
  sizes,
  run,
}
