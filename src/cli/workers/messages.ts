import type { Config } from '../../config/config.ts'
import type { Snapshot } from '../../operations/metrics/metrics.ts'
import type { Drain } from '../drain.ts'

/** What the first process says to a worker. */
export type ToWorker =
  | { kind: 'serve'; config: Config; place: number }
  | { kind: 'drain'; drain: Drain }
  /** Asks for `metrics`. */
  | { kind: 'count' }
  /** What the worker asked for. */
  | { kind: 'gathered'; request: number; snapshots: Snapshot[] }

/** What a worker says to the first process. */
export type FromWorker =
  /** It can hear: whatever is said before is lost. */
  | { kind: 'hello' }
  | { kind: 'serving' }
  /** It cannot serve; the words are for whoever started the command. */
  | { kind: 'failed'; message: string; exitCode: 1 | 2; portInUse?: boolean }
  /** Asked for, and once more before it ends. */
  | { kind: 'metrics'; snapshot: Snapshot }
  /** Asks for the metrics of all. */
  | { kind: 'gather'; request: number }
