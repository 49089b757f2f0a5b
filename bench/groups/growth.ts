import { townOf } from '../../test/campaigns/scale/shape.ts'
import type { Group, Order } from '../kit/bench.ts'
import type { Dataset } from '../kit/datasets.ts'
import { chosen, type Kind, kindsOf } from '../kit/kinds.ts'
import type { Row } from '../kit/row.ts'
import { besideFirst, measureKind, withReeve } from '../kit/scene.ts'
import type { Subject } from '../kit/subject.ts'
import { uncached } from '../servers/variants.ts'

const connections = 8
// A small town's few years; two hundred times that is a million rows.
const rowsOfOne = 5000
const times = [1, 20, 200]

interface Sized {
  dataset: Dataset
  subject: Subject
  kinds: Kind[]
}

async function run(order: Order): Promise<Row[]> {
  return withSizes(order, times, [], async (sizes) => {
    const rows: Row[] = []
    for (const [place, { name: request }] of (sizes[0]?.kinds ?? []).entries()) {
      const entries = sizes.map(({ subject, kinds }) => ({
        subject,
        paths: kinds[place]?.paths ?? [],
      }))
      const load = { rounds: order.rounds, seconds: order.seconds, connections }
      const described = { group: 'growth', data: '', request }
      const measured = await measureKind(entries, load, described, besideFirst)
      rows.push(
        ...measured.map((row, index) => ({ ...row, data: sizes[index]?.dataset.name ?? '' })),
      )
    }
    return rows
  })
}

/** Runs `work` with a server over each size. */
async function withSizes(
  order: Order,
  [size, ...sizes]: readonly number[],
  started: readonly Sized[],
  work: (sizes: readonly Sized[]) => Promise<Row[]>,
): Promise<Row[]> {
  if (size === undefined) return work(started)
  const { databases, datasets, share, only } = order
  const dataset = await datasets.madeUp(`${size}×`, [townOf('town', rowsOfOne * size * share)])
  const rows = await withReeve(databases, dataset, uncached, async (subject) => {
    const kinds = chosen(await kindsOf(subject, dataset.slug), only)
    return withSizes(order, sizes, [...started, { dataset, subject, kinds }], work)
  })
  await datasets.drop(dataset)
  return rows
}

export const growth: Group = {
  name: 'growth',
  about: 'the same over one made-up town of 5,000 rows, 20 times and 200 times as many',
  run,
}
