import { peakMiB, residentMiB } from '../../test/support/process/memory.ts'
import type { BenchOptions, Group } from '../kit/bench.ts'
import { listRequestKinds } from '../kit/request-kinds.ts'
import { medianOf } from '../kit/rounds.ts'
import type { Row } from '../kit/row.ts'
import { withReeve } from '../kit/servers.ts'
import type { Subject } from '../kit/subject.ts'
import { runWrk } from '../kit/wrk.ts'
import { reeve } from '../servers/variants.ts'

const connections = 8
const requestCount = 1_000_000
const samplesMin = 8
// The rate limiter stores request times for 60 s; its memory is constant only after that.
const warmUpSeconds = 65

async function run({ seconds, share, databases, datasets }: BenchOptions): Promise<Row[]> {
  const dataset = await datasets.newYorkSized(share)
  return withReeve(databases, dataset, reeve, async (subject) => {
    const kinds = await listRequestKinds(subject, dataset.slug)
    const paths = kinds.flatMap((kind) => kind.paths)
    const { requests, samples } = await sample(subject, paths, {
      count: requestCount * share,
      seconds,
      warmUp: Math.ceil(warmUpSeconds * share),
    })
    const metrics = { residentMiB: medianOf(samples), peakMiB: peakMiB(subject.pid), requests }
    const request = 'all kinds of request in turn'
    const described = { group: 'memory', request, data: dataset.name, server: subject.name }
    return [{ ...described, metrics: { ...metrics, growth: growthOf(samples) } }]
  })
}

/** Resident memory after each round, until `count` requests have been served. */
async function sample(
  subject: Subject,
  paths: readonly string[],
  { count, seconds, warmUp }: { count: number; seconds: number; warmUp: number },
) {
  const { port, keys } = subject
  await runWrk(port, { paths, keys }, { connections, seconds: warmUp })
  const samples: number[] = []
  let requests = 0
  while (requests < count || samples.length < samplesMin) {
    requests += (await runWrk(port, { paths, keys }, { connections, seconds })).requests
    samples.push(residentMiB(subject.pid))
  }
  return { requests, samples }
}

/** From the second quarter of a run to the last; 0.05 is 5 % more. */
function growthOf(samples: readonly number[]): number {
  const quarter = Math.floor(samples.length / 4)
  const early = medianOf(samples.slice(quarter, 2 * quarter))
  return medianOf(samples.slice(-quarter)) / early - 1
}

export const memory: Group = {
  name: 'memory',
  about: 'memory while the service handles a million requests',
  run,
}
