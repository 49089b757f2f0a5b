import type { BenchOptions, Group } from '../kit/bench.ts'
import type { Dataset } from '../kit/datasets.ts'
import { detailCount, fetchJson, filterByName } from '../kit/request-kinds.ts'
import type { Entry, Measured } from '../kit/rounds.ts'
import type { Row } from '../kit/row.ts'
import { compareToBaseline, measureKind, withBaseline, withReeve } from '../kit/servers.ts'
import type { Subject } from '../kit/subject.ts'
import { installPeers, type MotionRef, peers, reference, startPeer } from '../servers/peers.ts'
import { uncached } from '../servers/variants.ts'

const connections = 8

async function run(options: BenchOptions): Promise<Row[]> {
  const { databases, datasets } = options
  installPeers(options.log)
  const dataset = await datasets.published()
  const { slug, keys } = dataset
  const copy = await databases.copy(dataset.databaseUrl)
  const started: Subject[] = []
  try {
    for (const peer of peers) started.push(await startPeer(peer, { databaseUrl: copy, slug, keys }))
    return await withReeve(databases, dataset, uncached, (reeve) =>
      compare(options, dataset, reeve, started),
    )
  } finally {
    for (const subject of started) await subject.end()
    await databases.drop(copy)
  }
}

/** A kind of request: the paths of Reeve, and those of each peer. */
interface PeerKind {
  name: string
  paths: readonly string[]
  byPeer: readonly (readonly string[])[]
}

async function compare(
  { rounds, seconds, only }: BenchOptions,
  { slug, name: data }: Dataset,
  reeve: Subject,
  started: readonly Subject[],
): Promise<Row[]> {
  const kinds = filterByName(await listRequestKinds(reeve, `/api/v1/${slug}`), only)
  return withBaseline(reeve, kinds, async (baseline) => {
    const rows: Row[] = []
    for (const { name: request, paths, byPeer } of kinds) {
      const entries: Entry[] = [baseline, reeve].map((subject) => ({ subject, paths }))
      for (const [index, subject] of started.entries())
        entries.push({ subject, paths: byPeer[index] ?? [] })
      const described = { group: 'peers', data, request }
      const load = { rounds, seconds, connections }
      rows.push(...(await measureKind(entries, load, described, compareToReference)))
    }
    return rows
  })
}

async function listRequestKinds(reeve: Subject, v1: string): Promise<PeerKind[]> {
  const { data: motions } = await fetchJson<{ data: MotionRef[] }>(
    reeve,
    `${v1}/motions?per_page=${detailCount}`,
  )
  return [
    {
      name: 'meetings, page of 20',
      paths: [`${v1}/meetings`],
      byPeer: peers.map(({ list }) => [list]),
    },
    {
      name: 'motion',
      paths: motions.map(({ slug }) => `${v1}/motions/${slug}`),
      byPeer: peers.map((peer) => motions.map(peer.motion)),
    },
  ]
}

// The baseline and Reeve come before the peers.
const referenceIndex = 2 + peers.indexOf(reference)

function compareToReference(measured: Measured, all: readonly Measured[]): Row['metrics'] {
  const cost = all[referenceIndex]?.cpuMicroseconds ?? Number.NaN
  return { ...compareToBaseline(measured, all), timesReference: cost / measured.cpuMicroseconds }
}

export const peersGroup: Group = {
  name: 'peers',
  about: 'other servers over the same rows, doing as nearly as possible the same work',
  note: 'The baseline writes the bytes of Reeve. Reeve and Hono + chanfana check the key, apply the rate limit and give each request an id (the latter with fixed windows); the others do not. Lists of Reeve and of node:http + rows have no total; the others count. Both read rows as arrays, and votes and seats as JSON text; the others read objects. Hono + chanfana (which validates parameters with zod, but not responses) and Express read a page with its total, and a motion with its votes, in two prepared statements each; Hono looks up the key in another. json-server holds meetings and motions in memory and sorts the whole list for each page.',
  engine: 'sqlite',
  run,
}
