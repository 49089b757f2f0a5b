import type { Diagnostics } from '../../kit/diagnostics.ts'
import type { EmitOnce } from '../../kit/emit-once.ts'

/** What one reading of a council shares: what was emitted, what was found. */
export interface Reading {
  emitted: EmitOnce
  diagnostics: Diagnostics
  /** The day (YYYY-MM-DD) on which the source was as it is; null where that is not known. */
  asOf: string | null
}
