import type { Databases, EngineName } from './databases.ts'
import type { Datasets } from './datasets.ts'
import type { Row } from './row.ts'
import type { Source } from './source.ts'

export interface BenchOptions {
  rounds: number
  /** Length of each round. */
  seconds: number
  /** Factor for the size of synthetic records and request counts; below 1 for a shorter run. */
  share: number
  /** Measures only requests with this in their name. */
  only: string | undefined
  source: Source
  databases: Databases
  datasets: Datasets
  log: (line: string) => void
}

/** A named part of the benchmark. */
export interface Group {
  name: string
  about: string
  /** Explains its metrics in the report. */
  note?: string
  /** The only database that it supports; both by default. */
  engine?: EngineName
  run(options: BenchOptions): Promise<Row[]>
}
