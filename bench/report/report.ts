import { cpus, loadavg, totalmem } from 'node:os'
import { evaluateGoals, type GoalResult } from '../goals.ts'
import type { BenchOptions, Group } from '../kit/bench.ts'
import type { EngineName } from '../kit/databases.ts'
import type { Row } from '../kit/row.ts'
import { readRelease } from './release.ts'

/** The result of a run, as `--json` writes it. */
export interface Report {
  machine: {
    /** `YYYY-MM-DD`. */
    date: string
    node: string
    cores: number
    cpu: string
    memoryGiB: number
    /** Load average of the last minute, at the end. */
    load: number
    /** Steal, in proc(5): the share of CPU time that the host of a virtual machine took. */
    stolen: number
  }
  run: {
    version: string
    commit: string
    database: EngineName
    rounds: number
    seconds: number
    share: number
  }
  groups: Pick<Group, 'name' | 'about' | 'note'>[]
  rows: (Row & { goals: GoalResult[] })[]
}

export function createReport(
  groups: readonly Group[],
  rows: readonly Row[],
  { rounds, seconds, share, databases }: BenchOptions,
  stolen: number,
): Report {
  const all = cpus()
  const database = databases.engine
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
    run: { ...readRelease(), database, rounds, seconds, share },
    groups: groups.map(({ run, ...about }) => about),
    rows: rows.map((row) => ({ ...row, goals: evaluateGoals(row, database) })),
  }
}
