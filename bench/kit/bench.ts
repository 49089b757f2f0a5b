import type { Databases, EngineName } from './databases.ts'
import type { Datasets } from './datasets.ts'
import type { Row } from './row.ts'
import type { Source } from './source.ts'

/** What a run is to measure, and with what. */
export interface Order {
  rounds: number
  /** Of each round. */
  seconds: number
  /** What made-up records and counts of requests are multiplied by, so that a short run is possible. */
  share: number
  /** Only kinds of request that have this in their name. */
  only: string | undefined
  source: Source
  databases: Databases
  datasets: Datasets
  log: (line: string) => void
}

/** A part of the benchmark that can be asked for by name. */
export interface Group {
  name: string
  about: string
  /** What has to be known to read its figures. */
  note?: string
  /** The only database on which it can run; both where it does not say. */
  engine?: EngineName
  run(order: Order): Promise<Row[]>
}
