import type { Diagnostics } from '../../kit/diagnostics.ts'
import type { EmitOnce } from '../../kit/emit-once.ts'

export interface Reading {
  emitted: EmitOnce
  diagnostics: Diagnostics
  /** The date (YYYY-MM-DD) of the source's state; null if unknown. */
  asOf: string | null
}
