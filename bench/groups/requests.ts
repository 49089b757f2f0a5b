import type { Group, Order } from '../kit/bench.ts'
import { chosen, kindsOf } from '../kit/kinds.ts'
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
    return withBare(model, kinds, async (bare) => {
      const rows: Row[] = []
      for (const { name: request, paths } of kinds) {
        const entries = [bare, ...reeves].map((subject) => ({ subject, paths }))
        const described = { group: 'requests', data: dataset.name, request }
        const load = { rounds, seconds, connections }
        rows.push(...(await measureKind(entries, load, described, besideBare)))
      }
      return rows
    })
  })
}

export const requests: Group = {
  name: 'requests',
  about: 'a page of a list, details and a page of Open Civic Data, beside a bare server',
  run,
}
