import { writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { peakMiB, residentMiB } from '../../test/support/process/memory.ts'
import { startRequests } from '../kit/background.ts'
import type { BenchOptions, Group } from '../kit/bench.ts'
import { medianOf } from '../kit/rounds.ts'
import type { Metric, Row } from '../kit/row.ts'
import { withReeve } from '../kit/servers.ts'
import type { Subject } from '../kit/subject.ts'
import { uncached } from '../servers/variants.ts'

const listsPerSecond = 50

type Taken = Record<Extract<Metric, 'rowsPerSecond' | 'p99Ms' | 'addedMiB'>, number>

async function run({ rounds, share, databases, datasets }: BenchOptions): Promise<Row[]> {
  const dataset = await datasets.newYorkSized(share)
  return withReeve(databases, dataset, uncached, async (subject) => {
    const v1 = `/api/v1/${dataset.slug}`
    const lists = ['meetings', 'motions', 'people', 'votes'].map((list) => `${v1}/${list}`)
    const taken: Taken[] = []
    for (let round = 0; round <= rounds; round += 1)
      taken.push(await measureRound(subject, `${v1}/votes?format=csv`, lists))
    // The first is a warm-up.
    const of = (metric: keyof Taken) => medianOf(taken.slice(1).map((one) => one[metric]))
    const metrics = {
      rowsPerSecond: of('rowsPerSecond'),
      p99Ms: of('p99Ms'),
      addedMiB: of('addedMiB'),
    }
    const described = { group: 'downloads', data: dataset.name, server: subject.name }
    return [{ ...described, request: 'votes.csv', metrics }]
  })
}

/** One download, with lists beside it. */
async function measureRound(
  subject: Subject,
  table: string,
  lists: readonly string[],
): Promise<Taken> {
  const before = residentMiB(subject.pid)
  // Makes the present memory the peak.
  writeFileSync(`/proc/${subject.pid}/clear_refs`, '5')
  const end = startRequests(lists, listsPerSecond)(subject)
  const { rows, seconds } = await download(subject, table)
  const addedMiB = peakMiB(subject.pid) - before
  const milliseconds = (await end()).sort((one, other) => one - other)
  const p99Ms = milliseconds[Math.floor(milliseconds.length * 0.99)] ?? 0
  return { rowsPerSecond: rows / seconds, p99Ms, addedMiB }
}

/** Reads a table without keeping it. */
function download(
  { port, keys }: Subject,
  path: string,
): Promise<{ rows: number; seconds: number }> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const headers = { 'x-api-key': keys[0] ?? '' }
    get({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      // The header is one line; few texts have line breaks.
      let rows = -1
      response.on('data', (part: Buffer) => {
        for (let at = part.indexOf(10); at !== -1; at = part.indexOf(10, at + 1)) rows += 1
      })
      response.on('end', () => {
        const seconds = (performance.now() - started) / 1000
        if (response.statusCode === 200) resolve({ rows, seconds })
        else reject(new Error(`${response.statusCode} to ${path}`))
      })
      response.on('error', reject)
    }).on('error', reject)
  })
}

export const downloads: Group = {
  name: 'downloads',
  about: `all votes as CSV, while ${listsPerSecond} lists a second are requested from the API`,
  note: 'p99 is that of the lists, and added MiB the memory at most during the download beyond that before it.',
  run,
}
