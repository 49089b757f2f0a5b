import type { Diagnostic } from '../source.ts'
import type { DiagnosticList } from './diagnostic-list.ts'

/** An import was rejected; the database is unchanged. */
export class LoadRejected extends Error {
  override name = 'LoadRejected'
  readonly errors: readonly Diagnostic[]
  readonly total: number

  constructor(errors: DiagnosticList) {
    const { total, isTruncated } = errors
    const count = `${total} ${total === 1 ? 'error' : 'errors'} in the source`
    super(`${isTruncated ? `stopped reading after ${count}` : count}; nothing was imported`)
    this.errors = errors.found
    this.total = errors.total
  }
}

/** Throws `LoadRejected` if there is an error. */
export function assertNoErrors(errors: DiagnosticList): void {
  if (errors.total > 0) throw new LoadRejected(errors)
}
