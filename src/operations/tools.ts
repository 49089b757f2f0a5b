import type { Clock } from '../core/clock.ts'
import type { Ending } from '../http/ending.ts'
import type { ReadStore } from '../store/open.ts'

/** What the operator's own addresses are made of. */
export interface OperationsTools {
  store: ReadStore
  clock: Clock
  ending: Ending
}
