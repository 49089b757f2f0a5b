import type { Config } from '../../config/config.ts'
import type { Snapshot } from '../../operations/metrics.ts'
import type { Drain } from '../drain.ts'

export type ToWorker =
  | { kind: 'serve'; config: Config; slot: number }
  | { kind: 'drain'; drain: Drain }
  /** All workers are at the barrier. */
  | { kind: 'pass-barrier' }
  | { kind: 'collect-metrics' }
  /** The response to `get-all-metrics`. */
  | { kind: 'all-metrics'; request: number; snapshots: Snapshot[] }

export type FromWorker =
  /** The worker has attached its message handler; earlier messages are lost. */
  | { kind: 'ready-for-config' }
  | { kind: 'listening' }
  /** The worker waits for the others. */
  | { kind: 'at-barrier' }
  /** The worker could not start; the message is for the operator. */
  | { kind: 'failed'; message: string; exitCode: 1 | 2; portInUse?: boolean }
  /** The response to `collect-metrics`; also sent before the worker exits. */
  | { kind: 'metrics'; snapshot: Snapshot }
  /** Requests the metrics of all processes. */
  | { kind: 'get-all-metrics'; request: number }
