import type { Config } from '../../config/config.ts'
import type { Snapshot } from '../../operations/metrics/metrics.ts'
import type { Drain } from '../drain.ts'

/** What the first process says to a worker. */
export type ToWorker =
  | { kind: 'serve'; config: Config; slot: number }
  | { kind: 'drain'; drain: Drain }
  /** Asks for `metrics`. */
  | { kind: 'collect-metrics' }
  /** What the worker asked for. */
  | { kind: 'all-metrics'; request: number; snapshots: Snapshot[] }

/** What a worker says to the first process. */
export type FromWorker =
  /** The worker has attached its message handler; earlier messages are lost. */
  | { kind: 'ready-for-config' }
  | { kind: 'listening' }
  /** It cannot serve; the words are for whoever started the command. */
  | { kind: 'failed'; message: string; exitCode: 1 | 2; portInUse?: boolean }
  /** Asked for, and once more before it ends. */
  | { kind: 'metrics'; snapshot: Snapshot }
  /** Asks for the metrics of all. */
  | { kind: 'get-all-metrics'; request: number }
