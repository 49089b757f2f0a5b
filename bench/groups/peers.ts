import type { Group, Order } from '../kit/bench.ts'
import type { Dataset } from '../kit/datasets.ts'
import { askFor, chosen, detailCount } from '../kit/kinds.ts'
import type { Entry, Measured } from '../kit/rounds.ts'
import type { Row } from '../kit/row.ts'
import { besideBare, measureKind, withBare, withReeve } from '../kit/scene.ts'
import type { Subject } from '../kit/subject.ts'
import { type Asked, installPeers, peers, reference, startPeer } from '../servers/peers.ts'
import { uncached } from '../servers/variants.ts'

const connections = 8

async function run(order: Order): Promise<Row[]> {
  const { databases, datasets } = order
  installPeers(order.log)
  const dataset = await datasets.published()
  const { slug, keys } = dataset
  const copy = await databases.copy(dataset.databaseUrl)
  const started: Subject[] = []
  try {
    for (const peer of peers) started.push(await startPeer(peer, { databaseUrl: copy, slug, keys }))
    return await withReeve(databases, dataset, uncached, (reeve) =>
      compare(order, dataset, reeve, started),
    )
  } finally {
    for (const subject of started) await subject.end()
    await databases.drop(copy)
  }
}

/** A kind of request, and what each server is asked for it: first Reeve, then the peers. */
interface PeerKind {
  name: string
  own: readonly string[]
  theirs: readonly (readonly string[])[]
}

async function compare(
  { rounds, seconds, only }: Order,
  { slug, name: data }: Dataset,
  reeve: Subject,
  started: readonly Subject[],
): Promise<Row[]> {
  const kinds = chosen(await kindsOf(reeve, `/api/v1/${slug}`), only)
  const own = kinds.map((kind) => ({ name: kind.name, paths: kind.own }))
  return withBare(reeve, own, async (bare) => {
    const rows: Row[] = []
    for (const { name: request, own: paths, theirs } of kinds) {
      const entries: Entry[] = [bare, reeve].map((subject) => ({ subject, paths }))
      for (const [place, subject] of started.entries())
        entries.push({ subject, paths: theirs[place] ?? [] })
      const described = { group: 'peers', data, request }
      const load = { rounds, seconds, connections }
      rows.push(...(await measureKind(entries, load, described, besideReference)))
    }
    return rows
  })
}

async function kindsOf(reeve: Subject, v1: string): Promise<PeerKind[]> {
  const { data: motions } = await askFor<{ data: Asked[] }>(
    reeve,
    `${v1}/motions?per_page=${detailCount}`,
  )
  return [
    {
      name: 'meetings, page of 20',
      own: [`${v1}/meetings`],
      theirs: peers.map(({ list }) => [list]),
    },
    {
      name: 'motion',
      own: motions.map(({ slug }) => `${v1}/motions/${slug}`),
      theirs: peers.map((peer) => motions.map(peer.motion)),
    },
  ]
}

// The bare server and Reeve come before the peers.
const placeOfReference = 2 + peers.indexOf(reference)

function besideReference(each: Measured, all: readonly Measured[]): Row['figures'] {
  const cost = all[placeOfReference]?.cpuMicroseconds ?? Number.NaN
  return { ...besideBare(each, all), timesReference: cost / each.cpuMicroseconds }
}

export const peersGroup: Group = {
  name: 'peers',
  about: 'others over the same rows, each with the nearest to the same work',
  note: 'The bare server writes the bytes of Reeve. Reeve and Hono + chanfana check the key, count the limit and give each request an id (the latter in windows that do not slide); the others do none of that. Lists of Reeve and of node:http + the rows have no total; the others count. These two read rows as arrays, and votes and seats as a text of JSON; the others read the objects that the driver makes. Hono + chanfana, which checks parameters with zod and answers not, and Express read a page with its total, and a motion with its votes, in two prepared statements each; Hono looks the key up in another. json-server holds meetings and motions, votes inside, in memory, and sorts the whole list for each page. Platformatic DB (its SQL mapper and its OpenAPI routes) shows the columns of the table as they stand, ids instead of names, and leaves the votes of a motion to another request.',
  engine: 'sqlite',
  run,
}
