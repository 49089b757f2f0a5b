import { parseArgs } from 'node:util'
import { withDatabases } from './kit/databases.ts'
import type { Outcome, StressTest } from './kit/stress-test.ts'
import { stressTests } from './stress-tests.ts'

const usage = `Usage: npm run stress -- <name>… [--size <number>] [--seed <number>] [--database sqlite|postgres] [--archive <folder>]
                           [--shard <number>/<count>]

Runs stress tests against a service of their own on the loopback. Without --size: the large size. Without --seed: a new
one each time; it is printed, and the same seed makes the same stress test. "all" runs every stress test; with --shard 1/4, every fourth from the first. With --database
postgres the service keeps its record there.

  ${'test'.padEnd(15)} ${'small'.padStart(6)} ${'large'.padStart(7)}  what (size counts)
`

/** Returns the exit code. */
export async function main(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      size: { type: 'string' },
      seed: { type: 'string' },
      database: { type: 'string', default: 'sqlite' },
      archive: { type: 'string' },
      shard: { type: 'string', default: '1/1' },
    },
  })
  if (values.help === true || positionals.length === 0) {
    print(usage + stressTests.map(describe).join('\n'))
    return values.help === true ? 0 : 2
  }
  const selected = positionals.includes('all')
    ? shardOf(values.shard)
    : stressTests.filter(({ name }) => positionals.includes(name))
  const unknown = positionals.find(
    (word) => word !== 'all' && !selected.some((c) => c.name === word),
  )
  if (unknown !== undefined) throw new Error(`there is no stress test ${unknown}; see --help`)
  const lost = await withDatabases(values.database, selected, async () => {
    let failures = 0
    for (const test of selected) failures += await runOne(test, values)
    return failures
  })
  return lost === 0 ? 0 : 1
}

/** Every `count`th stress test, starting with the `number`th. */
function shardOf(text: string): readonly StressTest[] {
  const [, number = 0, count = 0] = (/^([1-9]\d?)\/([1-9]\d?)$/.exec(text) ?? []).map(Number)
  if (number < 1 || number > count)
    throw new Error(`--shard must be like 1/4, the first of four, not "${text}"`)
  return stressTests.filter((_, index) => index % count === number - 1)
}

function describe({ name, about, counts, sizes }: StressTest): string {
  const metrics = `${String(sizes.small).padStart(6)} ${String(sizes.large).padStart(7)}`
  return `  ${name.padEnd(15)} ${metrics}  ${about} (${counts})`
}

async function runOne(
  test: StressTest,
  options: {
    size?: string | undefined
    seed?: string | undefined
    archive?: string | undefined
  },
): Promise<number> {
  const size = numberOf('--size', options.size, test.sizes.large)
  const seed = numberOf('--seed', options.seed, Math.floor(Math.random() * 2 ** 31))
  print(`${test.name}: size ${size}, seed ${seed}`)
  const outcome = await test.run({
    size,
    seed,
    timeoutFactor: 1,
    log: print,
    archive: options.archive,
  })
  report(outcome)
  return outcome.failureCount
}

function numberOf(option: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  if (!/^[0-9]{1,10}$/.test(text)) throw new Error(`${option} must be a number, not "${text}"`)
  return Number(text)
}

function report({ requests, statuses, errors: failures, failureCount, metrics }: Outcome): void {
  print(`  requests ${requests}, statuses ${JSON.stringify(statuses)}`)
  print(`  metrics ${JSON.stringify(metrics)}`)
  for (const { sent, why } of failures.slice(0, 20))
    print(`  FAILURE ${JSON.stringify(sent).slice(0, 400)}\n    ${why.slice(0, 600)}`)
  print(failureCount === 0 ? '  passed' : `  FAILED: ${failureCount} failures`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
