import type { RecordKind } from '../../record/kinds.ts'
import { type Diagnostic, type OpenedSource, sourceErrorsMax, type Warning } from '../source.ts'

/** The number of diagnostics that are listed in full. */
export const listedMax = 100

/** Lists the first 100 diagnostics, each on one line, and counts the rest. */
export class DiagnosticList {
  readonly found: Diagnostic[] = []
  total = 0
  unreadMotions = 0
  /** Whether there may be more. */
  isTruncated = false
  /** The number of references to each kind of record. */
  readonly toKinds = new Map<RecordKind, number>()

  add(diagnostic: Warning): void {
    this.total += 1
    if (diagnostic.isUnreadMotion === true) this.unreadMotions += 1
    this.#list(diagnostic)
  }

  /** Adds one for each of at most `sourceErrorsMax` rows. */
  addRows<R>(rows: readonly R[], toDiagnostic: (row: R) => Diagnostic): void {
    for (const row of rows) this.add(toDiagnostic(row))
    if (rows.length >= sourceErrorsMax) this.isTruncated = true
  }

  /** Counts references to a kind of record, without listing them. */
  count(target: RecordKind, count: number): void {
    this.total += count
    this.toKinds.set(target, (this.toKinds.get(target) ?? 0) + count)
  }

  /** Lists diagnostics that were counted. */
  addListed(first: readonly Diagnostic[]): void {
    for (const diagnostic of first) this.#list(diagnostic)
  }

  #list({ location, subject, reason }: Diagnostic): void {
    if (this.found.length >= listedMax) return
    this.found.push({
      location: onOneLine(location),
      subject: onOneLine(subject),
      reason: onOneLine(reason),
    })
  }

  /** The listed diagnostics, and a last one with the number of further `what`. */
  listed(what: string): Diagnostic[] {
    const more = this.total - this.found.length
    if (more === 0) return this.found
    return [
      ...this.found,
      { location: 'this source', subject: 'and', reason: `${more} more ${what}` },
    ]
  }
}

/** Replaces `file#pointer` by `file:line`. */
export async function locate(
  diagnostics: readonly Diagnostic[],
  source: Pick<OpenedSource, 'locate'>,
): Promise<void> {
  for (const diagnostic of diagnostics)
    if (diagnostic.location.includes('#') && source.locate !== undefined)
      diagnostic.location = await source.locate(diagnostic.location)
}

// Keys come unchecked from the source: line breaks, escape sequences and bidi controls must not reach a terminal.
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Surrogate}]/gu, '\ufffd')
}

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
