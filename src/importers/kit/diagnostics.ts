import { type Diagnostic, type SourceItem, sourceErrorsMax } from '../source.ts'
import { namedIssues, type ShapeCheck } from './shape-issues.ts'

/** Collects what is wrong or doubtful in a source, to be yielded between its records. */
export class Diagnostics {
  #items: SourceItem[] = []
  #errorCount = 0
  readonly #once = new Set<string>()
  readonly #missing = new Map<string, { location: string; count: number }>()

  get hasErrors(): boolean {
    return this.#errorCount > 0
  }

  addError(diagnostic: Diagnostic): void {
    this.#errorCount += 1
    // The import stops at this number.
    if (this.#errorCount <= sourceErrorsMax + 1) this.#items.push({ type: 'error', ...diagnostic })
  }

  addWarning(diagnostic: Diagnostic): void {
    this.#items.push({ type: 'warning', ...diagnostic })
  }

  /** A notice of which one is enough: the first with this subject and reason, in any case. */
  addWarningOnce(diagnostic: Diagnostic): void {
    const key = `${diagnostic.subject} ${diagnostic.reason}`.toLowerCase()
    if (this.#once.has(key)) return
    this.#once.add(key)
    this.addWarning(diagnostic)
  }

  /** The value where it has the shape; otherwise each fault is a problem. */
  validate<T>(
    check: ShapeCheck<T>,
    value: unknown,
    found: { location: string | ((pointer: string) => string); subject: string },
  ): T | undefined {
    if (check.Check(value)) return value
    const { location, subject } = found
    for (const { path, reason } of namedIssues(check, value))
      this.addError({
        location: typeof location === 'string' ? location : location(path),
        subject,
        reason,
      })
    return undefined
  }

  /** A part that the server answers with 404, of many that can have it. */
  missing(subject: string, url: string): void {
    const found = this.#missing.get(subject)
    if (found === undefined) this.#missing.set(subject, { location: url, count: 1 })
    else found.count += 1
  }

  /** What was collected since the last call, but for the missing parts. */
  drain(): SourceItem[] {
    const items = this.#items
    this.#items = []
    return items
  }

  /** One notice for each kind of part that was missing. */
  missingEndpoints(): SourceItem[] {
    return [...this.#missing].map(([subject, { location, count }]) => ({
      type: 'warning',
      location,
      subject,
      reason: `is answered with 404, ${count === 1 ? '' : `as are ${count - 1} more, `}and left out`,
    }))
  }
}
