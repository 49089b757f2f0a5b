import { cpus, loadavg, totalmem } from 'node:os'
import { type Judged, judge } from '../goals.ts'
import type { Group, Order } from '../kit/bench.ts'
import type { EngineName } from '../kit/databases.ts'
import type { Row } from '../kit/row.ts'

/** All that a run measured, as `--json` writes it. */
export interface Report {
  machine: {
    /** `YYYY-MM-DD`. */
    date: string
    node: string
    cores: number
    cpu: string
    memoryGiB: number
    /** What waited for a core at the end, over the last minute. */
    load: number
    /** Part of the time of all cores, over the whole run, in which they had work and the host ran something else. */
    stolen: number
  }
  run: { database: EngineName; rounds: number; seconds: number; share: number }
  groups: Pick<Group, 'name' | 'about' | 'note'>[]
  rows: (Row & { goals: Judged[] })[]
}

export function reportOf(
  groups: readonly Group[],
  rows: readonly Row[],
  { rounds, seconds, share, databases }: Order,
  stolen: number,
): Report {
  const all = cpus()
  return {
    machine: {
      date: new Date().toISOString().slice(0, 10),
      node: process.versions.node,
      cores: all.length,
      cpu: all[0]?.model ?? 'unknown',
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      load: loadavg()[0] ?? Number.NaN,
      stolen,
    },
    run: { database: databases.engine, rounds, seconds, share },
    groups: groups.map(({ run, ...about }) => about),
    rows: rows.map((row) => ({ ...row, goals: judge(row, databases.engine) })),
  }
}
