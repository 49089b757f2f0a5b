import { uncached } from '../servers/variants.ts'
import type { BenchOptions } from './bench.ts'
import type { Dataset } from './datasets.ts'
import { filterByName, type Kind } from './request-kinds.ts'
import type { Row } from './row.ts'
import { compareToFirst, measureKind, withReeve } from './servers.ts'
import type { Subject } from './subject.ts'

interface Sizes {
  group: string
  connections: number
  /** The smallest first, with which the others are compared. */
  datasets: readonly Dataset[]
  /** The same kinds, in the same order, for every dataset. */
  kindsOf: (subject: Subject, slug: string) => Promise<Kind[]>
}

interface Served {
  subject: Subject
  data: string
  kinds: Kind[]
}

/** Measures the same requests on datasets of different sizes, each with a server of its own. */
export function measureSizes(
  options: BenchOptions,
  sizes: Sizes,
  served: readonly Served[] = [],
): Promise<Row[]> {
  const dataset = sizes.datasets[served.length]
  if (dataset === undefined) return measureServed(options, sizes, served)
  return withReeve(options.databases, dataset, uncached, async (subject) => {
    const kinds = filterByName(await sizes.kindsOf(subject, dataset.slug), options.only)
    return measureSizes(options, sizes, [...served, { subject, data: dataset.name, kinds }])
  })
}

async function measureServed(
  { rounds, seconds }: BenchOptions,
  { group, connections }: Sizes,
  served: readonly Served[],
): Promise<Row[]> {
  const rows: Row[] = []
  for (const [index, { name: request }] of (served[0]?.kinds ?? []).entries()) {
    const entries = served.map(({ subject, kinds }) => {
      return { subject, paths: kinds[index]?.paths ?? [] }
    })
    const load = { rounds, seconds, connections }
    const measured = await measureKind(entries, load, { group, data: '', request }, compareToFirst)
    rows.push(...measured.map((row, at) => ({ ...row, data: served[at]?.data ?? '' })))
  }
  return rows
}
