import { townOf } from '../../stress/scale/shape.ts'
import type { BenchOptions, Group } from '../kit/bench.ts'
import type { Dataset } from '../kit/datasets.ts'
import { filterByName, type Kind, listRequestKinds } from '../kit/request-kinds.ts'
import type { Row } from '../kit/row.ts'
import { compareToFirst, measureKind, withReeve } from '../kit/servers.ts'
import type { Subject } from '../kit/subject.ts'
import { uncached } from '../servers/variants.ts'

const connections = 8
// A few years of a small town; 200 times that is a million rows.
const rowsOfOne = 5000
const times = [1, 20, 200]

interface Sized {
  dataset: Dataset
  subject: Subject
  kinds: Kind[]
}

async function run(options: BenchOptions): Promise<Row[]> {
  return withSizes(options, times, [], async (sizes) => {
    const rows: Row[] = []
    for (const [kindIndex, { name: request }] of (sizes[0]?.kinds ?? []).entries()) {
      const entries = sizes.map(({ subject, kinds }) => ({
        subject,
        paths: kinds[kindIndex]?.paths ?? [],
      }))
      const load = { rounds: options.rounds, seconds: options.seconds, connections }
      const described = { group: 'growth', data: '', request }
      const measured = await measureKind(entries, load, described, compareToFirst)
      rows.push(
        ...measured.map((row, index) => ({ ...row, data: sizes[index]?.dataset.name ?? '' })),
      )
    }
    return rows
  })
}

/** Runs `work` with one server for each size. */
async function withSizes(
  options: BenchOptions,
  [size, ...sizes]: readonly number[],
  started: readonly Sized[],
  work: (sizes: readonly Sized[]) => Promise<Row[]>,
): Promise<Row[]> {
  if (size === undefined) return work(started)
  const { databases, datasets, share, only } = options
  const dataset = await datasets.synthetic(`${size}×`, [townOf('town', rowsOfOne * size * share)])
  const rows = await withReeve(databases, dataset, uncached, async (subject) => {
    const kinds = filterByName(await kindsOf(subject, dataset.slug), only)
    return withSizes(options, sizes, [...started, { dataset, subject, kinds }], work)
  })
  await datasets.drop(dataset)
  return rows
}

async function kindsOf(subject: Subject, slug: string): Promise<Kind[]> {
  const v1 = `/api/v1/${slug}`
  const kinds = await listRequestKinds(subject, slug)
  const people = kinds.find(({ name }) => name === 'person')?.paths ?? []
  return [
    ...kinds,
    { name: 'motions, page of 20', paths: [`${v1}/motions`] },
    { name: 'votes, page of 20', paths: [`${v1}/votes`] },
    {
      name: 'votes of a person',
      paths: people.map((path) => `${v1}/votes?person=${path.split('/').at(-1)}`),
    },
    { name: 'dissents, page of 20', paths: [`${v1}/votes?dissent=true`] },
  ]
}

export const growth: Group = {
  name: 'growth',
  about: 'the same requests over a synthetic town of 5,000 rows, and 20 and 200 times as many',
  run,
}
