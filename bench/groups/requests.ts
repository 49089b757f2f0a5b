import type { BenchOptions, Group } from '../kit/bench.ts'
import type { Databases } from '../kit/databases.ts'
import type { Dataset } from '../kit/datasets.ts'
import { filterByName, type Kind, listRequestKinds } from '../kit/request-kinds.ts'
import type { Row } from '../kit/row.ts'
import { compareToBaseline, measureKind, withBaseline, withReeves } from '../kit/servers.ts'
import type { Subject } from '../kit/subject.ts'
import { rowBaseline, startPeer } from '../servers/peers.ts'
import { reeve, uncached } from '../servers/variants.ts'

const connections = 8

async function run({ rounds, seconds, databases, datasets, only }: BenchOptions): Promise<Row[]> {
  const dataset = await datasets.published()
  return withRows(databases, dataset, (rowServers) =>
    withReeves(databases, dataset, [reeve, uncached], async (reeves) => {
      const model = reeves[0] as Subject
      const kinds = filterByName(await listRequestKinds(model, dataset.slug), only)
      return withBaselines(databases, dataset, { model, kinds }, async (baselines) => {
        const subjects = [...baselines, ...reeves, ...rowServers]
        const rows: Row[] = []
        for (const { name: request, paths } of kinds) {
          const entries = subjects.map((subject) => ({ subject, paths }))
          const described = { group: 'requests', data: dataset.name, request }
          const load = { rounds, seconds, connections }
          rows.push(...(await measureKind(entries, load, described, compareToBaseline)))
        }
        return rows
      })
    }),
  )
}

/** The baseline of uncached responses, on SQLite only. */
export async function withRows<T>(
  databases: Databases,
  { databaseUrl, slug, keys }: Dataset,
  work: (rowServers: Subject[]) => Promise<T>,
): Promise<T> {
  if (databases.engine !== 'sqlite') return work([])
  const copy = await databases.copy(databaseUrl)
  const server = await startPeer(rowBaseline, { databaseUrl: copy, slug, keys })
  try {
    return await work([server])
  } finally {
    await server.end()
    await databases.drop(copy)
  }
}

/** The baseline server and, on PostgreSQL, one that first sends a query to the database. */
function withBaselines<T>(
  { engine, pid }: Databases,
  { databaseUrl }: Dataset,
  { model, kinds }: { model: Subject; kinds: readonly Kind[] },
  work: (baselines: Subject[]) => Promise<T>,
): Promise<T> {
  return withBaseline(model, kinds, (baseline) => {
    if (engine === 'sqlite') return work([baseline])
    const withQuery = (querying: Subject) => work([baseline, { ...querying, databasePid: pid }])
    return withBaseline(model, kinds, withQuery, databaseUrl)
  })
}

export const requests: Group = {
  name: 'requests',
  about: 'pages of lists, details and a page of Open Civic Data, compared to a baseline server',
  run,
}
