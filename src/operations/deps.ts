import type { Clock } from '../core/clock.ts'
import type { Shutdown } from '../http/shutdown.ts'
import type { ReadStore } from '../store/open.ts'

/** What the operator's own addresses are made of. */
export interface OperationsDeps {
  store: ReadStore
  clock: Clock
  shutdown: Shutdown
}
