import type { Group, Order } from '../kit/bench.ts'
import type { Databases } from '../kit/databases.ts'
import type { Dataset } from '../kit/datasets.ts'
import { chosen, type Kind, kindsOf } from '../kit/kinds.ts'
import type { Row } from '../kit/row.ts'
import { besideBare, measureKind, withBare, withReeves } from '../kit/scene.ts'
import type { Subject } from '../kit/subject.ts'
import { floor, startPeer } from '../servers/peers.ts'
import { reeve, uncached } from '../servers/variants.ts'

const connections = 8

async function run({ rounds, seconds, databases, datasets, only }: Order): Promise<Row[]> {
  const dataset = await datasets.published()
  return withRows(databases, dataset, (rowServers) =>
    withReeves(databases, dataset, [reeve, uncached], async (reeves) => {
      const model = reeves[0] as Subject
      const kinds = chosen(await kindsOf(model, dataset.slug), only)
      return withFloors(databases, dataset, { model, kinds }, async (floors) => {
        const subjects = [...floors, ...reeves, ...rowServers]
        const rows: Row[] = []
        for (const { name: request, paths } of kinds) {
          const entries = subjects.map((subject) => ({ subject, paths }))
          const described = { group: 'requests', data: dataset.name, request }
          const load = { rounds, seconds, connections }
          rows.push(...(await measureKind(entries, load, described, besideBare)))
        }
        return rows
      })
    }),
  )
}

/** The floor of answers that are made anew, on the engine that it knows. */
export async function withRows<T>(
  databases: Databases,
  { databaseUrl, slug, keys }: Dataset,
  work: (rowServers: Subject[]) => Promise<T>,
): Promise<T> {
  if (databases.engine !== 'sqlite') return work([])
  const copy = await databases.copy(databaseUrl)
  const server = await startPeer(floor, { databaseUrl: copy, slug, keys })
  try {
    return await work([server])
  } finally {
    await server.end()
    await databases.drop(copy)
  }
}

/** Bare servers: the yardstick, and one that asks the database before it answers, where that is another process. */
function withFloors<T>(
  { engine, pid }: Databases,
  { databaseUrl }: Dataset,
  { model, kinds }: { model: Subject; kinds: readonly Kind[] },
  work: (floors: Subject[]) => Promise<T>,
): Promise<T> {
  return withBare(model, kinds, (bare) => {
    if (engine === 'sqlite') return work([bare])
    const withQuestion = (asking: Subject) => work([bare, { ...asking, databasePid: pid }])
    return withBare(model, kinds, withQuestion, databaseUrl)
  })
}

export const requests: Group = {
  name: 'requests',
  about: 'a page of a list, details and a page of Open Civic Data, beside a bare server',
  run,
}
