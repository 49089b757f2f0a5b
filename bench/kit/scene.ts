import { startBare } from '../servers/bare.ts'
import { startReeve } from '../servers/reeve.ts'
import type { Variant } from '../servers/variants.ts'
import type { Databases } from './databases.ts'
import type { Dataset } from './datasets.ts'
import type { Kind } from './kinds.ts'
import { type Entry, type Measured, measure, type Rounds } from './rounds.ts'
import type { Row } from './row.ts'
import type { Subject } from './subject.ts'

/** Runs `work` with each variant over a record; two servers may not serve one database, so all but one have a copy. */
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

/** The same with one. */
export function withReeve<T>(
  databases: Databases,
  dataset: Dataset,
  variant: Variant,
  work: (subject: Subject) => Promise<T>,
): Promise<T> {
  return withReeves(databases, dataset, [variant], ([subject]) => work(subject as Subject))
}

/** Runs `work` with a bare server that writes the same bytes as `model`; with `asked`, after a question to a PostgreSQL. */
export async function withBare<T>(
  model: Subject,
  kinds: readonly Kind[],
  work: (bare: Subject) => Promise<T>,
  asked?: string,
): Promise<T> {
  const paths = kinds.flatMap((kind) => kind.paths)
  const bare = await startBare(model, paths, asked)
  try {
    return await work(bare)
  } finally {
    await bare.end()
  }
}

/** Measures one kind of request on all entries in turns; `compare` adds what they are beside each other. */
export async function measureKind(
  entries: readonly Entry[],
  rounds: Rounds,
  described: Pick<Row, 'group' | 'data' | 'request'>,
  compare?: (each: Measured, all: readonly Measured[]) => Row['figures'],
): Promise<Row[]> {
  const measured = await measure(entries, rounds)
  return measured.map((each, index) => ({
    ...described,
    server: entries[index]?.subject.name ?? '',
    figures: { ...figuresOf(each), ...compare?.(each, measured) },
  }))
}

/** How near an entry is to the bare server, which is the first. */
export function besideBare(each: Measured, all: readonly Measured[]): Row['figures'] {
  return { ratioToBare: costOf(all[0]) / costOf(each) }
}

/** How much more an entry costs than the first. */
export function besideFirst(each: Measured, all: readonly Measured[]): Row['figures'] {
  return { ratioToFirst: costOf(each) / costOf(all[0]) }
}

function costOf(measured: Measured | undefined): number {
  if (measured === undefined) return Number.NaN
  return measured.cpuMicroseconds + measured.databaseMicroseconds
}

function figuresOf({ databaseMicroseconds, ...figures }: Measured): Row['figures'] {
  return databaseMicroseconds === 0 ? figures : { ...figures, databaseMicroseconds }
}
