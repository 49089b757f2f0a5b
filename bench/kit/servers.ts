import { startBaseline } from '../servers/baseline.ts'
import { startReeve } from '../servers/reeve.ts'
import type { Variant } from '../servers/variants.ts'
import type { Databases } from './databases.ts'
import type { Dataset } from './datasets.ts'
import type { Kind } from './request-kinds.ts'
import { type Entry, type Measured, measure, type Rounds } from './rounds.ts'
import type { Row } from './row.ts'
import type { Subject } from './subject.ts'

/** Runs `work` with a server for each variant; each has its own copy of the database. */
export async function withReeves<T>(
  databases: Databases,
  { databaseUrl, keys }: Dataset,
  variants: readonly Variant[],
  work: (subjects: Subject[]) => Promise<T>,
): Promise<T> {
  const subjects: Subject[] = []
  const copies: string[] = []
  try {
    for (const _ of variants.slice(1)) copies.push(await databases.copy(databaseUrl))
    for (const [index, variant] of variants.entries()) {
      const subject = await startReeve(variant, copies[index - 1] ?? databaseUrl, keys)
      subjects.push({ ...subject, databasePid: databases.pid })
    }
    return await work(subjects)
  } finally {
    for (const subject of subjects) await subject.end()
    for (const copy of copies) await databases.drop(copy)
  }
}

export function withReeve<T>(
  databases: Databases,
  dataset: Dataset,
  variant: Variant,
  work: (subject: Subject) => Promise<T>,
): Promise<T> {
  return withReeves(databases, dataset, [variant], ([subject]) => work(subject as Subject))
}

/** Runs `work` with a baseline server that writes the same bytes as `model`, after a query if `databaseUrl` is given. */
export async function withBaseline<T>(
  model: Subject,
  kinds: readonly Kind[],
  work: (baseline: Subject) => Promise<T>,
  databaseUrl?: string,
): Promise<T> {
  const paths = kinds.flatMap((kind) => kind.paths)
  const baseline = await startBaseline(model, paths, databaseUrl)
  try {
    return await work(baseline)
  } finally {
    await baseline.end()
  }
}

/** Measures one kind of request on all entries; `compare` adds relative metrics. */
export async function measureKind(
  entries: readonly Entry[],
  rounds: Rounds,
  described: Pick<Row, 'group' | 'data' | 'request'>,
  compare?: (entry: Measured, all: readonly Measured[]) => Row['metrics'],
): Promise<Row[]> {
  const measured = await measure(entries, rounds)
  return measured.map((entry, index) => ({
    ...described,
    server: entries[index]?.subject.name ?? '',
    metrics: { ...metricsOf(entry), ...compare?.(entry, measured) },
  }))
}

/** The first entry is the baseline. */
export function compareToBaseline(entry: Measured, all: readonly Measured[]): Row['metrics'] {
  return { ratioToBaseline: costOf(all[0]) / costOf(entry) }
}

export function compareToFirst(entry: Measured, all: readonly Measured[]): Row['metrics'] {
  return { ratioToFirst: costOf(entry) / costOf(all[0]) }
}

function costOf(measured: Measured | undefined): number {
  if (measured === undefined) return Number.NaN
  return measured.cpuMicroseconds + measured.databaseMicroseconds
}

function metricsOf({ databaseMicroseconds, ...metrics }: Measured): Row['metrics'] {
  return databaseMicroseconds === 0 ? metrics : { ...metrics, databaseMicroseconds }
}
