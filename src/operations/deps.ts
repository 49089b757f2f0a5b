import type { Clock } from '../core/clock.ts'
import type { Shutdown } from '../http/shutdown.ts'
import type { ReadStore } from '../store/open.ts'

export interface OperationsDeps {
  store: ReadStore
  clock: Clock
  shutdown: Shutdown
}
