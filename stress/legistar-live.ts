import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { legistarArchive } from '../src/importers/legistar/archive/archive.ts'
import { legistarSource } from '../src/importers/legistar/web-api/web-api.ts'
import type { ImportSource } from '../src/importers/source.ts'
import type { ImportRecord } from '../src/record/kinds.ts'
import { archiveResponses } from '../test/support/legistar/archive-responses.ts'
import { comparable } from '../test/support/legistar/comparable.ts'
import {
  type Misbehaviour,
  type RecordedRequest,
  startLegistar,
} from '../test/support/legistar/server.ts'
import { largerTown } from '../test/support/legistar/town.ts'
import { Random } from './kit/random.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'

const policy = {
  concurrency: 4,
  pauseMs: 0,
  attempts: 10,
  timeoutMs: 60_000,
  bytesMax: 64 * 1024 * 1024,
  backOffMs: 1,
  backOffMaxMs: 10,
  retryAfterMaxMs: 1000,
}
const ways: readonly Misbehaviour[] = [
  { status: 429 },
  { status: 429, headers: { 'retry-after': '0' } },
  { status: 500 },
  { status: 503 },
  'reset',
  'cut off',
]

export const legistarLive: StressTest = {
  name: 'legistar-live',
  about: 'an unreliable Legistar Web API yields the same records as the files of an archive',
  counts: 'meetings of a generated town, unless --archive <folder> is given',
  sizes: { small: 25, large: 500 },
  async run(order) {
    if (order.archive !== undefined) return compare(order.archive, order)
    const folder = townFolder(order.size)
    try {
      return await compare(folder, order)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function compare(folder: string, { seed, log }: Order): Promise<Outcome> {
  const random = new Random(seed)
  const faltered: Record<string, number> = {}
  const server = await startLegistar(archiveResponses(folder), {
    misbehaviour: (_: RecordedRequest) => {
      if (random.below(20) > 0) return undefined
      const failure = random.pick(ways)
      const name = JSON.stringify(failure)
      faltered[name] = (faltered[name] ?? 0) + 1
      return failure
    },
  })
  try {
    const expected = await recordsOf(legistarArchive, folder)
    const actual = await recordsOf(legistarSource(policy), server.base)
    const keys = [...new Set([...expected.keys(), ...actual.keys()])]
    const text = (of: Map<string, unknown>, key: string) => JSON.stringify(of.get(key))
    const differing = keys.filter((key) => text(expected, key) !== text(actual, key))
    for (const key of differing.slice(0, 20))
      log(`  ${key}\n    ${text(expected, key)}\n    ${text(actual, key)}`)
    return {
      requests: server.requests.length,
      statuses: {},
      errors: [],
      failureCount: differing.length,
      metrics: { records: actual.size, ...faltered },
    }
  } finally {
    await server.close()
  }
}

async function recordsOf(source: ImportSource, location: string): Promise<Map<string, unknown>> {
  const records: { record: ImportRecord }[] = []
  for await (const item of (await source.open(location)).items) {
    if (item.type === 'error') throw new Error(`${item.location}: ${item.reason}`)
    if (item.type === 'record') records.push({ record: item.record as ImportRecord })
  }
  return comparable(records)
}

function townFolder(meetings: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-legistar-'))
  for (const [path, content] of Object.entries(largerTown(meetings))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), JSON.stringify(content))
  }
  return folder
}
