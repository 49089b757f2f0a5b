import { parseArgs } from 'node:util'
import { campaigns } from './campaigns.ts'
import type { Campaign, Outcome } from './kit/campaign.ts'
import { addToCorpus } from './kit/corpus.ts'
import { withDatabases } from './kit/databases.ts'

const usage = `Usage: npm run campaign -- <name>… [--size <number>] [--seed <number>] [--database sqlite|postgres] [--archive <folder>]
                           [--shard <number>/<count>]

Runs campaigns against a service of their own on the loopback. Without --size: the large size. Without --seed: a new
one each time; it is printed, and the same seed makes the same campaign. Faults go to test/campaigns/corpus.json, which
every test run sends again. "all" runs every campaign; with --shard 1/4, every fourth from the first. With --database
postgres the service keeps its record there.

  ${'campaign'.padEnd(15)} ${'small'.padStart(6)} ${'large'.padStart(7)}  what (size counts)
`

/** Runs what the command line asks for; returns the exit code. */
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
    say(usage + campaigns.map(describe).join('\n'))
    return values.help === true ? 0 : 2
  }
  const wanted = positionals.includes('all')
    ? shardOf(values.shard)
    : campaigns.filter(({ name }) => positionals.includes(name))
  const unknown = positionals.find((word) => word !== 'all' && !wanted.some((c) => c.name === word))
  if (unknown !== undefined) throw new Error(`no campaign is called ${unknown}; see --help`)
  const lost = await withDatabases(values.database, wanted, async () => {
    let faults = 0
    for (const campaign of wanted) faults += await runOne(campaign, values)
    return faults
  })
  return lost === 0 ? 0 : 1
}

/** Every `count`th campaign, from the `number`th. */
function shardOf(text: string): readonly Campaign[] {
  const [, number = 0, count = 0] = (/^([1-9]\d?)\/([1-9]\d?)$/.exec(text) ?? []).map(Number)
  if (number < 1 || number > count)
    throw new Error(`--shard must be like 1/4, the first of four, not "${text}"`)
  return campaigns.filter((_, index) => index % count === number - 1)
}

function describe({ name, about, counts, sizes }: Campaign): string {
  const figures = `${String(sizes.small).padStart(6)} ${String(sizes.large).padStart(7)}`
  return `  ${name.padEnd(15)} ${figures}  ${about} (${counts})`
}

async function runOne(
  campaign: Campaign,
  asked: {
    size?: string | undefined
    seed?: string | undefined
    archive?: string | undefined
  },
): Promise<number> {
  const size = numberOf('--size', asked.size, campaign.sizes.large)
  const seed = numberOf('--seed', asked.seed, Math.floor(Math.random() * 2 ** 31))
  say(`${campaign.name}: size ${size}, seed ${seed}`)
  const outcome = await campaign.run({ size, seed, patience: 1, log: say, archive: asked.archive })
  report(outcome)
  const added = addToCorpus(campaign.name, outcome.faults)
  if (added > 0) say(`  ${added} new faults were added to the corpus`)
  return outcome.faultCount
}

function numberOf(option: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  if (!/^[0-9]{1,10}$/.test(text)) throw new Error(`${option} must be a number, not "${text}"`)
  return Number(text)
}

function report({ requests, statuses, faults, faultCount, figures }: Outcome): void {
  say(`  requests ${requests}, statuses ${JSON.stringify(statuses)}`)
  say(`  figures ${JSON.stringify(figures)}`)
  for (const { sent, why } of faults.slice(0, 20))
    say(`  FAULT ${JSON.stringify(sent).slice(0, 400)}\n    ${why.slice(0, 600)}`)
  say(faultCount === 0 ? '  won' : `  LOST: ${faultCount} faults`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
