import { townOf } from '../../stress/scale/shape.ts'
import type { BenchOptions, Group } from '../kit/bench.ts'
import { filterByName, findDeepPage } from '../kit/request-kinds.ts'
import type { Row } from '../kit/row.ts'
import { compareToFirst, measureKind, withReeve } from '../kit/servers.ts'
import { uncached } from '../servers/variants.ts'

// With more connections a slow page would delay the others.
const connections = 1
const depth = 1_000_000
const deepPage = 10_000
// 1 % of the rows are removed, and a page must remain after the deepest.
const spare = 1.02

async function run({
  rounds,
  seconds,
  share,
  only,
  databases,
  datasets,
}: BenchOptions): Promise<Row[]> {
  const rowsDeep = Math.round(depth * share)
  const town = townOf('town', 2000)
  const counts = { ...town.counts, meetings: Math.ceil(rowsDeep * spare) + 200 }
  const dataset = await datasets.synthetic(`${rowsDeep.toLocaleString('en-CA')} meetings`, [
    { ...town, counts },
  ])
  const rows = await withReeve(databases, dataset, uncached, async (subject) => {
    const list = `/api/v1/${dataset.slug}/meetings`
    const events = `/api/ocd/${dataset.slug}/events`
    const page = Math.max(2, Math.round(deepPage * share))
    const kinds = [
      {
        name: `cursor, ${rowsDeep.toLocaleString('en-CA')} deep`,
        paths: [list, await findDeepPage(subject, list, rowsDeep)],
      },
      {
        name: `OCD page ${page.toLocaleString('en-CA')}`,
        paths: [events, `${events}?page=${page}`],
      },
    ]
    const measured: Row[] = []
    for (const { name, paths } of filterByName(kinds, only)) {
      const entries = paths.map((path) => ({ subject, paths: [path] }))
      const described = { group: 'depth', data: dataset.name, request: name }
      const load = { rounds, seconds, connections }
      const [first, deep] = await measureKind(entries, load, described, compareToFirst)
      if (first === undefined || deep === undefined) continue
      measured.push({ ...first, request: `${name}: first page` }, deep)
    }
    return measured
  })
  await datasets.drop(dataset)
  return rows
}

export const depthGroup: Group = {
  name: 'depth',
  about:
    'a cursor a million rows deep and page 10,000 of Open Civic Data, compared to the first page',
  run,
}
