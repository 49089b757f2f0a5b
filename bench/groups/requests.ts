import type { Group, Order } from '../kit/bench.ts'
import type { Databases } from '../kit/databases.ts'
import type { Dataset } from '../kit/datasets.ts'
import { chosen, type Kind, kindsOf } from '../kit/kinds.ts'
import type { Row } from '../kit/row.ts'
import { besideBare, measureKind, withBare, withReeves } from '../kit/scene.ts'
import type { Subject } from '../kit/subject.ts'
import { reeve, uncached } from '../servers/variants.ts'

const connections = 8

async function run({ rounds, seconds, databases, datasets, only }: Order): Promise<Row[]> {
  const dataset = await datasets.published()
  return withReeves(databases, dataset, [reeve, uncached], async (reeves) => {
    const model = reeves[0] as Subject
    const kinds = chosen(await kindsOf(model, dataset.slug), only)
    return withFloors(databases, dataset, { model, kinds }, async (floors) => {
      const rows: Row[] = []
      for (const { name: request, paths } of kinds) {
        const entries = [...floors, ...reeves].map((subject) => ({ subject, paths }))
        const described = { group: 'requests', data: dataset.name, request }
        const load = { rounds, seconds, connections }
        rows.push(...(await measureKind(entries, load, described, besideBare)))
      }
      return rows
    })
  })
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
  note: 'On PostgreSQL, bare node:http + a question asks for one number before it writes the same bytes, once for all requests that have come in one turn of the event loop, as Reeve asks for the state of the database. Eight connections share a question; a request that comes alone has its own.',
  run,
}
