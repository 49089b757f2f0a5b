import { type Diagnostic, type SourceItem, sourceErrorsMax, type Warning } from '../source.ts'
import { namedIssues, type ShapeCheck } from './shape-issues.ts'

/** Collects errors and warnings, to be yielded between the records of a source. */
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
    // The import stops reading before it needs more.
    if (this.#errorCount <= sourceErrorsMax + 1) this.#items.push({ type: 'error', ...diagnostic })
  }

  addWarning(warning: Warning): void {
    this.#items.push({ type: 'warning', ...warning })
  }

  /** Adds only the first warning with this subject and reason, ignoring case. */
  addWarningOnce(diagnostic: Diagnostic): void {
    const key = `${diagnostic.subject} ${diagnostic.reason}`.toLowerCase()
    if (this.#once.has(key)) return
    this.#once.add(key)
    this.addWarning(diagnostic)
  }

  /** The value if it is valid; otherwise every issue is added as an error. */
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

  /** The value if it is valid; otherwise it is skipped with a warning. */
  validateOptional<T>(
    check: ShapeCheck<T>,
    value: unknown,
    found: { location: string; subject: string },
  ): T | undefined {
    if (check.Check(value)) return value
    const [issue] = namedIssues(check, value)
    this.addWarning({ ...found, reason: `${issue?.path}: ${issue?.reason}; skipped` })
    return undefined
  }

  /** Counts a 404 of an endpoint that not every record has. */
  missing(subject: string, url: string): void {
    const found = this.#missing.get(subject)
    if (found === undefined) this.#missing.set(subject, { location: url, count: 1 })
    else found.count += 1
  }

  /** The errors and warnings since the last call, without the missing endpoints. */
  drain(): SourceItem[] {
    const items = this.#items
    this.#items = []
    return items
  }

  /** One warning for each kind of missing endpoint. */
  missingEndpoints(): SourceItem[] {
    return [...this.#missing].map(([subject, { location, count }]) => ({
      type: 'warning',
      location,
      subject,
      reason: `returned 404${count === 1 ? '' : `, as did ${count - 1} more`}; skipped`,
    }))
  }
}
